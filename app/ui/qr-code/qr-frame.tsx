import { Suspense, useEffect, useState } from 'react';
import { QrCode } from './qr-code.tsx';

/** Keeps its place, white, until the code is drawn in the browser. At least 220 px, or phones do not read it. */
export function QrFrame({
  text,
  label,
  className = '',
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return (
    <div
      className={`aspect-square w-[276px] max-w-full overflow-hidden rounded-control bg-white noscript:hidden ${className}`}
    >
      {isInBrowser && (
        <Suspense>
          <QrCode key={text} text={text} label={label} />
        </Suspense>
      )}
    </div>
  );
}
