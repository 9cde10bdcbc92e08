/** How high each card, and each group of cards, was when the list was left: by its class and the path of its first skin. */
let left: { viewport: number; heights: ReadonlyMap<string, number> } | null = null;

/**
 * What is off the screen is as high as it is guessed to be until it was shown once. Whoever comes back stands where
 * they were only if the guess is the height that they saw.
 */
export function rememberHeights(list: HTMLElement): void {
  const heights = new Map<string, number>();
  const remember = (boxes: HTMLCollection) => {
    for (const box of boxes) {
      const { height } = box.getBoundingClientRect();
      // Without a box of its own (`display: contents`) its parts have theirs.
      if (height === 0) remember(box.children);
      else heights.set(`${box.className} ${box.querySelector('a')?.getAttribute('href')}`, height);
    }
  };
  remember(list.children);
  left = { viewport: innerWidth, heights };
}

/** Nothing on the server, on a first visit, and after the window was resized. */
export function recallHeights(): ReadonlyMap<string, number> {
  const isSame = typeof window !== 'undefined' && left?.viewport === innerWidth;
  return isSame && left ? left.heights : new Map();
}
