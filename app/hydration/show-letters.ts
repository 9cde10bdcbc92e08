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

/**
 * Runs inline, by its text, once the first picture is painted: fetches the typefaces, and changes to them if they come
 * soon and nothing on the screen moves for it. Where a name would break into other lines, the
 * fallback's letters stay until the next page.
 */
export async function fetchLetters(files: string[]): Promise<void> {
  const { classList } = document.documentElement;
  if (classList.contains('letters')) return;
  const asked = performance.now();

  /** Where everything on the screen begins. Goes into nothing off the screen: that may be skipped, and is laid out when asked. */
  function measure(node: Node, places: [Node, number, number][]): typeof places {
    for (const child of node.childNodes) {
      const range = document.createRange();
      range.selectNode(child);
      const box = child instanceof Element ? child.getBoundingClientRect() : range.getClientRects()[0];
      if (!box || box.width === 0 || box.bottom < 0 || box.top > innerHeight) continue;
      places.push([child, box.left, box.top]);
      measure(child, places);
    }
    return places;
  }

  function changeUnlessMoved(): void {
    const before = measure(document.body, []);
    classList.add('letters');
    const after = new Map(measure(document.body, []).map(([node, ...place]) => [node, place]));
    // As little as the browser itself does not call a shift.
    const hasMoved = before.some(([node, left, top]) => {
      const [x = 1e9, y = 1e9] = after.get(node) ?? [];
      return Math.max(Math.abs(x - left), Math.abs(y - top)) >= 3;
    });
    if (hasMoved) classList.remove('letters');
  }

  await Promise.all(
    ["1em 'Inter Variable'", "700 1em 'Bricolage Grotesque Variable'"].map((face) =>
      document.fonts.load(face),
    ),
  );
  // Whoever has begun to read is left alone.
  if (performance.now() - asked < 1000) changeUnlessMoved();
  localStorage.setItem('letters', files.join());
}
