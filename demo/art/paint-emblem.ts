import { moved, type Facet, type Form, type Point } from './geometry.ts';
import type { Palette } from './palette.ts';
import type { Theme } from './skin-line-theme.ts';
import { pathOf, short } from './svg-text.ts';

export type Pose = { center: Point; radius: number; turn: number; flipped: boolean };

const toneSteps = 14;

/** Places forms drawn in unit space on the canvas; surfaces keep their lean through the turn. */
function posed(forms: Form[], { center, radius, turn, flipped }: Pose): Form[] {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const lean = ([x, y]: Point): Point => {
    const side = flipped ? -x : x;
    return [side * cos - y * sin, side * sin + y * cos];
  };
  const place = (point: Point): Point => {
    const [x, y] = lean(point);
    return [center[0] + x * radius, center[1] + y * radius];
  };
  return forms.map((form) => moved(form, place, lean));
}

function brightness(facet: Facet, form: Form, theme: Theme, pose: Pose): number {
  const radians = (theme.lightAngle * Math.PI) / 180;
  const facing = facet.tilt[0] * Math.cos(radians) + facet.tilt[1] * Math.sin(radians);
  const [centerX, centerY] = centroid(facet.points);
  const [x, y] = [centerX - pose.center[0], centerY - pose.center[1]];
  const reach = Math.hypot(x, y) / pose.radius;
  if (theme.lighting === 'core') {
    const size = Math.hypot(x, y) || 1;
    const inward = -(facet.tilt[0] * x + facet.tilt[1] * y) / size;
    return (
      0.2 +
      0.3 * form.depth +
      0.17 * facing +
      0.16 * inward +
      facet.lift +
      0.42 * (1 - reach) ** 2 * Math.sign(1 - reach)
    );
  }
  if (theme.lighting === 'rim') {
    return 0.15 + 0.17 * form.depth + 0.52 * Math.max(0, facing) ** 1.5 + 0.07 * facing + facet.lift * 0.9;
  }
  return 0.29 + 0.27 * form.depth + 0.36 * facing + facet.lift;
}

/** The forms back to front, each with its cast shadow, its facets and its lit edges. */
export function paintEmblem(
  forms: Form[],
  pose: Pose,
  theme: Theme,
  palette: Palette,
): {
  defs: string;
  body: string;
  highlight: Point;
} {
  const radians = (theme.lightAngle * Math.PI) / 180;
  const light: Point = [Math.cos(radians), Math.sin(radians)];
  const edgeStrength = theme.lighting === 'rim' ? 0.95 : 0.6;
  const used = new Set<number>();
  const parts: string[] = [];

  const placed = posed(forms, pose);
  for (const form of placed) {
    const byTone = new Map<number, string>();
    for (const facet of form.facets) {
      const level = Math.round(Math.min(1, Math.max(0, brightness(facet, form, theme, pose))) * toneSteps);
      byTone.set(level, (byTone.get(level) ?? '') + pathOf(facet.points));
      used.add(level);
    }
    const silhouette = form.facets.map((facet) => pathOf(facet.points)).join('');
    const [dx, dy] = [-light[0] * 9, Math.abs(light[1]) * 7 + 5];
    parts.push(
      `<path d="${silhouette}" transform="translate(${short(dx)} ${short(dy)})" fill="${palette.ink}" opacity=".42"/>`,
    );
    for (const [level, path] of byTone)
      parts.push(`<path d="${path}" fill="url(#e${level})" stroke="url(#e${level})"/>`);
    const middle = centroid(form.facets.flatMap((facet) => facet.points));
    for (const edge of form.edges)
      parts.push(litEdge(edge, middle, light, edgeStrength * (0.35 + 0.65 * form.depth), palette));
  }

  const [x, y] = [
    pose.center[0] + light[0] * pose.radius * 0.5,
    pose.center[1] + light[1] * pose.radius * 0.5,
  ];
  const defs = [...used]
    .map((level) => {
      const share = level / toneSteps;
      const far = theme.lighting === 'core' ? 0.62 : 0.72;
      return `<radialGradient id="e${level}" gradientUnits="userSpaceOnUse" cx="${short(x)}" cy="${short(y)}" r="${short(pose.radius * 1.7)}"><stop offset="0" stop-color="${palette.tone(share * 1.08 + 0.02)}"/><stop offset=".55" stop-color="${palette.tone(share * 0.9)}"/><stop offset="1" stop-color="${palette.tone(share * far)}"/></radialGradient>`;
    })
    .join('');
  // The outline point nearest the light: where a flare would sit on real metal.
  const reach = (point: Point) => point[0] * light[0] + point[1] * light[1];
  const highlight = placed
    .filter((form) => form.depth >= 0.5)
    .flatMap((form) => form.edges.flat())
    .reduce((best, point) => (reach(point) > reach(best) ? point : best), pose.center);
  return { highlight, defs, body: `<g stroke-width=".7" stroke-linejoin="round">${parts.join('')}</g>` };
}

const centroid = (points: Point[]): Point => [
  points.reduce((sum, point) => sum + point[0], 0) / (points.length || 1),
  points.reduce((sum, point) => sum + point[1], 0) / (points.length || 1),
];

/** The stretches of an outline that face the light, as one hairline. */
function litEdge(edge: Point[], middle: Point, light: Point, strength: number, palette: Palette): string {
  let path = '';
  for (let index = 1; index < edge.length; index++) {
    const [from, to] = [edge[index - 1], edge[index]];
    if (!from || !to) continue;
    const [nx, ny] = [to[1] - from[1], from[0] - to[0]];
    const size = Math.hypot(nx, ny) || 1;
    const outward = Math.sign(nx * (from[0] - middle[0]) + ny * (from[1] - middle[1])) || 1;
    if (((nx * light[0] + ny * light[1]) / size) * outward > 0.12) path += pathOf([from, to], false);
  }
  return (
    path &&
    `<path d="${path}" fill="none" stroke="${palette.spark}" stroke-width="1.6" stroke-linecap="round" opacity="${strength.toFixed(2)}"/>`
  );
}
