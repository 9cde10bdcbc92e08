/** Pixels a second: slow enough to read a sentence while it passes. */
const SPEED = 28;

/**
 * Lets the first child of `strip`, which holds its content twice in a row, run to the left without end. The strip
 * stays an ordinary scroller: it begins where it was scrolled to, and the returned function stops it and leaves it
 * scrolled to where it had come, so that nothing leaps and the visitor goes on by hand.
 */
export function startDrift(strip: HTMLElement): () => void {
  const track = strip.firstElementChild;
  if (!(track instanceof HTMLElement)) return () => {};
  const loop = () => track.offsetWidth / 2;
  const durationMs = (loop() / SPEED) * 1000;
  // A transform runs off the main thread; scrolling by script would not.
  const animation = track.animate(
    { transform: ['translateX(0)', 'translateX(-50%)'] },
    { duration: durationMs, iterations: Infinity },
  );
  animation.currentTime = driftShare(strip.scrollLeft, loop()) * durationMs;
  strip.scrollLeft = 0;
  return () => {
    const share = animation.effect?.getComputedTiming().progress ?? 0;
    animation.cancel();
    strip.scrollLeft = share * loop();
  };
}

/** How far into its loop a strip is that was scrolled by `scrolled` pixels: 0 to just under 1. */
export function driftShare(scrolled: number, loop: number): number {
  if (loop <= 0) return 0;
  return (scrolled % loop) / loop;
}
