import { Link } from 'react-router';
import { EVENT_WORDS } from '#app/doors/event-words.ts';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Badge, type BadgeTone } from '#app/ui/list/badge.tsx';
import type { ShownWebhook } from '#shop/programs/webhooks/webhook.ts';
import { EventBoxes } from './event-boxes.tsx';

/** Where other programs hear what happens, and a form for one more. */
export function WebhookSection({
  hooks,
  onMade,
}: {
  hooks: readonly ShownWebhook[];
  onMade: (made: unknown) => void;
}) {
  return (
    <section aria-labelledby="webhooks" className="mt-10 border-t border-line pt-5">
      <h3 id="webhooks" className="text-base">
        Webhooks
      </h3>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">
        A loja avisa o seu programa na hora em que algo acontece: um pedido pago, um atendimento aberto, um
        arquivo quebrado. Nenhum aviso leva nome, e-mail, documento ou texto de cliente.
      </p>
      {hooks.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {hooks.map((hook) => (
            <Hook key={hook.id} hook={hook} />
          ))}
        </ul>
      )}
      <OperationForm
        does="webhooks.create"
        failed="Erro ao criar webhook"
        done={{ title: 'Webhook criado', description: 'Copie o segredo no alto da tela.' }}
        about="program"
        clearsWhenDone
        onDone={(made) => {
          onMade(made);
          window.scrollTo({ top: 0 });
        }}
        className="mt-5 flex max-w-[640px] flex-col gap-4"
      >
        <h4 className="text-sm font-semibold">Novo webhook</h4>
        <Field
          label="Endereço *"
          name="url"
          type="url"
          required
          maxLength={2000}
          placeholder="https://programa.exemplo.com/avisos"
        />
        <Field label="Para que serve" name="description" maxLength={100} placeholder="Planilha de vendas" />
        <EventBoxes id="new-events" chosen={[]} />
        <SubmitButton loadingLabel="Criando..." className="sm:self-start">
          Criar webhook
        </SubmitButton>
      </OperationForm>
    </section>
  );
}

export function hookState({ active, switchedOffAt, failingSince }: ShownWebhook): {
  tone: BadgeTone;
  text: string;
} {
  if (switchedOffAt) return { tone: 'danger', text: 'Desligado pela loja' };
  if (!active) return { tone: 'neutral', text: 'Desligado' };
  return failingSince ? { tone: 'accent', text: 'Falhando' } : { tone: 'ok', text: 'Ligado' };
}

/** One that a later release dropped keeps its name. */
const nameEvent = (type: string) => EVENT_WORDS[type as keyof typeof EVENT_WORDS] ?? type;

function Hook({ hook }: { hook: ShownWebhook }) {
  const { id, url, description, events } = hook;
  const { tone, text } = hookState(hook);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <Link
          to={`/admin/programas/webhooks/${id}`}
          className="inline-flex min-h-11 items-center font-semibold break-all text-info underline underline-offset-2 hover:text-text"
        >
          {description || url}
        </Link>
        <p className="text-sm [overflow-wrap:anywhere] text-muted">
          {description && <>{url} · </>}
          {events.includes('*') ? 'todos os eventos' : events.map(nameEvent).join(', ')}
        </p>
      </div>
      <Badge tone={tone}>{text}</Badge>
    </li>
  );
}
