import { CircleCheck, FlaskConical } from 'lucide-react';
import { data } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop } from '#app/request-context.ts';
import { buttonClass } from '#app/ui/form/button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Price } from '#app/ui/skin/price.tsx';
import { findSimulatedCharge } from '#shop/payments/charges/find-simulated-charge.ts';
import type { Route } from './+types/simulate';

/** `/simulator/{chargeId}`: the payer's bank app, for a phone that scanned the code. Needs no account, shows no person. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const charge = isUuid(params.chargeId) ? await findSimulatedCharge(shop, params.chargeId) : null;
  if (!charge) throw data(null, { status: 404 });
  return { charge, payee: shop.settings.brandName };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Simulação de pagamento');

export default function Simulate({ loaderData }: Route.ComponentProps) {
  const { charge, payee } = loaderData;
  return (
    <main className="mx-auto flex min-h-dvh max-w-[420px] flex-col justify-center gap-6 p-4">
      <p className="flex items-center gap-2 text-sm font-semibold text-info">
        <FlaskConical aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Simulação: nenhum dinheiro é movimentado
      </p>
      <div className="rounded-card border border-dashed border-info/60 bg-surface p-5">
        <h1 className="text-lg">{charge.isPaid ? 'Pagamento simulado concluído' : 'Pagar com PIX'}</h1>
        <dl className="mt-4 flex flex-col gap-2 text-sm">
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">Para</dt>
            <dd className="font-medium break-words">{payee}</dd>
          </div>
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">Valor</dt>
            <dd className="font-heading text-xl font-bold text-accent">
              <Price cents={charge.amountCents} />
            </dd>
          </div>
        </dl>
        {charge.isPaid ? (
          <>
            <p className="mt-5 flex items-center gap-2 text-sm text-ok">
              <CircleCheck aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
              A loja já recebeu. Pode fechar esta página.
            </p>
            <DisputeSteps charge={charge} />
          </>
        ) : (
          <>
            {charge.isExpired && (
              <p className="mt-4 text-sm text-muted">
                O prazo deste código acabou. Um pagamento atrasado ainda é aceito pela loja.
              </p>
            )}
            {/* A plain form: it works before and without scripts, on any phone. */}
            <form method="post" action={`/simulator/pay/${charge.id}`} className="mt-5">
              <button type="submit" className={buttonClass('accent', 'w-full', 'large')}>
                Pagar agora (simulação)
              </button>
            </form>
          </>
        )}
      </div>
    </main>
  );
}

const DISPUTES = {
  open: 'Contestação aberta: a loja já foi avisada.',
  won: 'A loja ganhou a contestação.',
  lost: 'A loja perdeu a contestação: o valor voltou para quem pagou.',
} as const;

/** What the payer's bank may do later: open a dispute and decide it. */
function DisputeSteps({ charge: { id, dispute } }: { charge: Route.ComponentProps['loaderData']['charge'] }) {
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h2 className="text-sm font-semibold">Contestação (simulação)</h2>
      {dispute && <p className="mt-1 text-sm text-muted">{DISPUTES[dispute]}</p>}
      <form method="post" action={`/simulator/dispute/${id}`} className="mt-3 flex flex-col gap-2">
        {dispute === 'open' ? (
          <>
            <button type="submit" name="do" value="won" className={buttonClass('outline', 'w-full')}>
              Decidir a favor da loja
            </button>
            <button type="submit" name="do" value="lost" className={buttonClass('outline', 'w-full')}>
              Decidir contra a loja
            </button>
          </>
        ) : (
          dispute !== 'lost' && (
            <button type="submit" name="do" value="open" className={buttonClass('outline', 'w-full')}>
              Contestar este pagamento
            </button>
          )
        )}
      </form>
    </div>
  );
}
