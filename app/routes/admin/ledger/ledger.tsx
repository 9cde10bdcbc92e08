import { writeDay } from '#shop/text/write-day.ts';
import { Scale } from 'lucide-react';
import { explainStatement, STATEMENT_REFUSALS } from '#app/doors/sentences/ledger.ts';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { findMonthToClose, findUnknownFees, readClosings } from '#shop/ledger/closings/close-month.ts';
import { compareDays } from '#shop/ledger/reconciliation/compare-days.ts';
import { countDifferences, readSettled } from '#shop/ledger/reconciliation/list-differences.ts';
import { MOST_COMPARED_DAYS } from '#shop/ledger/reconciliation/show-reconciliation.ts';
import { addDays, countDays, dayOf, readSpan } from '#shop/numbers/day-span.ts';
import { nameProvider } from '#shop/payments/name-provider.ts';
import { count } from '#shop/text/count.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { Notice } from '../../messages/picture-field.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { readWait } from '../read-wait.ts';
import { SendFileForm } from '../send-file-form.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/ledger';
import { ClosingSection } from './closing-section.tsx';
import { DayRow } from './day-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Conferência');

const FIRST_SHOWN_DAYS = 14;
const MOST_BANK_ROWS = 100;

export const loader = staffLoader('reconciliation', 'a conferência', async ({ shop, url }) => {
  const today = dayOf(shop.now());
  const query = url.searchParams;
  const asked = readSpan(query, today);
  const isReadable = asked.ok && countDays(asked.span) <= MOST_COMPARED_DAYS;
  const first = { from: addDays(today, 1 - FIRST_SHOWN_DAYS), to: today };
  const span = isReadable && query.has('from') ? asked.span : first;
  const month = await findMonthToClose(shop);
  const { days, matches } = await compareDays(shop.db, span);
  const settled = await readSettled(
    shop,
    days.flatMap(({ differences }) => differences),
  );
  const onlyBank = matches.rows.filter(
    (row) => row.day >= span.from && row.day <= span.to && !matches.ofRow.has(row),
  );
  return {
    today,
    span,
    refusal: isReadable ? null : `Escolha até ${MOST_COMPARED_DAYS} dias, do primeiro ao último.`,
    days: days.toReversed().map((day) => {
      const gateway = shop.gatewayFor(day.gateway);
      const hasNoList = gateway !== null && !('findRecentPayments' in gateway);
      const differences = day.differences.map((each) => ({
        ...each,
        settled: settled.get(each.key) ?? null,
      }));
      return { ...day, differences, ...nameProvider(shop, day.gateway), hasNoList };
    }),
    onlyBank: onlyBank.slice(0, MOST_BANK_ROWS).map(({ digest, day, cents }) => ({ digest, day, cents })),
    bankRows: onlyBank.length,
    month,
    openDifferences: month === null ? 0 : await countDifferences(shop, month),
    closings: await readClosings(shop.db),
    unknownFees: await findUnknownFees(shop.db),
    said: readWait(query) ?? describeUpload(query),
  };
});

/** What became of a file that was just sent. */
function describeUpload(query: URLSearchParams): string | undefined {
  const [reason, read] = [query.get('recusado') ?? '', query.get('lidos')];
  if (read !== null) {
    const own = Number(query.get('conferem'));
    const all = count(Number(read), 'lançamento', 'lançamentos');
    return `Extrato lido: ${own} de ${all} ${own === 1 ? 'é' : 'são'} da loja.`;
  }
  if (!Object.hasOwn(STATEMENT_REFUSALS, reason)) return undefined;
  const row = Number(query.get('linha'));
  return explainStatement({
    reason: reason as keyof typeof STATEMENT_REFUSALS,
    ...(row > 0 && { row, text: (query.get('texto') ?? '').slice(0, 40) }),
  });
}

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** The shop's books beside those of its providers and its bank, and the months that are closed. */
export default function AdminLedger({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage
      title="Conferência"
      about="Cada dia, o que a loja contou, o que o provedor listou e o que o extrato do banco mostra. Se o provedor tem lista, ela é lida depois que o dia acaba; se não tem, a loja confere só com o extrato. O que difere também fica em Atenção."
      loaded={loaderData}
    >
      {(shown) => (
        <>
          <SpanFields {...shown} />
          {shown.days.length === 0 ? (
            <EmptyState icon={Scale} title="Nenhum movimento nestes dias" />
          ) : (
            <ul className="mt-4 divide-y divide-line border-y border-line">
              {shown.days.map((day) => (
                <DayRow key={`${day.day} ${day.gateway}`} shown={day} />
              ))}
            </ul>
          )}
          <section id="extrato" aria-labelledby="extrato-nome" className="mt-8 scroll-mt-20">
            <h3 id="extrato-nome" className="font-semibold">
              Extrato do banco
            </h3>
            <p className="mt-1 mb-3 max-w-[68ch] text-sm text-muted">
              Exporte o extrato da conta em OFX no site do banco e envie aqui. O mesmo lançamento enviado duas
              vezes conta uma; do texto do banco a loja guarda só dia, valor e identificador.
            </p>
            <Notice text={shown.said} />
            <SendStatementForm />
            <BankRows {...shown} />
          </section>
          <ClosingSection {...shown} />
        </>
      )}
    </PanelPage>
  );
}

function SpanFields({
  span,
  today,
  refusal,
}: {
  span: { from: string; to: string };
  today: string;
  refusal: string | null;
}) {
  const day = { type: 'date', max: today, required: true } as const;
  return (
    <form
      key={`${span.from} ${span.to}`}
      method="get"
      action="/admin/conferencia"
      aria-label="Período"
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[10rem_10rem_auto] sm:justify-start"
    >
      <TextField {...day} name="from" label="De" defaultValue={span.from} />
      <TextField {...day} name="to" label="Até" defaultValue={span.to} />
      <Button type="submit" variant="outline" className="col-span-2 sm:col-span-1">
        Ver período
      </Button>
      {refusal !== null && (
        <p role="alert" className="col-span-full text-xs text-danger">
          {refusal}
        </p>
      )}
    </form>
  );
}

function SendStatementForm() {
  return (
    <SendFileForm
      action="/admin/conferencia/enviar"
      button="Enviar e conferir"
      className="mt-3 flex flex-col gap-3 sm:flex-row sm:items-end"
    >
      <TextField
        label="Arquivo OFX"
        name="file"
        type="file"
        required
        accept=".ofx,application/x-ofx"
        className="min-w-0 grow [&_input]:py-2 [&_input]:file:mr-3 [&_input]:file:font-semibold"
      />
    </SendFileForm>
  );
}

function BankRows({
  onlyBank,
  bankRows,
}: {
  onlyBank: { digest: string; day: string; cents: number }[];
  bankRows: number;
}) {
  if (bankRows === 0) return null;
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5 text-info underline underline-offset-2">
        Só no extrato, nestes dias: {count(bankRows, 'lançamento', 'lançamentos')}
      </summary>
      <ul className="mt-1 max-w-sm divide-y divide-line tabular-nums">
        {onlyBank.map(({ digest, day, cents }) => (
          <li key={digest} className="flex justify-between gap-4 py-2">
            <span className="text-muted">{writeDay(day)}</span> {formatReais(cents)}
          </li>
        ))}
      </ul>
      {bankRows > onlyBank.length && <p className="mt-2 text-muted">E mais {bankRows - onlyBank.length}.</p>}
    </details>
  );
}
