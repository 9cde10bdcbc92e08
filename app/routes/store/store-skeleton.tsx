import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { skinGridClass } from '#app/ui/skin/skin-card.tsx';

/** The store's shape while it loads, in its final size. */
export function StoreSkeleton() {
  return (
    <div className="gutter mx-auto max-w-[1600px] pt-6 sm:pt-10">
      <p className="font-heading text-xl font-bold sm:text-2xl">Loja de skins</p>
      <p role="status" className="mt-1 text-muted">
        Carregando skins oficiais...
      </p>
      <div className="mt-1 py-3 md:mt-2 md:grid md:grid-cols-[1fr_200px_160px] md:gap-2">
        <Skeleton className="h-11" />
        <div className="mt-3 mb-1 grid grid-cols-[5fr_3fr] gap-2 md:contents">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      </div>
      <Skeleton className="mt-1 mb-4 h-[19px] w-48" />
      <div data-skeleton="cards" className={skinGridClass}>
        {Array.from({ length: 15 }, (_, index) => (
          <div
            key={index}
            aria-hidden="true"
            className="overflow-hidden rounded-card border border-line bg-surface"
          >
            <Skeleton className="aspect-video rounded-none" />
            <div className="p-2.5 sm:p-3.5">
              <Skeleton className="h-[21px] w-4/5 sm:h-6" />
              <Skeleton className="mt-0.5 mb-2.5 h-[22px] w-1/2" />
              <Skeleton className="h-10" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
