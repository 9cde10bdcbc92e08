import { ChevronDown } from 'lucide-react';
import type { DrawnChart } from './draw-chart.server.ts';

/** A picture of the server's, and the same data as a table for who cannot see it. */
export function Chart({ title, points, narrow, wide }: DrawnChart) {
  return (
    <figure>
      <figcaption className="text-base font-semibold">{title}</figcaption>
      <Picture svg={narrow} className="md:hidden" />
      <Picture svg={wide} className="hidden md:block" />
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control text-sm font-medium text-info hover:text-text">
          Ver como tabela
          <span className="sr-only">: {title}</span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 transition-transform duration-150 ease-out group-open:rotate-180"
          />
        </summary>
        <table className="mt-1 w-full max-w-[420px] text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <tbody>
            {points.map(({ label, text }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-normal text-muted">
                  {label}
                </th>
                <td className="py-2 text-right">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Picture({ svg, className }: { svg: string; className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`mt-2 [&>svg]:h-auto [&>svg]:w-full ${className}`}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
