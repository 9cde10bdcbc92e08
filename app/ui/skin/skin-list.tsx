import { useState, type RefObject } from 'react';
import { SkinMark } from './skin-mark.tsx';
import { skinPath } from './skin-path.ts';
import { SkinCard, skinGridClass, type CardSkin } from './skin-card.tsx';

/**
 * Marks come after the page, so the server asks none of its cards for one: that would be a twentieth of a store page's
 * work. A mark that is not known is drawn as nothing, which is what the browser finds.
 */
const hasMarks = typeof window !== 'undefined';

/** A grid of skin cards. The first `eagerCards` that it is given are fetched at once; the rest waits to be near. */
export function SkinList({
  ref,
  skins,
  eagerCards = 0,
}: {
  ref?: RefObject<HTMLUListElement | null>;
  skins: CardSkin[];
  eagerCards?: number;
}) {
  // Those of the page's first picture. What a search finds later is not in such a hurry.
  const [eager] = useState(() => skins.slice(0, eagerCards).map(skinPath));
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none.
    <ul ref={ref} role="list" className={skinGridClass}>
      {skins.map((skin) => (
        <li key={skinPath(skin)}>
          <SkinCard skin={skin} eager={eager.includes(skinPath(skin))} />
          {hasMarks && <SkinMark skin={skin} />}
        </li>
      ))}
    </ul>
  );
}
