import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Badge, type BadgeTone } from '#app/ui/list/badge.tsx';
import type { ListedProvider } from '#shop/payments/providers/list-providers.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { formatRate, NOTHING } from '../numbers/number-words.ts';

/** One provider: its place among the others, how it does, and what can be done about it. */
export function ProviderRow({
  provider,
  place,
  sellsNow,
  isOnlyOne,
}: {
  provider: ListedProvider;
  /** From 0. */
  place: number;
  sellsNow: boolean;
  isOnlyOne: boolean;
}) {
  const { name, label, state, sells, lastError } = provider;
  const [tone, words] = stateWords(provider, sellsNow);
  const isPaused = state === 'paused';
  return (
    <li className="flex flex-col gap-4 py-5">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start sm:justify-between">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-base font-semibold tracking-normal">
            {sells && `${place + 1}. `}
            {label} <Badge tone={tone}>{words}</Badge>
          </h3>
          {lastError && <p className="mt-1 max-w-[60ch] text-sm text-muted">{lastError}</p>}
        </div>
        {sells && (
          <div className="flex shrink-0 flex-wrap gap-2">
            {place > 0 && (
              <OperationForm
                does="providers.raise"
                fixed={{ name }}
                failed="Erro ao mudar a ordem"
                about="provider"
              >
                <SubmitButton variant="outline" loadingLabel="Mudando...">
                  Subir<span className="sr-only"> {label} na ordem</span>
                </SubmitButton>
              </OperationForm>
            )}
            {isPaused ? (
              <OperationForm
                does="providers.resume"
                fixed={{ name }}
                done={{ title: `${label} voltou a vender` }}
                failed="Erro ao voltar a vender"
                about="provider"
              >
                <SubmitButton loadingLabel="Voltando...">
                  Voltar a vender<span className="sr-only"> por {label}</span>
                </SubmitButton>
              </OperationForm>
            ) : (
              !isOnlyOne && (
                <OperationForm
                  does="providers.pause"
                  fixed={{ name }}
                  done={{
                    title: `${label} parado`,
                    description: 'As próximas vendas vão para os outros provedores.',
                  }}
                  failed="Erro ao parar"
                  about="provider"
                >
                  <SubmitButton variant="danger" loadingLabel="Parando...">
                    Parar este<span className="sr-only">: {label}</span>
                  </SubmitButton>
                </OperationForm>
              )
            )}
          </div>
        )}
      </div>
      <ProviderFigures provider={provider} />
    </li>
  );
}

function stateWords({ state, isBack, sells }: ListedProvider, sellsNow: boolean): [BadgeTone, string] {
  if (!sells) return ['neutral', 'Fora da lista'];
  if (state === 'paused') return ['neutral', 'Parado'];
  if (isBack) return ['info', 'Voltando'];
  if (state === 'refusing') return ['danger', 'Recusando'];
  if (state === 'silent') return ['danger', 'Sem resposta'];
  return sellsNow ? ['ok', 'Vendendo agora'] : ['info', 'De reserva'];
}

function ProviderFigures({ provider }: { provider: ListedProvider }) {
  const { created, paid, createdToPaid, secondsToCodeP50, openCharges } = provider;
  const { receivedCents, feesCents, isFeeUnknown } = provider;
  const fees = isFeeUnknown && feesCents === 0 ? 'não informa' : formatReais(feesCents);
  const facts = [
    [
      'Códigos pagos',
      created === 0
        ? NOTHING
        : `${groupThousands(paid)} de ${groupThousands(created)} (${formatRate(createdToPaid)})`,
    ],
    ['Tempo até o código', secondsToCodeP50 === null ? NOTHING : secondsWords(secondsToCodeP50)],
    ['Códigos em aberto', groupThousands(openCharges)],
    ['Recebido', formatReais(receivedCents)],
    ['Tarifas', isFeeUnknown && feesCents > 0 ? `${fees} ou mais` : fees],
    ['Líquido', isFeeUnknown && feesCents === 0 ? NOTHING : formatReais(receivedCents - feesCents)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-6">
      {facts.map(([term, fact]) => (
        <div key={term} className="min-w-0">
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="mt-0.5 font-medium break-words tabular-nums">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** '0,8 s'. */
const secondsWords = (seconds: number) =>
  seconds < 0.1 ? 'menos de 0,1 s' : `${seconds.toFixed(1).replace('.', ',')} s`;
