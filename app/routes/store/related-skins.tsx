import { useRef } from 'react';
import { SkinCard, skinPath, type CardSkin } from '#app/ui/skin-card.tsx';
import { SkinList } from '#app/ui/skin-list.tsx';

export function RelatedSkins({ championName, skins }: { championName: string; skins: CardSkin[] }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <section aria-labelledby="related-title" className="gutter mx-auto max-w-[1600px] pt-12 lg:pt-16">
      <h2 id="related-title" className="mb-5 text-lg sm:text-xl">
        Outras skins de {championName}
      </h2>
      <SkinList ref={list}>
        {skins.map((skin) => (
          <li key={skinPath(skin)}>
            <SkinCard skin={skin} />
          </li>
        ))}
      </SkinList>
    </section>
  );
}
