import { CircleAlert } from 'lucide-react';
import type { ScreenFailure } from './screen-failure.ts';

/** The failure as text in the page, which needs no script and does not vanish. */
export function FailureNote({
  failure,
  noteId,
}: {
  failure: ScreenFailure | null | undefined;
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
