import { starBrightness, type Star } from './star-motion.ts';

/** Sharper than twice the CSS pixel no dot of this size can look; a third phone pixel would cost for nothing. */
const MAX_PIXEL_RATIO = 2;

/** Gives the canvas as many pixels as its box shows. Returns the box in CSS pixels. */
export function fitCanvas(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  return { width, height };
}

/** The sky at `seconds`. Its colours are the theme's: the canvas' text colour, and its accent colour. */
export function drawStars(
  canvas: HTMLCanvasElement,
  stars: Star[],
  seconds: number,
  colors: StarColors,
): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const ratio = Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  for (const star of stars) {
    pen.globalAlpha = starBrightness(star, seconds);
    pen.fillStyle = star.warm ? colors.warm : colors.plain;
    pen.beginPath();
    pen.arc(star.x * canvas.width, star.y * canvas.height, (0.5 + 0.9 * star.depth) * ratio, 0, Math.PI * 2);
    pen.fill();
  }
}

export interface StarColors {
  plain: string;
  warm: string;
}

export function readStarColors(canvas: HTMLCanvasElement): StarColors {
  const style = getComputedStyle(canvas);
  return { plain: style.color, warm: style.accentColor };
}
