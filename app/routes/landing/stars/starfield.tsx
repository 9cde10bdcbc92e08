import { useEffect, useRef } from 'react';
import { drawStars, fitCanvas, readStarColors, type StarColors } from './draw-stars.ts';
import { createStars, moveStars, STAR_COUNT, type Star } from './star-motion.ts';
import { FULL_PACE, judgePace } from './star-pace.ts';
import { useMotionAllowed } from '../use-motion-allowed.ts';
import { useOnScreen } from '../use-on-screen.ts';
import { usePageAtRest } from '../use-page-at-rest.ts';
import { usePageVisible } from '../use-page-visible.ts';

interface Sky {
  stars: Star[];
  colors: StarColors;
  width: number;
  height: number;
  /** Time drifted so far; stands still with the stars. */
  seconds: number;
}

/** After a pause the sky goes on where it was, instead of leaping to where it would be. */
const LONGEST_STEP_SECONDS = 0.15;

/**
 * The sky behind its parent, which must be `relative isolate`. It comes when the page is at rest and moves only while
 * somebody can see it, wants it to, and the device draws it easily; otherwise the last picture stays.
 */
export function Starfield({ still }: { still: boolean }) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const skyRef = useRef<Sky>(null);
  const paceRef = useRef(FULL_PACE);
  const atRest = usePageAtRest();
  const motionAllowed = useMotionAllowed();
  const onScreen = useOnScreen(canvasRef);
  const pageVisible = usePageVisible();
  const moving = atRest && motionAllowed && onScreen && pageVisible && !still;

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas || !atRest) return;
    const sky: Sky = {
      stars: createStars(STAR_COUNT, Math.random),
      colors: readStarColors(canvas),
      seconds: 0,
      width: 1,
      height: 1,
    };
    skyRef.current = sky;
    const observer = new ResizeObserver(() => {
      Object.assign(sky, fitCanvas(canvas));
      drawStars(canvas, sky.stars, sky.seconds, sky.colors);
    });
    observer.observe(canvas);
    return () => observer.disconnect();
  }, [atRest]);

  useEffect(() => {
    const canvas = canvasRef.current;
    const sky = skyRef.current;
    if (!moving || !canvas || !sky) return;
    let last = performance.now();
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function draw(now: number): void {
      if (!canvas || !sky) return;
      const frameMs = Math.max(now - last, 0);
      last = now;
      const step = Math.min(frameMs / 1000, LONGEST_STEP_SECONDS);
      sky.seconds += step;
      moveStars(sky.stars, step, sky.width, sky.height);
      drawStars(canvas, sky.stars, sky.seconds, sky.colors);
      paceRef.current = judgePace(paceRef.current, frameMs);
      drawNext();
    }
    function drawNext(): void {
      const { waitMs } = paceRef.current;
      if (waitMs === null) return;
      if (waitMs === 0) frame = requestAnimationFrame(draw);
      else timer = setTimeout(() => (frame = requestAnimationFrame(draw)), waitMs);
    }
    drawNext();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [moving]);

  return (
    <canvas
      ref={canvasRef}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 -z-10 size-full text-text accent-accent"
    />
  );
}
