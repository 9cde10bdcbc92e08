import type { Look } from '#shop/brand/read-look.ts';
import { barePolicy, renderBarePage } from '../http/bare-page.tsx';

export const OFFLINE_PATH = '/sem-conexao';

/**
 * Reloads the page that was asked for; once the connection is back, by itself. It may have come back before this
 * listened, and a shop that restarts is away without the browser being offline.
 */
const SCRIPT = `const retry = () => location.reload();
document.querySelector('button').addEventListener('click', retry);
addEventListener('online', retry);
if (navigator.onLine) setTimeout(retry, 5000);`;

export const offlinePolicy = (look: Look) => barePolicy(look, SCRIPT);

/** The page that the service worker shows instead of the browser's own error. It is the same for everybody. */
export function renderOfflinePage(brandName: string, look: Look): string {
  return renderBarePage({
    brandName,
    look,
    title: 'Sem conexão',
    script: SCRIPT,
    children: (
      <>
        <svg width="48" height="48" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
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
      </>
    ),
  });
}
