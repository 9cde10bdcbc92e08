import type { ShownCatalog } from '#shop/file-catalogs/shown-catalog.ts';

/** Each row that is wrong, as the person's own program counts it. */
export function CatalogProblems({ problems }: Pick<ShownCatalog, 'problems'>) {
  return (
    <ul className="mt-2 max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-danger/40 text-sm">
      {problems.map(({ row, column, value, reason }, index) => (
        // Two rows may have the same problem.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="px-3.5 py-2.5">
          <p className="[overflow-wrap:anywhere]">
            {row !== null && <strong className="font-semibold tabular-nums">Linha {row}</strong>}
            {row !== null && column !== null && ', '}
            {column !== null && <code>{column}</code>}
            {(row !== null || column !== null) && ': '}
            {reason}
          </p>
          {value !== null && value !== '' && (
            <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">O que está lá: {value}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
