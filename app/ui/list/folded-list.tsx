import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** So many over the limit are shown anyway: a button that opens one line is worth less than the line. */
const TOLERANCE = 2;

/** The first lines of a list; the rest opens under them, without JavaScript too. `children`: the `<li>`s. */
export function FoldedList({
  children,
  limit,
  noun,
  className,
}: {
  children: ReactNode[];
  limit: number;
  /** What is counted: 'skins'. */
  noun: string;
  className: string;
}) {
  if (children.length <= limit + TOLERANCE) return <ul className={className}>{children}</ul>;
  return (
    <>
      <ul className={className}>{children.slice(0, limit)}</ul>
      <details className="group">
        <summary className="mt-1 inline-flex min-h-11 items-center gap-2 rounded-control text-sm font-medium text-info hover:text-text">
          Mais {children.length - limit} {noun}
          <ChevronDown
            aria-hidden="true"
            className="size-4 transition-transform duration-150 ease-out group-open:rotate-180"
          />
        </summary>
        <ul className={`mt-1 ${className}`}>{children.slice(limit)}</ul>
      </details>
    </>
  );
}
