import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatDateTime } from '#shop/text/format-date.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { digestOf, PRINT_POLICY, PRINT_STYLE } from './print-style.ts';

export interface Printed {
  brandName: string;
  at: Date;
}

interface PrintedPage extends Printed {
  title: string;
  /** What else stands between the shop's name and the moment. */
  about?: string;
  hints: ReactNode;
  footer: string;
  /** The only one that may run. */
  script?: string;
  children: ReactNode;
}

/** A page for paper. Everything in it is data of the shop, and it loads nothing. */
export function printPage({
  title,
  brandName,
  about = '',
  at,
  hints,
  footer,
  script,
  children,
}: PrintedPage) {
  const page = (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${brandName}`}</title>
        <style dangerouslySetInnerHTML={{ __html: PRINT_STYLE }} />
      </head>
      <body>
        <header>
          <h1>{title}</h1>
          <p>
            {brandName} · {about}feito em {formatDateTime(at)} (horário de Brasília)
          </p>
          {hints}
        </header>
        <main>{children}</main>
        <footer>{footer}</footer>
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': script ? `${PRINT_POLICY}; script-src ${digestOf(script)}` : PRINT_POLICY,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type Fact = readonly [name: string, value: string | Date | null];

/** Pairs of a name and a value; a value that is missing is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : formatDateTime(value)}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

/** Items and what each is worth. `children`: the rows below them. */
export function Sums({ as, sums, children }: { as: string; sums: [string, number][]; children?: ReactNode }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="sum">
            {as}
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map(([name, cents], at) => (
          <tr key={at}>
            <td>{name}</td>
            <td className="sum">{formatReais(cents)}</td>
          </tr>
        ))}
        {children}
      </tbody>
    </table>
  );
}

export const nameDiscount = (coupon: string | null) => (coupon ? `Desconto (cupom ${coupon})` : 'Desconto');
