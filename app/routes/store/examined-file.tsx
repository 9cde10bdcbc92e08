import { FileSearch } from 'lucide-react';

/** What was looked at in the file of the skin, and when: never that it is safe. */
export function ExaminedFile({ examined }: { examined: string }) {
  return (
    <p className="mt-4 flex items-center gap-2.5 text-sm text-muted">
      <FileSearch aria-hidden="true" className="size-[18px] shrink-0 text-text" strokeWidth={1.75} />
      {examined}
    </p>
  );
}
