import type { CardSkin } from '#app/ui/skin-card.tsx';

/** Where there was no list to measure: three rows of five. */
const UNMEASURED = 15;

/**
 * What can be seen is drawn with the letter: so many cards as the window has room for. One that shows another skin now
 * keeps the picture that it had, unseen: to make pictures or to take them away would cost more than all the rest.
 * Below them, out of sight, what is shown stays until the letter is on the screen.
 */
export function drawFirst(found: CardSkin[], shown: CardSkin[]): CardSkin[] {
  const first = found.slice(0, countInSight()).map((skin, place) => {
    const here = shown[place];
    if (here?.splashPath === skin.splashPath) return here;
    return { ...skin, former: here?.former === undefined ? (here ?? null) : here.former };
  });
  return found.length > first.length ? first.concat(shown.slice(first.length)) : first;
}

/** Cards of two lines of name are the lowest: 16:9 of art, the rest, and the gap to the next row. */
function countInSight(): number {
  const link = document.querySelector('main ul a');
  if (!link) return UNMEASURED;
  // The route that all cards lead to is known; the router would ask for it again under each address that this one gets.
  link.removeAttribute('data-discover');
  const card = link.getBoundingClientRect();
  const row = card.width * 0.5625 + (innerWidth < 640 ? 145 : 166);
  const columns = Math.floor((innerWidth - 2 * card.left) / card.width);
  return columns * Math.ceil((innerHeight - card.top) / row);
}
