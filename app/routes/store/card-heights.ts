/** How high each card was when the list was left, by the path of its skin. */
let left: { viewport: number; heights: ReadonlyMap<string, number> } | null = null;

/**
 * Cards off the screen are as high as they are guessed to be until they were shown once. Whoever comes back stands
 * where they were only if the guess is the height that they saw.
 */
export function rememberHeights(list: HTMLElement): void {
  const heights = new Map<string, number>();
  for (const card of list.children) {
    const path = card.querySelector('a')?.getAttribute('href');
    if (path) heights.set(path, card.getBoundingClientRect().height);
  }
  left = { viewport: innerWidth, heights };
}

/** Nothing on the server, on a first visit, and after the window was resized. */
export function recallHeights(): ReadonlyMap<string, number> {
  const isSame = typeof window !== 'undefined' && left?.viewport === innerWidth;
  return isSame && left ? left.heights : new Map();
}
