import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { buttonClass } from '#app/ui/form/button.tsx';
import type { Closing } from '#shop/ledger/closings/close-month.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';

const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthWords = (month: string) => MONTH.format(new Date(`${month}-15T12:00:00Z`));

/** The month that comes next, and those that are closed, each with its file for the accountant. */
export function ClosingSection({
  month,
  openDifferences,
  closings,
  unknownFees,
}: {
  /** null: none is over yet. */
  month: string | null;
  /** Of that month. */
  openDifferences: number;
  closings: Closing[];
  /** The ids of those in which some fee is not known. */
  unknownFees: string[];
}) {
  return (
    <section aria-labelledby="fechar" className="mt-10 border-t border-line pt-6">
      <h3 id="fechar" className="font-semibold">
        Fechar o mês
      </h3>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">
        Um mês fechado não muda mais: o arquivo é sempre o mesmo, com um número e um código que o liga ao mês
        anterior. O que for corrigido depois entra no mês seguinte.
      </p>
      {month === null ? (
        <p className="mt-3 text-sm">Nenhum mês à espera: dá para fechar o próximo quando ele acabar.</p>
      ) : (
        <>
          {openDifferences > 0 && (
            <p className="mt-3 text-sm text-info">
              {openDifferences === 1
                ? 'Este mês ainda tem 1 diferença em Atenção.'
                : `Este mês ainda tem ${openDifferences} diferenças em Atenção.`}{' '}
              Dá para fechar assim mesmo.
            </p>
          )}
          <OperationForm
            does="closings.make"
            fixed={{ month }}
            done={{ title: 'Mês fechado', description: 'O arquivo para a contabilidade está na lista.' }}
            failed="Erro ao fechar o mês"
            about="ledger"
            className="mt-3"
          >
            <SubmitButton loadingLabel="Fechando...">Fechar {monthWords(month)}</SubmitButton>
          </OperationForm>
        </>
      )}
      {closings.length > 0 && (
        <ul className="mt-6 divide-y divide-line border-y border-line">
          {closings.map((closing) => (
            <ClosingRow key={closing.id} closing={closing} isFeeUnknown={unknownFees.includes(closing.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ClosingRow({ closing, isFeeUnknown }: { closing: Closing; isFeeUnknown: boolean }) {
  const [fees, net] = [formatReais(closing.feesCents), formatReais(closing.netCents)];
  const knownFees = closing.feesCents === 0 ? 'não informa' : `${fees} ou mais`;
  const facts = [
    ['Recebido', formatReais(closing.grossCents)],
    ['Devolvido', formatReais(closing.refundedCents)],
    ['Tirado pelo banco', formatReais(closing.returnedCents)],
    ['Tarifas', isFeeUnknown ? knownFees : fees],
    ['Líquido', isFeeUnknown ? `${net} ou menos` : net],
  ] as const;
  return (
    <li className="flex flex-col gap-3 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="text-sm font-semibold">
          Nº {closing.number}, {monthWords(closing.month)}{' '}
          <span className="font-normal text-muted">
            {closing.orders === 1 ? '1 pedido' : `${groupThousands(closing.orders)} pedidos`}
          </span>
        </h4>
        <a href={`/api/admin/closings/${closing.id}.csv`} download className={buttonClass('outline')}>
          Baixar CSV<span className="sr-only"> de {monthWords(closing.month)}</span>
        </a>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-5">
        {facts.map(([term, fact]) => (
          <div key={term} className="min-w-0">
            <dt className="text-xs text-muted">{term}</dt>
            <dd className="mt-0.5 font-medium break-words tabular-nums">{fact}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs [overflow-wrap:anywhere] text-muted">Código {closing.hash}</p>
    </li>
  );
}
