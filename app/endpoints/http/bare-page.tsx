import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Look } from '#shop/brand/read-look.ts';
import inter from '../../fonts/inter.woff2?url';
import { HEADING_FONTS } from '../../heading-fonts.ts';
import { digestOf } from './print-style.ts';

/** The other files that a bare page needs. */
export const bareAssets = ({ typeface }: Look) => [inter, HEADING_FONTS[typeface]];

// The page loads no style sheet of the shop, so it holds its look.
const styleOf = ({ theme, typeface }: Look) => `
@font-face { font-family: Inter; font-weight: 400 700; src: url(${inter}) format('woff2') }
@font-face { font-family: Heading; font-weight: 600 800; src: url(${HEADING_FONTS[typeface]}) format('woff2') }
* { box-sizing: border-box; margin: 0 }
html { color-scheme: dark; background: ${theme.ink} }
body { min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; color: ${theme.text}; font: 17px/1.5 Inter, system-ui, sans-serif }
main { max-width: 30rem }
svg { display: block; color: ${theme.accent}; margin-bottom: 20px }
h1 { font: 700 36px/1.15 Heading, system-ui, sans-serif; letter-spacing: -.01em }
p { margin-top: 14px; text-wrap: pretty }
.kept { color: ${theme.muted}; font-size: 15px }
a, button { display: inline-flex; align-items: center; min-height: 48px; margin-top: 28px; padding: 8px 28px; border-radius: 8px; background: ${theme.accent}; color: ${theme['accent-ink']}; border: 0; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
:is(a, button):focus-visible { outline: 2px solid ${theme.accent}; outline-offset: 2px }
`;

// What holds a page for longer would hold its nonce too, so a script is named by its digest.
export const barePolicy = (look: Look, script?: string) =>
  [
    `default-src 'none'`,
    `style-src ${digestOf(styleOf(look))}`,
    ...(script === undefined ? [] : [`script-src ${digestOf(script)}`]),
    `font-src 'self'`,
    `img-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

interface BarePage {
  brandName: string;
  look: Look;
  title: string;
  script?: string;
  children: ReactNode;
}

/** A page outside of the app, in the shop's look. */
export function renderBarePage({ brandName, look, title, script, children }: BarePage): string {
  const page = (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={look.theme.surface} />
        <title>{`${title} · ${brandName}`}</title>
        <style dangerouslySetInnerHTML={{ __html: styleOf(look) }} />
      </head>
      <body>
        <main>{children}</main>
        {script !== undefined && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
