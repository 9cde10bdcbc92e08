import { useEffect, useState } from 'react';
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
  // Fetched, for few screens need it. null: lost on the way, and the text beside the frame does without.
  const [encoder, setEncoder] = useState<typeof import('uqr') | null>();
  useEffect(() => {
    import('uqr').then(setEncoder, () => setEncoder(null));
  }, []);
  return (
    <div
      className={`aspect-square w-[276px] max-w-full overflow-hidden rounded-control bg-white noscript:hidden ${className}`}
    >
      {encoder && <QrCode encode={encoder.encode} text={text} label={label} />}
      {encoder === null && (
        <p className="grid size-full place-items-center p-6 text-center text-sm text-ink">
          QR Code indisponível. Use o código em texto.
        </p>
      )}
    </div>
  );
}
