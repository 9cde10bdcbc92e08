import type { CardSkin } from '#app/ui/skin/skin-card.tsx';
import { SkinList } from '#app/ui/skin/skin-list.tsx';

export function RelatedSkins({ championName, skins }: { championName: string; skins: CardSkin[] }) {
  return (
    <section aria-labelledby="related-title" className="gutter mx-auto max-w-[1600px] pt-12 lg:pt-16">
      <h2 id="related-title" className="mb-5 text-lg sm:text-xl">
        Outras skins de {championName}
      </h2>
      <SkinList skins={skins} />
    </section>
  );
}
