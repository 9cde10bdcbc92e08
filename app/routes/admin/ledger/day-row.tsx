import { writeDay } from '#shop/text/write-day.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import type { ComparedDay, Difference } from '#shop/ledger/reconciliation/compare-days.ts';
import type { Settled } from '#shop/ledger/reconciliation/list-differences.ts';
import { count } from '#shop/text/count.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { differenceWords } from './difference-words.ts';

type Shown = Omit<ComparedDay, 'differences'> & {
  differences: (Difference & { settled: Settled | null })[];
  label: string;
  spoken: string;
  /** The provider lists no payments, so the day agrees where the bank's statement does. */
  hasNoList: boolean;
};

/** One day of one provider: what each side says, and where they differ. */
export function DayRow({ shown }: { shown: Shown }) {
  const { day, label, spoken, differences, hasNoList, failure } = shown;
  const open = differences.filter(({ settled }) => settled === null).length;
  const done = differences.length - open;
  const isCompared = shown.providerCents !== null || (hasNoList && shown.isPosted);
  const sides = [
    ['Loja', shown.shopCents, ''],
    ['Provedor', shown.providerCents, hasNoList ? 'não tem lista' : 'não se sabe'],
    ['Banco', shown.bankCents, 'não se sabe'],
  ] as const;
  return (
    <li className="py-4">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <h4 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-semibold tabular-nums">
          {writeDay(day)} <span className="font-normal text-muted">{label}</span>
          {open > 0 && <Badge tone="danger">{count(open, 'diferença', 'diferenças')}</Badge>}
          {done > 0 && <Badge>{count(done, 'diferença resolvida', 'diferenças resolvidas')}</Badge>}
          {differences.length === 0 && isCompared && <Badge tone="ok">Confere</Badge>}
        </h4>
        <dl className="grid grid-cols-3 gap-x-4 sm:w-96 sm:text-right">
          {sides.map(([side, cents, unknown]) => (
            <div key={side} className="min-w-0">
              <dt className="text-xs text-muted">{side}</dt>
              <dd
                className={`mt-0.5 text-sm break-words tabular-nums ${cents === null ? 'text-muted' : 'font-medium'}`}
              >
                {cents === null ? unknown : formatReais(cents)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {failure !== null && (
        <p className="mt-2 max-w-[68ch] text-sm">
          A loja ainda não conseguiu ler a lista do provedor {spoken} deste dia e tenta de novo a cada hora,
          por noventa dias. <span className="[overflow-wrap:anywhere] text-muted">Detalhe: {failure}</span>
        </p>
      )}
      {differences.length > 0 && (
        <ul
          className={`mt-3 flex flex-col gap-2 border-l-2 pl-3 text-sm ${open > 0 ? 'border-danger/40' : 'border-line'}`}
        >
          {differences.map((difference) => {
            const { title, happened } = differenceWords(difference, spoken);
            const id = difference.gateway_charge_id ?? difference.end_to_end_id;
            return (
              <li key={difference.key}>
                <strong className="font-semibold">{title}.</strong> {happened}
                {id && (
                  <span className="block text-xs [overflow-wrap:anywhere] text-muted">Cobrança {id}</span>
                )}
                {difference.settled && <SettledNote settled={difference.settled} />}
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

function SettledNote({ settled: { at, by, note } }: { settled: Settled }) {
  return (
    <p className="max-w-[68ch] [overflow-wrap:anywhere] text-muted">
      Resolvida por {by ?? 'uma conta excluída'} em <Moment at={at} />: {note}
    </p>
  );
}
