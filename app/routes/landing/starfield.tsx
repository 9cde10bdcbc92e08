import { useEffect, useRef } from 'react';
import { drawStars, fitCanvas, readStarColors, type StarColors } from './draw-stars.ts';
import { createStars, moveStars, STAR_COUNT, type Star } from './star-motion.ts';
import { useMotionAllowed } from './use-motion-allowed.ts';
import { useOnScreen } from './use-on-screen.ts';
import { usePageVisible } from './use-page-visible.ts';

interface Sky {
  stars: Star[];
  colors: StarColors;
  width: number;
  height: number;
  /** Time drifted so far; stands still with the stars. */
  seconds: number;
}

/** After a pause the sky goes on where it was, instead of leaping to where it would be. */
const LONGEST_STEP_SECONDS = 0.1;

/**
 * The sky behind its parent, which must be `relative isolate`. It moves only while somebody can see it and wants
 * it to; otherwise the last picture stays.
 */
export function Starfield({ still }: { still: boolean }) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const skyRef = useRef<Sky>(null);
  const motionAllowed = useMotionAllowed();
  const onScreen = useOnScreen(canvasRef);
  const pageVisible = usePageVisible();
  const moving = motionAllowed && onScreen && pageVisible && !still;

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
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
  }, []);

  useEffect(() => {
    const canvas = canvasRef.current;
    const sky = skyRef.current;
    if (!moving || !canvas || !sky) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const step = Math.min(Math.max(now - last, 0) / 1000, LONGEST_STEP_SECONDS);
      last = now;
      sky.seconds += step;
      moveStars(sky.stars, step, sky.width, sky.height);
      drawStars(canvas, sky.stars, sky.seconds, sky.colors);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [moving]);

  return (
    <canvas
      ref={canvasRef}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 -z-10 size-full text-text accent-accent"
    />
  );
}
