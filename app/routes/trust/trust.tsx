import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Stars } from '#app/ui/skin/stars.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import { readTrust } from '#shop/trust/show-trust.ts';
import type { Trust } from '#shop/trust/trust.ts';
import { loadScreen } from '../load-screen.ts';
import type { Route } from './+types/trust';
import { describeDay, describeNewShop, describeStars, describeTrust, lateOf } from './trust-words.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Confiança',
    'Quantos pedidos chegaram no prazo, em quanto tempo e quantos tiveram dinheiro devolvido, contados pela própria loja.',
  );

const FAILED = {
  title: 'Erro ao contar os pedidos',
  description: 'Tente de novo em alguns instantes.',
};

export const loader = ({ context }: Route.LoaderArgs) =>
  loadScreen(context, FAILED, async () => ({ trust: await readTrust(getShop(context)) }));

/** What a stranger may know before buying: figures, and how they are counted. */
export default function TrustPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="gutter mx-auto max-w-[1120px] py-8 sm:py-14">
      <h1 className="text-2xl">Confiança</h1>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : (
        <>
          <Figures trust={loaderData.trust} />
          {loaderData.trust.by_day && <Days days={loaderData.trust.by_day} />}
          <HowCounted trust={loaderData.trust} />
        </>
      )}
    </div>
  );
}

function Figures({ trust }: { trust: Trust }) {
  const figures = describeTrust(trust);
  const stars = describeStars(trust);
  return (
    <>
      <p className="mt-5 max-w-[58ch] text-lg">
        {figures ? 'O que aconteceu com os pedidos desta loja até agora.' : describeNewShop(trust)}
      </p>
      {figures && (
        <dl className="mt-8 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
          {figures.map(({ name, value, note }) => (
            <div key={name} className="flex flex-col border-t border-line pt-5">
              <dt className="text-muted">{name}</dt>
              <dd className="mt-1.5 font-heading text-2xl font-extrabold tabular-nums">{value}</dd>
              <dd className="mt-1 text-sm text-muted">{note}</dd>
            </div>
          ))}
        </dl>
      )}
      {stars && (
        <p className="mt-7 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars stars={trust.stars.average ?? 0} className="h-4" />
          {stars}
        </p>
      )}
    </>
  );
}

/** One bar for each day, as high as its orders; what came late is in another colour, and is said in words. */
function Days({ days }: { days: NonNullable<Trust['by_day']> }) {
  const most = Math.max(1, ...days.map(({ orders }) => orders));
  return (
    <section aria-labelledby="days" className="pt-10 lg:pt-14">
      <h2 id="days" className="text-xl">
        Últimos 30 dias
      </h2>
      <ol className="mt-6 flex h-32 gap-[3px] border-b border-line sm:gap-1.5">
        {days.map((each) => (
          <li key={each.day} title={describeDay(each)} className="flex h-full flex-1 flex-col">
            <span style={{ flexGrow: most - each.orders }} />
            <span style={{ flexGrow: lateOf(each) }} className="bg-danger" />
            <span style={{ flexGrow: each.orders - lateOf(each) }} className="bg-accent" />
            <span className="sr-only">{describeDay(each)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-muted">
        Cada barra é um dia, com os pedidos pagos nele. A parte vermelha passou do prazo.
      </p>
    </section>
  );
}

function HowCounted({ trust }: { trust: Trust }) {
  return (
    <section aria-labelledby="counted" className="pt-10 lg:pt-14">
      <h2 id="counted" className="text-xl">
        Como contamos
      </h2>
      <div className="mt-5 flex max-w-[62ch] flex-col gap-4 text-base text-muted">
        <p>
          Entra todo pedido pago por PIX nesta loja. Ficam de fora os que a equipe lançou à mão, os que vieram
          de outra loja e os que um cupom deixou quase de graça, com as avaliações das skins deles.
        </p>
        <p>
          No prazo é o pedido que chegou até a hora prometida antes do pagamento. O que atrasou e ainda não
          chegou, ou foi cancelado depois dessa hora, conta como fora do prazo.
        </p>
        <p>
          Contado em {formatDateTime(new Date(trust.generated_at))}. Os mesmos números, assinados, estão em{' '}
          <a href="/api/trust" className="text-info underline underline-offset-2">
            /api/trust
          </a>
          , e a chave que confere a assinatura em{' '}
          <a
            href="/.well-known/fulgor-trust.json"
            className="break-all text-info underline underline-offset-2"
          >
            /.well-known/fulgor-trust.json
          </a>
          .
        </p>
      </div>
      <LinkButton to="/loja" size="large" className="mt-10">
        Acessar Loja
      </LinkButton>
    </section>
  );
}
