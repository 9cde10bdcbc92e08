import { Link } from 'react-router';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { count } from '#shop/text/count.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { ProgressBar } from './progress-bar.tsx';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { CATALOG_FILE_REFUSALS } from '#app/doors/sentences/catalogs.ts';
import { readSource } from '#shop/catalog/sku.ts';
import { readCatalogs } from '#shop/file-catalogs/list-catalogs.ts';
import { readImportProgress, type ImportProgress } from '#shop/catalog/import/import-progress.ts';
import { pictureProgress, readPictureRecord } from '#shop/media/picture-record.ts';
import type { ShopContext } from '#shop/context.ts';
import { SETTINGS } from '#shop/settings/setting-table.ts';
import type { Route } from './+types/catalog-status';
import { FileCatalogs } from './file-catalogs.tsx';
import { PictureProgress } from './picture-progress.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { readWait } from '../read-wait.ts';
import { staffLoader } from '../staff-loader.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Catálogo');

export const loader = staffLoader('catalog', 'o catálogo', async ({ shop, url }) => {
  const catalog = shop.catalog.current();
  const forSale = catalog.skins.filter(({ sku, available }) => available && readSource(sku) !== null);
  const refusal = url.searchParams.get('recusado') ?? '';
  const { unencryptedConnections, preparePictures } = shop.settings;
  return {
    catalogs: await readCatalogs(shop.db),
    sources: shop.settings.catalogSources,
    refused: Object.hasOwn(CATALOG_FILE_REFUSALS, refusal)
      ? CATALOG_FILE_REFUSALS[refusal as keyof typeof CATALOG_FILE_REFUSALS][2]
      : readWait(url.searchParams),
    version: catalog.version,
    isDemo: catalog.source === 'demo',
    skins: forSale.length,
    champions: new Set(forSale.map(({ championId }) => championId)).size,
    importedAt: catalog.importedAt,
    progress: await readImportProgress(shop),
    pictures: await readPictures(shop, catalog),
    preparePictures,
    unencryptedConnections,
    missingSettings: (['modifierUrl', 'tutorialVideoUrl', 'socialUrl'] as const)
      .filter((key) => shop.settings[key] === null)
      .map((key) => SETTINGS[key].label),
  };
});

/**
 * Art of the demonstration catalogue is drawn on request, so it has no progress. A silent storage only hides this
 * line.
 */
async function readPictures(shop: ShopContext, catalog: Catalog) {
  if (catalog.source === 'demo') return null;
  try {
    return pictureProgress(catalog, await readPictureRecord(shop));
  } catch (error) {
    shop.log.warn('pictures.progress_unreadable', { error });
    return null;
  }
}

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

export default function CatalogStatus({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('catalog-import');
  return (
    <PanelPage title="Catálogo" width="max-w-[640px]" loaded={loaderData}>
      {(shown) => (
        <>
          <FileCatalogs catalogs={shown.catalogs} sources={shown.sources} refused={shown.refused} />
          <h3 className="mt-8 border-t border-line pt-6 font-semibold">Skins de campeões</h3>
          <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
            <dt className="text-muted">Versão</dt>
            <dd>{shown.isDemo ? 'catálogo de demonstração' : shown.version}</dd>
            <dt className="text-muted">Skins à venda</dt>
            <dd className="tabular-nums">
              {groupThousands(shown.skins)} de {count(shown.champions, 'campeão', 'campeões')}
            </dd>
            <dt className="text-muted">Importado em</dt>
            <dd className="tabular-nums">{formatDateTime(shown.importedAt)}</dd>
          </dl>
          <p className="mt-4 text-sm text-muted">
            A loja procura uma versão nova a cada hora. Enquanto a fonte não responde, vale a última versão
            boa.
          </p>
          <OperationForm
            does="catalog.import"
            failed="Erro ao atualizar catálogo"
            about="catalog"
            className="mt-5"
          >
            <SubmitButton loading={isRunning(shown.progress)} loadingLabel="Atualizando...">
              Atualizar catálogo
            </SubmitButton>
          </OperationForm>
          <div role="status" className="mt-4 min-h-12 text-sm">
            {shown.progress && <Progress progress={shown.progress} />}
          </div>
          {shown.pictures && <PictureProgress {...shown.pictures} isOff={!shown.preparePictures} />}
          {shown.missingSettings.length > 0 && (
            <div className="mt-6 rounded-card border border-line bg-surface p-4 text-sm">
              <h3 className="font-semibold">Ajustes que faltam</h3>
              <p className="mt-1 text-muted">
                Estes endereços ainda não foram definidos, e a loja mostra um aviso no lugar deles:{' '}
                {shown.missingSettings.join(', ')}.{' '}
                <Link
                  to="/admin/configuracoes"
                  className="-my-2.5 inline-block py-2.5 text-info underline underline-offset-2 hover:text-text"
                >
                  Abrir Configurações
                </Link>
              </p>
            </div>
          )}
          {shown.unencryptedConnections.length > 0 && (
            <div className="mt-6 rounded-card border border-line bg-surface p-4 text-sm">
              <h3 className="font-semibold">Conexões sem criptografia</h3>
              <ul className="mt-1 list-disc space-y-1 pl-5 text-muted">
                {shown.unencryptedConnections.map((sentence) => (
                  <li key={sentence} className="[overflow-wrap:anywhere]">
                    {sentence}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </PanelPage>
  );
}

const isRunning = (progress: ImportProgress | null) =>
  progress?.phase === 'asking' || progress?.phase === 'champions';

function Progress({ progress }: { progress: ImportProgress }) {
  switch (progress.phase) {
    case 'asking':
      return <p>Perguntando à fonte...</p>;
    case 'champions':
      return (
        <>
          <p className="tabular-nums">
            {progress.done} de {count(progress.total, 'campeão', 'campeões')}
          </p>
          <ProgressBar name="Campeões importados" done={progress.done} total={progress.total} />
        </>
      );
    case 'finished':
      return <p className="text-ok">Catálogo atualizado em {formatDateTime(new Date(progress.at))}.</p>;
    case 'failed':
      return (
        <p className="text-danger">
          A última atualização falhou em {formatDateTime(new Date(progress.at))}. Nada mudou: as skins à venda
          continuam as mesmas.
        </p>
      );
  }
}
