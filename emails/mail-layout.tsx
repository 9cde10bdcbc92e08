import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import type { Theme } from '#shop/brand/compute-theme.ts';

export interface MailBrand {
  name: string;
  /** Public origin, no trailing slash. */
  url: string;
  supportEmail: string;
  /** Who sells, in one line; null: not set yet. */
  seller: string | null;
  theme: Theme;
  /** Public address of the logo; null: the shop's name stands alone. */
  logoUrl: string | null;
}

// Mail programs drop <style> as a whole or in part, so every colour stands inline for a light page, and the
// style sheet only repaints for programs that both understand it and are dark.
const darkOf = (theme: Theme) => `
@media (prefers-color-scheme: dark) {
  .page { background: ${theme.ink} !important; }
  .card { background: ${theme.surface} !important; border-color: ${theme.line} !important; }
  .text { color: ${theme.text} !important; }
  .muted { color: ${theme.muted} !important; }
  .line { border-color: ${theme.line} !important; }
  .link { color: #7ab0ff !important; }
}`;

// On a light page.
export const INK = '#14161f';
export const MUTED = '#5b6170';
export const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

type Styled = Pick<ComponentProps<'td'>, 'className' | 'style' | 'children'>;

export function Table({ children, ...props }: Styled) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  );
}

export function Row(props: Styled & { align?: 'center' }) {
  return (
    <tr>
      <td {...props} />
    </tr>
  );
}

/** The frame of every mail: tables, because Outlook knows no other layout. */
export function MailLayout({
  brand,
  preview,
  title,
  children,
}: {
  brand: MailBrand;
  /** The preview text that an inbox shows beside the subject. */
  preview: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkOf(brand.theme)}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#f1f2f5' }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <Table className="page" style={{ background: '#f1f2f5' }}>
          <Row align="center" style={{ padding: '32px 16px' }}>
            <Table style={{ maxWidth: 560 }}>
              <Row
                className="text"
                style={{ padding: '0 4px 16px', fontFamily: FONT, fontSize: 20, fontWeight: 700, color: INK }}
              >
                {brand.logoUrl && (
                  <img
                    src={brand.logoUrl}
                    alt=""
                    height={32}
                    style={{ marginRight: 10, verticalAlign: 'middle', border: 0 }}
                  />
                )}
                {brand.name}
              </Row>
              <Row className="card" style={CARD}>
                <h1
                  className="text"
                  style={{ margin: '0 0 12px', fontSize: 22, lineHeight: '28px', color: INK }}
                >
                  {title}
                </h1>
                {children}
              </Row>
              <Row className="muted" style={FOOT}>
                Dúvidas? Escreva para{' '}
                <MailLink href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</MailLink>.
                {brand.seller && <div style={{ marginTop: 8, wordBreak: 'break-word' }}>{brand.seller}</div>}
              </Row>
            </Table>
          </Row>
        </Table>
      </body>
    </html>
  );
}

const CARD = {
  padding: 24,
  background: '#ffffff',
  border: '1px solid #dfe1e8',
  borderRadius: 10,
  fontFamily: FONT,
};
const FOOT = { padding: '16px 4px', fontFamily: FONT, fontSize: 13, lineHeight: '19px', color: MUTED };

export function MailText({ children }: { children: ReactNode }) {
  return (
    <p className="text" style={{ margin: '0 0 16px', fontSize: 15, lineHeight: '23px', color: INK }}>
      {children}
    </p>
  );
}

/** The type of a table that is read. */
export const TABLE = { margin: '0 0 16px', fontSize: 15, lineHeight: '21px', color: INK };

/** A second line under a first one. */
export function SmallText({ children }: { children: ReactNode }) {
  return (
    <div className="muted" style={{ fontSize: 13, color: MUTED }}>
      {children}
    </div>
  );
}

export function MailLink({
  href,
  style,
  children,
}: {
  href: string;
  style?: CSSProperties;
  children: ReactNode;
}) {
  return (
    <a className="link" href={href} style={{ ...style, color: '#1d57b8' }}>
      {children}
    </a>
  );
}

/** A button that is a table cell: the only kind with a clickable area in every mail program. */
export function MailButton({ theme, href, button }: { theme: Theme; href: string; button: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 16px' }}>
      <tbody>
        <tr>
          <td style={{ background: theme.accent, borderRadius: 8 }}>
            <a
              href={href}
              style={{
                display: 'inline-block',
                padding: '12px 22px',
                fontFamily: FONT,
                fontSize: 15,
                fontWeight: 700,
                color: theme['accent-ink'],
                textDecoration: 'none',
              }}
            >
              {button}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
