import { writeDay } from '#shop/text/write-day.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import type { ComparedDay } from '#shop/ledger/reconciliation/compare-days.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { differenceWords } from './difference-words.ts';

type Shown = ComparedDay & {
  label: string;
  spoken: string;
  /** The provider lists no payments, so the day agrees where the bank's statement does. */
  hasNoList: boolean;
};

/** One day of one provider: what each side says, and where they differ. */
export function DayRow({ shown }: { shown: Shown }) {
  const { day, label, spoken, differences, hasNoList } = shown;
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
          {differences.length > 0 ? (
            <Badge tone="danger">
              {differences.length === 1 ? '1 diferença' : `${differences.length} diferenças`}
            </Badge>
          ) : (
            isCompared && <Badge tone="ok">Confere</Badge>
          )}
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
      {differences.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2 border-l-2 border-danger/40 pl-3 text-sm">
          {differences.map((difference) => {
            const { title, happened } = differenceWords(difference, spoken);
            const id = difference.gateway_charge_id ?? difference.end_to_end_id;
            return (
              <li key={difference.key}>
                <strong className="font-semibold">{title}.</strong> {happened}
                {id && (
                  <span className="block text-xs [overflow-wrap:anywhere] text-muted">Cobrança {id}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}
