import type { ReactNode } from 'react';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import type { ShownCatalog } from '#shop/file-catalogs/shown-catalog.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { CatalogProblems } from './catalog-problems.tsx';
import { SendCatalogForm } from './send-catalog-form.tsx';

/** A catalogue of a file: what was found in it, and what can be done with it. */
export function FileCatalogCard({ catalog, isOnSale }: { catalog: ShownCatalog; isOnSale: boolean }) {
  const { id, name, problems, isWaiting, publishedAt } = catalog;
  const fixed = { catalogId: id };
  return (
    <article
      id={`catalogo-${id}`}
      aria-labelledby={`catalogo-${id}-nome`}
      className="mt-4 scroll-mt-20 rounded-card border border-line bg-surface p-4"
    >
      <h4 id={`catalogo-${id}-nome`} className="font-semibold [overflow-wrap:anywhere]">
        {name}
      </h4>
      <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
        {describeState(catalog, isOnSale)} Arquivo {catalog.fileName}, enviado em{' '}
        <span className="tabular-nums">{formatDateTime(catalog.triedAt)}</span>.
      </p>
      <p className="mt-2 text-sm">
        {count(catalog.items, 'item', 'itens')} em {count(catalog.groups, 'grupo', 'grupos')}
        {problems.length > 0 ? '. Nada do arquivo entra enquanto houver problemas:' : '. Nenhum problema.'}
      </p>
      {problems.length > 0 && <CatalogProblems problems={problems} />}
      {catalog.ignoredColumns.length > 0 && (
        <p className="mt-2 text-sm text-muted [overflow-wrap:anywhere]">
          A loja não usa estas colunas: {catalog.ignoredColumns.join(', ')}.
        </p>
      )}
      {isWaiting && (
        <OperationForm
          does="catalogs.publish"
          fixed={fixed}
          failed="O catálogo não foi publicado"
          done={{ title: 'Catálogo publicado', description: 'Já está à venda.' }}
          about="catalog"
          className="mt-3"
        >
          <SubmitButton loadingLabel="Publicando..." className="w-full sm:w-auto">
            {publishedAt ? 'Publicar o arquivo novo' : 'Publicar'}
          </SubmitButton>
        </OperationForm>
      )}
      <Fold title="Nomes">
        <OperationForm
          does="catalogs.describe"
          fixed={fixed}
          failed="Os nomes não foram salvos"
          done={{ title: 'Nomes salvos' }}
          about="catalog"
          className="grid gap-3 sm:grid-cols-3"
        >
          <Field label="Nome do catálogo" name="name" defaultValue={name} maxLength={60} required />
          <Field
            label="Um grupo é"
            hint="Como arma ou pacote."
            name="groupWord"
            defaultValue={catalog.groupWord}
            maxLength={30}
            required
          />
          <Field
            label="Vários são"
            hint="Como armas ou pacotes."
            name="groupWords"
            defaultValue={catalog.groupWords}
            maxLength={30}
            required
          />
          <SubmitButton variant="outline" loadingLabel="Salvando..." className="sm:justify-self-start">
            Salvar nomes
          </SubmitButton>
        </OperationForm>
      </Fold>
      <Fold title="Trocar o arquivo">
        <p className="text-sm text-muted">
          O arquivo novo é conferido primeiro, e o que está à venda só muda quando você publicar. Imagens já
          enviadas não precisam vir de novo.
        </p>
        <SendCatalogForm catalogId={id} label="Conferir" variant="outline" />
      </Fold>
      <Fold title="Remover">
        <p className="text-sm text-muted">
          O catálogo sai da loja. O que já foi vendido continua com quem comprou, com nome e imagem.
        </p>
        <OperationForm
          does="catalogs.delete"
          fixed={fixed}
          failed="O catálogo não foi removido"
          done={{ title: 'Catálogo removido' }}
          about="catalog"
          goneIsDone
          className="mt-3"
        >
          <SubmitButton variant="danger" loadingLabel="Removendo...">
            Remover {name}
          </SubmitButton>
        </OperationForm>
      </Fold>
    </article>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-1 border-t border-line first-of-type:mt-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">{title}</summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

function describeState({ isWaiting, publishedAt }: ShownCatalog, isOnSale: boolean): string {
  if (!publishedAt) return isWaiting ? 'Conferido, falta publicar.' : 'Ainda não entrou na loja.';
  const now = isOnSale ? 'À venda.' : 'Publicado, fora da venda.';
  return isWaiting ? `${now} Há um arquivo novo à espera.` : now;
}

const count = (number: number, one: string, many: string) =>
  `${groupThousands(number)} ${number === 1 ? one : many}`;
