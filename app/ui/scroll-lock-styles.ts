import { useEffect } from 'react';

/**
 * Stands in for `react-style-singleton` (vite.config.ts), through which Radix locks scrolling under a dialog.
 * The original appends a <style>, for which the Content-Security-Policy would need a nonce, and a page that is the
 * same for everybody has none. A constructed style sheet is the document's own and needs no leave.
 */
export function styleSingleton(): (props: { styles: string; dynamic?: boolean }) => null {
  const sheet = typeof document === 'undefined' ? null : new CSSStyleSheet();
  let users = 0;
  return function Styles({ styles, dynamic = false }) {
    const wanted = dynamic ? styles : '';
    useEffect(() => {
      if (!sheet) return;
      if (users++ === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        if (--users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- as in the original: the first user's styles stand, unless dynamic
    }, [wanted]);
    return null;
  };
}
