import type { ReactNode } from 'react';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';

/** What was read, as cards or as lines, and the way to more of it. `children`: in place of a list without rows. */
export function PanelList({
  rows,
  isLines = false,
  nextPage = null,
  pathTo,
  children,
}: {
  /** The `<li>`s. */
  rows: readonly ReactNode[];
  isLines?: boolean;
  nextPage?: number | null;
  pathTo?: (pages: number) => string;
  children?: ReactNode;
}) {
  const look = isLines ? 'divide-y divide-line border-y border-line' : 'flex flex-col gap-3';
  return (
    <div className="mt-4">
      {rows.length === 0 ? children : <ul className={look}>{rows}</ul>}
      <NextPageLink page={nextPage} {...(pathTo && { pathTo })} />
    </div>
  );
}
