import type { CardSkin } from '#app/ui/skin/skin-card.tsx';
import { SkinList } from '#app/ui/skin/skin-list.tsx';

export function RelatedSkins({ title, skins }: { title: string; skins: CardSkin[] }) {
  return (
    <section aria-labelledby="related-title" className="gutter mx-auto max-w-[1600px] pt-12 lg:pt-16">
      <h2 id="related-title" className="mb-5 text-lg sm:text-xl">
        {title}
      </h2>
      <SkinList skins={skins} />
    </section>
  );
}
