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
 * Runs inline, by its text, once the page's scripts are there: fetches the typefaces for what is opened next. What is
 * being read keeps the fallback's letters, which some names would leave for other lines.
 */
export async function fetchLetters(files: string[]): Promise<void> {
  const { classList } = document.documentElement;
  if (classList.contains('letters')) return;
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
}
