import { useEffect, useState } from 'react';
import { explainImportFile, IMPORT_FILE_REFUSALS } from '#app/doors/sentences/imports.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Button } from '#app/ui/form/button.tsx';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { readImports } from '#shop/moving/shown-import.ts';
import { Notice } from '../../messages/picture-field.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { readWait } from '../read-wait.ts';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/moving';
import { ImportCard } from './import-card.tsx';
import { SendImportForm } from './send-import-form.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mudança');

export const loader = staffLoader('moving', 'a mudança', async ({ shop, url }) => {
  const reason = url.searchParams.get('recusado') ?? '';
  const row = Number(url.searchParams.get('linha')) || null;
  const catalog = shop.catalog.current();
  const imports = await readImports(shop.db);
  const skus = new Set(
    imports.flatMap(({ unmatched }) => unmatched.flatMap(({ suggestions }) => suggestions)),
  );
  const names = [...skus].flatMap((sku) => {
    const skin = catalog.findSkin(sku);
    return skin ? [[sku, `${skin.name} (${skin.championName})`] as const] : [];
  });
  return {
    imports,
    names: Object.fromEntries(names),
    refused: Object.hasOwn(IMPORT_FILE_REFUSALS, reason)
      ? explainImportFile(reason as keyof typeof IMPORT_FILE_REFUSALS, row)
      : reason === 'exportando'
        ? 'Outra exportação ainda está sendo feita. Tente de novo em instantes.'
        : readWait(url.searchParams),
  };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

const LOOK_EVERY_MS = 2_000;

/** What comes from another shop, and how everything leaves this one. */
export default function Moving({ loaderData }: Route.ComponentProps) {
  const isRunning = 'imports' in loaderData && loaderData.imports.some(({ state }) => state === 'running');
  const refresh = useRefresh();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void refresh(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, refresh]);
  return (
    <PanelPage
      title="Mudança"
      about="Traga da outra loja o que ela vendeu e quem comprou: cada pessoa encontra na coleção o que já era dela. Ninguém recebe e-mail."
      width="max-w-[760px]"
      loaded={loaderData}
    >
      {({ imports, names, refused }) => (
        <>
          <section aria-labelledby="trazer">
            <h3 id="trazer" className="font-semibold">
              Trazer de outra loja
            </h3>
            <p className="mt-1 text-sm text-muted">
              A loja reconhece os arquivos que Nuvemshop, Shopify, WooCommerce e Tebex exportam, e a
              exportação dela mesma. Ela confere tudo antes e diz o que entraria; nada entra antes de você
              mandar.
            </p>
            <div id="enviar" className="mt-3 scroll-mt-20">
              <Notice text={refused} />
            </div>
            <SendImportForm />
            {imports.map((one) => (
              <ImportCard key={one.id} shown={one} names={names} />
            ))}
          </section>
          <section aria-labelledby="levar" className="mt-10 border-t border-line pt-6">
            <h3 id="levar" className="font-semibold">
              Levar embora
            </h3>
            <p className="mt-1 text-sm text-muted">
              Você pode sair. Um ZIP com pessoas, pedidos, produtos e arquivos em tabelas que a Shopify lê, e
              um fulgor.json que esta loja lê de volta. Senhas, CPFs e chaves não vão junto. Numa loja grande,
              use <code className="whitespace-nowrap">npm run export -- --to PASTA</code>.
            </p>
            <ExportForm />
          </section>
        </>
      )}
    </PanelPage>
  );
}

/** Its answer is a file, so nobody learns when that has come. */
function ExportForm() {
  const [isAsked, setAsked] = useState(false);
  return (
    <form method="post" action="/admin/mudanca/exportar" className="mt-3" onSubmit={() => setAsked(true)}>
      <Button type="submit" variant="outline">
        Baixar tudo
      </Button>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {isAsked && 'A loja está juntando tudo. O download começa sozinho quando estiver pronto.'}
      </p>
    </form>
  );
}
