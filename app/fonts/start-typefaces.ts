import type { Typeface } from './typefaces.ts';

declare global {
  interface Window {
    fetchTypefaces?: () => void;
  }
}

/**
 * Runs inline in the head, by its text, so it may use nothing from outside itself. A browser that has the files uses
 * them from the first picture on. Another one paints in its own sans-serif, cut to the same measure (app/theme.css),
 * fetches them when nothing more urgent is on the line, and shows them from its next page load on: what is being read
 * neither flickers nor moves, and the way back leads to a store whose cards are as high as they were.
 */
export function startTypefaces(typefaces: Typeface[]): void {
  const key = 'typefaces';
  const files = typefaces.map(({ file }) => file).join(' ');
  const faces = typefaces.map(
    ({ family, file, weight }) => new FontFace(family, `url(${file})`, { weight, display: 'fallback' }),
  );
  function isKept(): boolean {
    try {
      return localStorage.getItem(key) === files;
    } catch {
      return false;
    }
  }
  async function fetch(): Promise<void> {
    await Promise.all(faces.map((face) => face.load()));
    localStorage.setItem(key, files);
  }
  if (isKept()) for (const face of faces) document.fonts.add(face);
  else window.fetchTypefaces = () => void fetch().catch(() => {});
}
