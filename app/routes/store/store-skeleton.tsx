import { Skeleton } from '#app/ui/skeleton.tsx';
import { skinGridClass } from '#app/ui/skin-card.tsx';

/** The store's shape while it loads, in its final size. */
export function StoreSkeleton() {
  return (
    <div className="gutter mx-auto max-w-[1600px] pt-6 sm:pt-10">
      <p className="font-heading text-xl font-bold sm:text-2xl">Loja de skins</p>
      <p role="status" className="mt-1 text-muted">
        Carregando skins oficiais...
      </p>
      <Skeleton className="mt-4 mb-16 h-11" />
      <div className={skinGridClass}>
        {Array.from({ length: 15 }, (_, index) => (
          <div
            key={index}
            aria-hidden="true"
            className="overflow-hidden rounded-card border border-line bg-surface"
          >
            <Skeleton className="aspect-video rounded-none" />
            <div className="flex flex-col gap-2.5 p-3.5">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-10" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
