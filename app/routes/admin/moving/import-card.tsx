import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { readPageCount } from '#app/ui/list/page-count.ts';
import type { ShownImport } from '#shop/moving/shown-import.ts';
import { count } from '#shop/text/count.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { CatalogProblems } from '../catalog/catalog-problems.tsx';
import { ProgressBar } from '../catalog/progress-bar.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { KIND_NAMES, sayCounts } from './import-words.ts';
import { MatchForm } from './match-form.tsx';

/** A file of another shop: what it would bring, what of it nobody understands, and what can be done. */
export function ImportCard({
  shown,
  names,
}: {
  shown: ShownImport;
  names: Readonly<Record<string, string>>;
}) {
  const { id, state, unclear, unclearRows, unmatched, skipped, unpaid, foreign } = shown;
  const pages = readPageCount(useSearchParams()[0]);
  const fixed = { importId: id };
  const isOpen = state === 'checked';
  const lacksColumns = shown.kind === 'columns' && !(shown.columns?.email && shown.columns.product);
  return (
    <article
      id={`arquivo-${id}`}
      aria-labelledby={`arquivo-${id}-nome`}
      className="mt-4 scroll-mt-20 rounded-card border border-line bg-surface p-4"
    >
      <h4 id={`arquivo-${id}-nome`} className="font-semibold [overflow-wrap:anywhere]">
        {KIND_NAMES[shown.kind]}
      </h4>
      <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
        Arquivo {shown.fileName}, enviado em{' '}
        <span className="tabular-nums">{formatDateTime(shown.madeAt)}</span>.
      </p>
      {shown.kind === 'columns' && isOpen && <ColumnsForm shown={shown} />}
      {!lacksColumns && <p className="mt-2 text-sm">{describe(shown)}</p>}
      {!lacksColumns && isOpen && skipped + unpaid > 0 && (
        <p className="mt-1 text-sm text-muted">
          {[
            skipped > 0 && `${count(skipped, 'pedido já veio', 'pedidos já vieram')} antes`,
            unpaid > 0 && `${count(unpaid, 'não foi pago', 'não foram pagos')} na outra loja`,
          ]
            .filter(Boolean)
            .join('; ')}
          . {skipped + unpaid === 1 ? 'Fica' : 'Ficam'} de fora.
        </p>
      )}
      {!lacksColumns && isOpen && foreign > 0 && (
        <p className="mt-1 text-sm text-muted">
          {count(foreign, 'pedido foi pago', 'pedidos foram pagos')} em outra moeda:{' '}
          {foreign === 1 ? 'vem' : 'vêm'} com o que foi comprado e sem os valores.
        </p>
      )}
      {state === 'running' && <ProgressBar name="Trazendo" done={shown.done} total={shown.of} />}
      {shown.failure && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {shown.failure}
        </p>
      )}
      {!lacksColumns && unclearRows > 0 && state !== 'undone' && (
        <Fold title={`${count(unclearRows, 'linha', 'linhas')} que não entendemos: ver`}>
          <CatalogProblems problems={unclear} />
          {unclear.length < unclearRows && (
            <p className="mt-2 text-sm text-muted">São mostradas as primeiras {unclear.length}.</p>
          )}
        </Fold>
      )}
      {!lacksColumns && isOpen && unmatched.length > 0 && (
        <Fold
          title={`${count(unmatched.length, 'produto sem skin correspondente', 'produtos sem skin correspondente')}: indicar`}
          isOpen={pages > 1}
        >
          <p className="text-sm text-muted">
            O que você disser vale também para os próximos arquivos. O que ficar sem skin entra no pedido pelo
            nome, e não na coleção.
          </p>
          <MatchForm importId={id} unmatched={unmatched} names={names} pages={pages} />
        </Fold>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {((isOpen && !lacksColumns) || state === 'failed') && (
          <OperationForm does="imports.run" fixed={fixed} failed="Nada entrou" about="import">
            <SubmitButton loadingLabel="Começando...">
              {state === 'failed' ? 'Continuar' : 'Trazer para a loja'}
            </SubmitButton>
          </OperationForm>
        )}
        {(state === 'done' || state === 'failed') && (
          <OperationForm
            does="imports.undo"
            fixed={fixed}
            failed="Não deu para desfazer"
            done={{
              title: 'Desfeito',
              description: 'Nada deste arquivo está mais na loja, a não ser quem tem pedidos de outro.',
            }}
            about="import"
          >
            <SubmitButton variant="outline" loadingLabel="Desfazendo...">
              Desfazer
            </SubmitButton>
          </OperationForm>
        )}
      </div>
    </article>
  );
}

function Fold({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="mt-1 border-t border-line first-of-type:mt-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">{title}</summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

function describe({ state, wouldCreate, created, done, of }: ShownImport): string {
  switch (state) {
    case 'checked':
      return sayCounts('traria', wouldCreate);
    case 'running':
      return `Trazendo: ${count(done, 'linha', 'linhas')} de ${count(of, 'linha', 'linhas')}. Você pode sair desta página.`;
    case 'undone':
      return 'Desfeito: nada deste arquivo está na loja, a não ser quem tem pedidos de outro.';
    case 'failed':
    case 'done':
      return sayCounts('trouxe', created);
  }
}
