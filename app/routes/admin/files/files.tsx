import { FileX2, SearchX } from 'lucide-react';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { listSkinFiles, searchSkinFiles } from '#shop/delivery/files/list-skin-files.ts';
import { count } from '#shop/text/count.ts';
import type { Route } from './+types/files';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { PanelSearch } from '../panel/panel-search.tsx';
import { staffLoader } from '../staff-loader.ts';
import { FileRow } from './file-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Arquivos');

export const loader = staffLoader('files.manage', 'os arquivos', async ({ shop, url, listPages }) => {
  const { maxFileMb } = shop.settings;
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 100);
  if (query !== '') {
    const { found, total } = await searchSkinFiles(shop, query);
    return { query, entries: found, hidden: total - found.length, nextPage: null, maxFileMb };
  }
  const { entries, nextPage } = await listPages((cursor) => listSkinFiles(shop, { cursor }));
  return { query, entries: entries.map((file) => ({ ...file, file })), hidden: 0, nextPage, maxFileMb };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** What the shop delivers for each skin. A search finds skins without a file too. */
export default function AdminFiles({ loaderData }: Route.ComponentProps) {
  const query = 'failure' in loaderData ? '' : loaderData.query;
  return (
    <PanelPage
      title="Arquivos"
      about="O link que a equipe envia para uma skin fica guardado aqui e já vem preenchido no próximo pedido dela."
      tools={
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          <FileSearch query={query} />
          {'entries' in loaderData && loaderData.entries.some(({ file }) => file) && <CheckAll />}
        </div>
      }
      loaded={loaderData}
    >
      {({ entries, hidden, nextPage, maxFileMb }) => (
        <>
          <PanelList
            isLines
            nextPage={nextPage}
            rows={entries.map((found) => (
              <li key={found.sku}>
                <FileRow skin={found} file={found.file} maxFileMb={maxFileMb} />
              </li>
            ))}
          >
            {query === '' ? (
              <EmptyState
                icon={FileX2}
                title="A loja ainda não conhece nenhum arquivo"
                about="Envie os links de um pedido, ou pesquise uma skin e informe o link dela."
              />
            ) : (
              <EmptyState icon={SearchX} title={`Nenhuma skin encontrada para "${query}"`} />
            )}
          </PanelList>
          {hidden > 0 && (
            <p className="mt-4 text-center text-xs text-muted">
              Mais {count(hidden, 'skin', 'skins')}. Continue digitando para achar a sua.
            </p>
          )}
        </>
      )}
    </PanelPage>
  );
}

function CheckAll() {
  return (
    <OperationForm
      does="skin_files.check"
      done={{
        title: 'Verificação feita',
        description: 'O que não coube em 20 segundos é verificado pela loja na próxima hora.',
      }}
      failed="Erro ao verificar os arquivos"
      about="skin-file"
    >
      <SubmitButton variant="outline" loadingLabel="Verificando...">
        Verificar todos
      </SubmitButton>
    </OperationForm>
  );
}

function FileSearch({ query }: { query: string }) {
  const { search } = useGroupWords();
  return (
    <PanelSearch name="Arquivos" path="/admin/arquivos" query={query} label={search} placeholder={search} />
  );
}
