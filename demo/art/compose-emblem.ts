import { claws, mask, serpent } from './emblem-creature.ts';
import { crescent, gate, sword } from './emblem-figure.ts';
import { orbit, prism, spiral, star, sunburst } from './emblem-radial.ts';
import { crystals, fan, lotus, wings } from './emblem-winged.ts';
import { flatten, moved, type Drawing, type Form, type Point } from './geometry.ts';
import { createRandom, type Random } from './seeded-random.ts';

type Kind = (random: Random) => Drawing;

const kinds: readonly [Kind, ...Kind[]] = [
  sunburst,
  wings,
  mask,
  crystals,
  orbit,
  sword,
  lotus,
  prism,
  crescent,
  serpent,
  star,
  fan,
  gate,
  spiral,
  claws,
];

/** Chosen so that the demonstration champions spread evenly over the kinds; another value redraws every picture. */
const edition = 10266;

/** The champion's emblem in unit space: the same forms for each of its skins. */
export function composeEmblem(championId: string): Form[] {
  const random = createRandom(`emblem ${edition} ${championId}`);
  return fitted(flatten(random.pick(kinds)(random)));
}

/** Centred, and at most 2 high by 2.7 wide: whatever the kind, nothing leaves the picture. */
function fitted(forms: Form[]): Form[] {
  const points = forms.flatMap((form) => form.facets.flatMap((facet) => facet.points));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = 2 / Math.max(bottom - top, (right - left) / 1.35);
  const place = ([x, y]: Point): Point => [(x - (left + right) / 2) * size, (y - (top + bottom) / 2) * size];
  return forms.map((form) => moved(form, place, (tilt) => tilt));
}
