import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Look } from '#shop/brand/read-look.ts';
import inter from '../../fonts/inter.woff2?url';
import { HEADING_FONTS } from '../../heading-fonts.ts';

export const OFFLINE_PATH = '/sem-conexao';
/** The other files that the page needs. */
export const offlineAssets = ({ typeface }: Look) => [inter, HEADING_FONTS[typeface]];

// The page cannot load a style sheet of the shop, so it holds its look.
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
button { min-height: 48px; margin-top: 28px; padding: 8px 28px; border-radius: 8px; background: ${theme.accent}; color: ${theme['accent-ink']}; border: 0; font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 2px solid ${theme.accent}; outline-offset: 2px }
`;
/**
 * Reloads the page that was asked for; once the connection is back, by itself. It may have come back before this
 * listened, and a shop that restarts is away without the browser being offline.
 */
const SCRIPT = `const retry = () => location.reload();
document.querySelector('button').addEventListener('click', retry);
addEventListener('online', retry);
if (navigator.onLine) setTimeout(retry, 5000);`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
// The service worker caches this with the page, so a nonce would be the same for ever.
export const offlinePolicy = (look: Look) =>
  [
    `default-src 'none'`,
    `style-src ${hashOf(styleOf(look))}`,
    `script-src ${hashOf(SCRIPT)}`,
    `font-src 'self'`,
    `img-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** The page that the service worker shows instead of the browser's own error. It is the same for everybody. */
export function renderOfflinePage(brandName: string, look: Look): string {
  return `<!doctype html>${renderToStaticMarkup(<OfflinePage brandName={brandName} look={look} />)}`;
}

function OfflinePage({ brandName, look }: { brandName: string; look: Look }) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={look.theme.surface} />
        <title>{`Sem conexão · ${brandName}`}</title>
        <style dangerouslySetInnerHTML={{ __html: styleOf(look) }} />
      </head>
      <body>
        <main>
          <svg
            width="48"
            height="48"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            aria-hidden="true"
          >
            <path
              d="M3 3l18 18M5 12.6a10 10 0 0 1 4-2.4m4-.2a10 10 0 0 1 6 2.6M2 9a15 15 0 0 1 4-2.6M10.5 5.1A15 15 0 0 1 22 9M8.5 16a5 5 0 0 1 6.4-.4M12 20h.01"
              strokeWidth="1.75"
              strokeLinecap="round"
            />
          </svg>
          <h1>Sem conexão</h1>
          <p>
            Não deu para abrir esta página porque você está sem internet. Confira o Wi-Fi ou os dados móveis.
          </p>
          <p className="kept">
            Nada se perdeu: seu carrinho está guardado neste aparelho, e seus pedidos e sua coleção, na sua
            conta. Se você acabou de pagar, a confirmação chega mesmo com a loja fechada.
          </p>
          <button type="button">Tentar novamente</button>
        </main>
        <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
      </body>
    </html>
  );
}
