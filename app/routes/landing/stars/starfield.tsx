import { useEffect, useRef, useState } from 'react';
import { useMotionAllowed } from '../use-motion-allowed.ts';
import { useOnScreen } from '../use-on-screen.ts';
import { usePageAtRest } from '../use-page-at-rest.ts';
import { usePageVisible } from '../use-page-visible.ts';
import { createStars, moveStars, STAR_COUNT, starBrightness } from './star-motion.ts';
import { FULL_PACE, judgePace } from './star-pace.ts';

/** Sharper than twice the CSS pixel no dot of this size can look; a third phone pixel would cost for nothing. */
const MAX_PIXEL_RATIO = 2;
/** After a pause the sky goes on where it was, instead of leaping to where it would be. */
const LONGEST_STEP_SECONDS = 0.15;

/**
 * The sky behind its parent, which must be `relative isolate`. It comes when the page is at rest and moves only while
 * somebody can see it, wants it to, and the device draws it easily; otherwise the last picture stays.
 */
export function Starfield({ still }: { still: boolean }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [sky] = useState(() => ({
    stars: createStars(STAR_COUNT, Math.random),
    seconds: 0,
    pace: FULL_PACE,
  }));
  const atRest = usePageAtRest();
  const moving = [useMotionAllowed(), useOnScreen(ref), usePageVisible(), !still].every(Boolean);

  useEffect(() => {
    const canvas = ref.current;
    const pen = canvas?.getContext('2d');
    if (!atRest || !canvas || !pen) return;
    // The theme's: its text colour, and its accent colour.
    const { color, accentColor } = getComputedStyle(canvas);
    const ratio = () => Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
    const draw = () => {
      const { width, height } = canvas;
      pen.clearRect(0, 0, width, height);
      for (const star of sky.stars) {
        pen.globalAlpha = starBrightness(star, sky.seconds);
        pen.fillStyle = star.warm ? accentColor : color;
        pen.beginPath();
        pen.arc(star.x * width, star.y * height, (0.5 + 0.9 * star.depth) * ratio(), 0, Math.PI * 2);
        pen.fill();
      }
    };
    const observer = new ResizeObserver(() => {
      canvas.width = Math.round(canvas.clientWidth * ratio());
      canvas.height = Math.round(canvas.clientHeight * ratio());
      draw();
    });
    observer.observe(canvas);

    let last = performance.now();
    let [timer, frame] = [0, 0];
    const drawNext = () => {
      const { waitMs } = sky.pace;
      if (waitMs === 0) frame = requestAnimationFrame(step);
      else if (waitMs !== null)
        timer = window.setTimeout(() => (frame = requestAnimationFrame(step)), waitMs);
    };
    const step = (now: number) => {
      const frameMs = Math.max(now - last, 0);
      last = now;
      const seconds = Math.min(frameMs / 1000, LONGEST_STEP_SECONDS);
      sky.seconds += seconds;
      moveStars(sky.stars, seconds, canvas.width / ratio(), canvas.height / ratio());
      draw();
      sky.pace = judgePace(sky.pace, frameMs);
      drawNext();
    };
    if (moving) drawNext();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [atRest, moving, sky]);

  return (
    <canvas
      ref={ref}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 -z-10 size-full text-text accent-accent"
    />
  );
}
