import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { showToast } from './toast.ts';
import type { ScreenFailure } from './screen-failure.ts';

const NOTE_ID = 'failure-note';

/** Shows a new failure as a toast too, and puts the cursor where it is mended. `noteId` where a screen has several forms. */
export function useFailure(failure: ScreenFailure | undefined, noteId = NOTE_ID) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!failure) return;
    showToast({ title: failure.title, description: failure.description, tone: 'danger' });
    const field = failure.field ? form.current?.elements.namedItem(failure.field) : null;
    if (field instanceof HTMLElement) field.focus();
  }, [failure]);
  return {
    form,
    /** For the field that the failure is about: it is marked, and the note is read out with it. */
    markOf: (field: string) =>
      failure?.field === field ? { invalid: true, 'aria-describedby': noteId } : undefined,
  };
}

/** The failure as text in the page, which needs no script and does not vanish. */
export function FailureNote({
  failure,
  noteId = NOTE_ID,
}: {
  failure: ScreenFailure | undefined;
  noteId?: string;
}) {
  return (
    <div role="alert" id={noteId} className="empty:hidden">
      {failure && (
        <div className="flex items-start gap-2.5 rounded-control border border-danger/40 bg-danger/10 px-3.5 py-3 text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-danger" />
          <p>
            <strong className="block font-semibold">{failure.title}</strong>
            {failure.description}
          </p>
        </div>
      )}
    </div>
  );
}
