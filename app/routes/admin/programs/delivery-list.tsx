import { ChevronRight, Send } from 'lucide-react';
import { Link } from 'react-router';
import { EVENT_WORDS } from '#app/doors/event-words.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import type { ShownDelivery } from '#shop/programs/webhooks/deliveries.ts';

type State = ShownDelivery['state'];

const STATES = {
  waiting: { tone: 'info', text: 'Esperando' },
  delivered: { tone: 'ok', text: 'Entregue' },
  failed: { tone: 'danger', text: 'Falhou' },
} as const;
const VIEWS: [State | null, string][] = [
  [null, 'Todos'],
  ['waiting', 'Esperando'],
  ['delivered', 'Entregues'],
  ['failed', 'Falharam'],
];

/** What was sent to a hook and what came back, newest first. Filters and pages are links. */
export function DeliveryList({
  hookId,
  entries,
  state,
  nextCursor,
}: {
  hookId: string;
  entries: readonly ShownDelivery[];
  state: State | null;
  nextCursor: string | null;
}) {
  const pathTo = (wanted: State | null, cursor?: string) =>
    `?${new URLSearchParams({ ...(wanted && { estado: wanted }), ...(cursor && { depois: cursor }) })}`;
  return (
    <section aria-labelledby="deliveries" className="mt-8 border-t border-line pt-5">
      <h3 id="deliveries" className="text-base">
        Envios
      </h3>
      <p className="mt-1 text-sm text-muted">A loja guarda cada envio por trinta dias.</p>
      <nav aria-label="Situação dos envios" className="mt-3">
        <ul className="flex flex-wrap gap-2">
          {VIEWS.map(([wanted, label]) => (
            <li key={label}>
              <Link
                to={pathTo(wanted)}
                aria-current={wanted === state ? 'page' : undefined}
                preventScrollReset
                className={`inline-flex min-h-11 items-center rounded-full border px-3.5 text-xs font-medium ${wanted === state ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text'}`}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {entries.length === 0 ? (
        <EmptyState icon={Send} title="Nenhum envio" />
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {entries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {nextCursor && (
        <LinkButton to={pathTo(state, nextCursor)} variant="outline" className="mt-4">
          Mais antigos
        </LinkButton>
      )}
      <OperationForm
        does="webhooks.resend_since"
        fixed={{ hookId }}
        failed="Erro ao reenviar"
        done={{ title: 'Reenvio a caminho', description: 'Cada aviso vai com o mesmo número de antes.' }}
        about="program"
        className="mt-5 flex max-w-[480px] flex-col gap-3"
      >
        <Field
          label="Reenviar tudo desde *"
          name="since"
          type="date"
          required
          hint="Também o que já chegou: o número de cada aviso diz ao programa o que ele já tem."
        />
        <SubmitButton variant="outline" loadingLabel="Reenviando..." className="sm:self-start">
          Reenviar
        </SubmitButton>
      </OperationForm>
    </section>
  );
}

function Delivery({ delivery }: { delivery: ShownDelivery }) {
  const { id, type, state, tries, createdAt, nextTryAt, status, response, body, webhookId } = delivery;
  const { tone, text } = STATES[state];
  const name = type in EVENT_WORDS ? EVENT_WORDS[type as keyof typeof EVENT_WORDS] : type;
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          />
          <span className="font-semibold">{name}</span>
          <Badge tone={tone}>{text}</Badge>
          <span className="ml-auto text-xs text-muted">
            <Moment at={createdAt} /> · {tries === 1 ? '1 tentativa' : `${tries} tentativas`}
            {status !== null && ` · HTTP ${status}`}
          </span>
        </summary>
        <div className="pb-4 sm:pl-7">
          <p className="text-xs break-all text-muted">
            Número <code>{webhookId}</code>
            {nextTryAt && (
              <>
                {' '}
                · próxima tentativa em <Moment at={nextTryAt} />
              </>
            )}
          </p>
          <Told title="O que foi enviado" text={indent(body)} />
          <Told title="O que voltou" text={response ?? 'Nada ainda.'} />
          <OperationForm
            does="webhooks.resend"
            fixed={{ deliveryId: id }}
            failed="Erro ao reenviar"
            done={{ title: 'Reenvio a caminho', description: 'O aviso vai com o mesmo número de antes.' }}
            about="program"
            className="mt-3"
          >
            <SubmitButton variant="outline" loadingLabel="Reenviando...">
              Reenviar<span className="sr-only"> {name}</span>
            </SubmitButton>
          </OperationForm>
        </div>
      </details>
    </li>
  );
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <figure className="mt-3">
      <figcaption className="text-xs font-medium">{title}</figcaption>
      <pre className="mt-1 rounded-control bg-raised p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text === '' ? 'Corpo vazio.' : text}
      </pre>
    </figure>
  );
}

const indent = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
