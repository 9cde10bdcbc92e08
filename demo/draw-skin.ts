import type { ArtSubject } from '#shop/catalog/demo-content.ts';
import { artHeight, artWidth } from './art/canvas.ts';
import { composeEmblem } from './art/compose-emblem.ts';
import { drawGround } from './art/draw-ground.ts';
import { drawMotes } from './art/draw-motes.ts';
import { drawSky } from './art/draw-sky.ts';
import type { Point } from './art/geometry.ts';
import { paintEmblem } from './art/paint-emblem.ts';
import { createPalette, type Palette } from './art/palette.ts';
import { createRandom } from './art/seeded-random.ts';
import { themeFor } from './art/skin-line-theme.ts';
import { ellipse, glowGradient, sliver } from './art/svg-text.ts';

/**
 * The picture of a skin that has none: 1215×717, the same text for the same subject for ever.
 * The champion decides the emblem, the line the palette and the light, the skin the pose and the place.
 */
export function drawSkin({ championId, skinNum, skinLine }: ArtSubject): string {
  const theme = themeFor(skinNum, skinLine);
  const palette = createPalette(theme);
  const random = createRandom(`skin ${championId} ${skinNum}`);

  const center: Point = [artWidth / 2 + random.between(-96, 96), 322 + random.between(-16, 18)];
  const pose = {
    center,
    radius: random.between(222, 268),
    turn: random.between(-7, 7),
    flipped: random.chance(0.5),
  };
  const horizon = 500 + random.between(-22, 34);
  const sky = drawSky(theme, palette, center, horizon, random);
  const ground = drawGround(theme, palette, horizon, center[0], random);
  const emblem = paintEmblem(composeEmblem(championId), pose, theme, palette);
  const motes = drawMotes(theme, palette, random);
  // Strings of flags across the emblem would hide it; loose motes belong in front.
  const hangs = theme.scene.motes === 'flags';
  const glows = theme.lighting === 'core';

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${artWidth}" height="${artHeight}" viewBox="0 0 ${artWidth} ${artHeight}">`,
    `<defs>${sharedGradients(palette)}${emblem.defs}</defs>`,
    `<rect width="${artWidth}" height="${artHeight}" fill="${palette.ink}"/>`,
    sky,
    ground.behind,
    hangs ? motes : '',
    ellipse(...center, 330, 310, `fill="url(#shadow)" opacity="${glows ? 0.3 : 0.5}"`),
    emblem.body,
    glows ? ellipse(...center, 210, 210, 'fill="url(#glow)" opacity=".5"') : '',
    ground.before,
    glows ? '' : glint(emblem.highlight, palette),
    hangs ? '' : motes,
    `<rect width="${artWidth}" height="${artHeight}" fill="url(#vignette)"/>`,
    `<rect width="${artWidth}" height="${artHeight}" fill="url(#grain)" opacity=".28"/>`,
    '</svg>',
  ].join('');
}

/** The one small flare where the light strikes the emblem. */
function glint([x, y]: Point, palette: Palette): string {
  const flare = sliver([x, y], 0, 46, 1.61) + sliver([x, y], 90, 64, 2.24);
  return `${ellipse(x, y, 58, 58, 'fill="url(#glow)" opacity=".8"')}<path d="${flare}" fill="${palette.spark}" opacity=".9"/>`;
}

function sharedGradients(palette: Palette): string {
  const fade = (id: string, from: number, to: number, y: string) =>
    `<linearGradient id="${id}" x1="0" x2="0" y1="${y}" y2="${y === '0' ? '1' : '0'}"><stop offset="0" stop-color="${palette.glow}" stop-opacity="${from}"/><stop offset=".5" stop-color="${palette.glow}" stop-opacity="${from * 0.34 + to}"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="${to}"/></linearGradient>`;
  return [
    glowGradient('glow', palette.haze(0.92), 0.8),
    glowGradient('shadow', palette.ink, 0.9),
    `<linearGradient id="disc" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${palette.disc[0]}"/><stop offset="1" stop-color="${palette.disc[1]}"/></linearGradient>`,
    fade('fall', 0.5, 0, '0'),
    fade('rise', 0.55, 0, '1'),
    `<radialGradient id="vignette" cx=".5" cy=".44" r=".78"><stop offset=".45" stop-color="${palette.ink}" stop-opacity="0"/><stop offset=".7" stop-color="${palette.ink}" stop-opacity=".22"/><stop offset="1" stop-color="${palette.ink}" stop-opacity=".86"/></radialGradient>`,
    // One small tile of noise, repeated: over the whole picture the filter alone costs more than the rest.
    '<filter id="noise" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".82" numOctaves="2" seed="7" stitchTiles="stitch"/><feColorMatrix values="0 0 0 0 .8  0 0 0 0 .8  0 0 0 0 .8  1.5 .6 0 0 -.95"/></filter>',
    '<pattern id="grain" width="240" height="240" patternUnits="userSpaceOnUse"><rect width="240" height="240" filter="url(#noise)"/></pattern>',
  ].join('');
}
