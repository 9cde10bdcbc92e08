import { useLayoutEffect, useRef } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { formatTime } from '#shop/text/format-date.ts';
import type { Draft } from './use-drafts.ts';

export interface Gone {
  skinName: string;
  /** First name of whoever delivered it; null: nobody of the staff did. */
  by: string | null;
  at: Date;
  /** What was begun here for it. */
  draft: Draft;
}

/** The open row went while somebody worked on it: who did it, and what had been typed. */
export function GoneNote({ gone, onClose }: { gone: Gone; onClose: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => note.current?.focus(), [gone]);
  const { link, file } = gone.draft;
  return (
    <div
      ref={note}
      tabIndex={-1}
      role="alert"
      className="mb-3 rounded-card border border-info/40 bg-surface p-4 text-sm"
    >
      <p>
        {gone.by
          ? `${gone.by} entregou ${gone.skinName} às ${formatTime(gone.at)}, enquanto ela estava aberta aqui.`
          : `Ninguém espera mais por ${gone.skinName}: o pedido foi cancelado, devolvido ou está em dúvida.`}
      </p>
      {link && (
        <p className="mt-1 text-muted">
          O link que você tinha: <span className="break-all text-text">{link}</span>
        </p>
      )}
      {file && (
        <p className="mt-1 text-muted">
          O arquivo que você tinha: <span className="break-all text-text">{file.name}</span>. Ele não foi
          usado.
        </p>
      )}
      <Button variant="outline" className="mt-3" onClick={onClose}>
        Entendi
      </Button>
    </div>
  );
}
