import { useEffect } from 'react';
import inter from '../../fonts/inter.woff2?url';

/**
 * Fetches the text's typeface once React listens, so that the first picture does not share the line with it. The page is
 * laid out again once, when the file is there. Where no scripts run, app/theme.css asks for it.
 */
export function useTextTypeface(): void {
  useEffect(() => {
    const face = new FontFace('Inter Variable', `url(${inter})`, { weight: '400 700' });
    // Lost on the way, the fallback stays.
    face.load().then(
      () => document.fonts.add(face),
      () => {},
    );
  }, []);
}
