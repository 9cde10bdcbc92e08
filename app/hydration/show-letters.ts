/** Runs inline, by its text, in the head: whoever has the typefaces from an earlier page is shown them from the start. */
export function recallLetters(files: string[]): void {
  try {
    if (localStorage.getItem('letters') !== files.join()) return;
  } catch {
    // Storage is refused: every page is a first one.
    return;
  }
  for (const href of files) {
    const link = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
  document.documentElement.classList.add('letters');
}

declare global {
  interface Window {
    /** There once the typefaces have come to a page that is painted without them. */
    wearLetters?: () => void;
  }
}

/**
 * Runs inline, by its text, once the page's scripts are there: fetches the typefaces. The page is given them when it is
 * at rest, nobody has begun to read down it, and nothing in sight moves for it; else the next one wears them.
 */
export async function fetchLetters(files: string[]): Promise<void> {
  const { classList } = document.documentElement;
  if (classList.contains('letters')) return;

  /** Where everything in sight begins. Goes into nothing out of sight: that may be skipped, and is laid out when asked. */
  function measure(parent: Node, places: [Node, DOMRect][]): typeof places {
    for (const node of parent.childNodes) {
      // What moves by itself does so between the two looks as well.
      if (node instanceof Element && node.getAnimations().length > 0) continue;
      // A text begins where its element does, unless something stands before it.
      if (!(node instanceof Element) && !(node.previousSibling && node.textContent?.trim())) continue;
      const range = document.createRange();
      range.selectNode(node);
      const box = (node instanceof Element ? node : range).getBoundingClientRect();
      if (box.width === 0 || box.bottom < 0 || box.top > innerHeight) continue;
      places.push([node, box]);
      measure(node, places);
    }
    return places;
  }

  function tryOn(before: [Node, DOMRect][]): void {
    if (!window.wearLetters || scrollY > 0) return;
    classList.add('letters');
    const after = new Map(measure(document.body, []));
    // As little as the browser itself does not call a shift.
    const hasMoved = before.some(([node, { left, top }]) => {
      const { left: x = 1e9, top: y = 1e9 } = after.get(node) ?? {};
      return Math.max(Math.abs(x - left), Math.abs(y - top)) >= 3;
    });
    if (hasMoved) classList.remove('letters');
    else delete window.wearLetters;
  }

  await Promise.all(
    ["1em 'Inter Variable'", "700 1em 'Bricolage Grotesque Variable'"].map((face) =>
      document.fonts.load(face),
    ),
  );
  window.wearLetters = () => {
    delete window.wearLetters;
    classList.add('letters');
  };
  localStorage.setItem('letters', files.join());
  // In two turns, so that neither is long on a cheap phone.
  const atRest = window.requestIdleCallback ?? setTimeout;
  atRest(() => {
    const before = measure(document.body, []);
    atRest(() => tryOn(before));
  });
}
