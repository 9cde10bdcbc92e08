import { createContext, use, type ReactNode } from 'react';
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

const MailTheme = createContext<Theme | null>(null);

/** Colours of the brand, within a `MailLayout`. */
export function useMailTheme(): Theme {
  const theme = use(MailTheme);
  if (!theme) throw new Error('useMailTheme must be used within a MailLayout');
  return theme;
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

export const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const LAYOUT = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0 } as const;

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
        <table {...LAYOUT} className="page" style={{ background: '#f1f2f5' }}>
          <tbody>
            <tr>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell of layout, no control */}
              <td align="center" style={{ padding: '32px 16px' }}>
                <table {...LAYOUT} style={{ maxWidth: 560 }}>
                  <tbody>
                    <tr>
                      <td
                        className="text"
                        style={{
                          padding: '0 4px 16px',
                          fontFamily: FONT,
                          fontSize: 20,
                          fontWeight: 700,
                          color: '#14161f',
                        }}
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
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="card"
                        style={{
                          padding: 24,
                          background: '#ffffff',
                          border: '1px solid #dfe1e8',
                          borderRadius: 10,
                          fontFamily: FONT,
                        }}
                      >
                        <h1
                          className="text"
                          style={{ margin: '0 0 12px', fontSize: 22, lineHeight: '28px', color: '#14161f' }}
                        >
                          {title}
                        </h1>
                        <MailTheme value={brand.theme}>{children}</MailTheme>
                      </td>
                    </tr>
                    <tr>
                      <MailFoot brand={brand} />
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function MailFoot({ brand }: { brand: MailBrand }) {
  return (
    <td
      className="muted"
      style={{
        padding: '16px 4px',
        fontFamily: FONT,
        fontSize: 13,
        lineHeight: '19px',
        color: '#5b6170',
      }}
    >
      Dúvidas? Escreva para{' '}
      <a className="link" href={`mailto:${brand.supportEmail}`} style={{ color: '#1d57b8' }}>
        {brand.supportEmail}
      </a>
      .{brand.seller && <div style={{ marginTop: 8, wordBreak: 'break-word' }}>{brand.seller}</div>}
    </td>
  );
}

export function MailText({ children }: { children: ReactNode }) {
  return (
    <p className="text" style={{ margin: '0 0 16px', fontSize: 15, lineHeight: '23px', color: '#14161f' }}>
      {children}
    </p>
  );
}

/** What a person typed, with their own line breaks. */
export function TypedText({ children }: { children: string }) {
  return (
    <MailText>
      <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{children}</span>
    </MailText>
  );
}

/** A button that is a table cell: the only kind with a clickable area in every mail program. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  const theme = useMailTheme();
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
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
