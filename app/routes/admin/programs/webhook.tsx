import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { data, useActionData, useNavigate } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { BackLink } from '#app/ui/form/back-link.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import { findWebhook } from '#shop/programs/webhooks/change-webhooks.ts';
import { isDeliveryState, listDeliveries } from '#shop/programs/webhooks/deliveries.ts';
import type { ShownWebhook } from '#shop/programs/webhooks/webhook.ts';
import { AskedAction } from '../asked-action.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/webhook';
import { DeliveryList } from './delivery-list.tsx';
import { EventBoxes } from './event-boxes.tsx';
import { NewSecret } from './new-key-form.tsx';
import { hookState } from './webhook-section.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Webhook');

export const loader = staffLoader('webhooks', 'o webhook', async ({ shop, params, url }) => {
  const id = (params.hookId ?? '').toLowerCase();
  const hook = isUuid(id) ? await findWebhook(shop, id) : null;
  if (!hook) return data({ hook: null }, { status: 404 });
  const asked = url.searchParams.get('estado');
  const state = isDeliveryState(asked) ? asked : null;
  const cursor = url.searchParams.get('depois');
  return { hook, state, ...(await listDeliveries(shop, { hookId: id, state, cursor })) };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** One hook: what it hears, what was sent to it and what came back. */
export default function AdminWebhook({ loaderData }: Route.ComponentProps) {
  const posted = useActionData<FormAnswer>();
  const [made, setMade] = useState<unknown>(null);
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  const { hook } = loaderData;
  if (!hook) return <GoneHook />;
  const { tone, text } = hookState(hook);
  return (
    <article className="max-w-[960px] pt-2">
      <BackLink to="/admin/programas">Programas</BackLink>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 text-lg break-all">{nameOf(hook)}</h2>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="mt-1 text-sm break-all text-muted">{hook.url}</p>
      <HookNote hook={hook} />
      <NewSecret made={made ?? (posted?.ok ? posted.value : null)} />
      <Tools hook={hook} onMade={setMade} />
      <DeliveryList
        hookId={hook.id}
        entries={loaderData.entries}
        state={loaderData.state}
        nextCursor={loaderData.nextCursor}
      />
      <EditForm hook={hook} />
    </article>
  );
}

const nameOf = ({ description, url }: ShownWebhook) => description || new URL(url).host;

function GoneHook() {
  return (
    <EmptyState as="h2" icon={SearchX} title="Este webhook não existe mais">
      <LinkButton to="/admin/programas" variant="outline">
        Ver os programas
      </LinkButton>
    </EmptyState>
  );
}

function HookNote({ hook: { active, switchedOffAt, failingSince } }: { hook: ShownWebhook }) {
  if (switchedOffAt)
    return (
      <p className="mt-3 max-w-[68ch] text-sm text-danger">
        A loja parou de chamar em <Moment at={switchedOffAt} />: o programa recusou os avisos ou passou cinco
        dias sem receber nenhum. Mande um teste, ligue de novo e reenvie o que ficou para trás.
      </p>
    );
  if (!active)
    return (
      <p className="mt-3 max-w-[68ch] text-sm text-muted">
        Os avisos ficam guardados abaixo. Ligar de novo não envia os antigos: use Reenviar.
      </p>
    );
  return failingSince ? (
    <p className="mt-3 max-w-[68ch] text-sm text-muted">
      Nenhum aviso chega desde <Moment at={failingSince} />. Depois de cinco dias assim, a loja desliga o
      webhook.
    </p>
  ) : null;
}

function Tools({ hook, onMade }: { hook: ShownWebhook; onMade: (made: unknown) => void }) {
  const { id: hookId, active } = hook;
  const navigate = useNavigate();
  const form = { fixed: { hookId }, about: 'program' } as const;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <OperationForm
        {...form}
        does="webhooks.ping"
        failed="Erro ao mandar o teste"
        done={{ title: 'Teste a caminho', description: 'O resultado aparece na lista em instantes.' }}
      >
        <SubmitButton variant="outline" loadingLabel="Mandando...">
          Mandar teste
        </SubmitButton>
      </OperationForm>
      <OperationForm
        {...form}
        fixed={{ hookId, active: String(!active) }}
        does="webhooks.change"
        failed="Erro ao mudar o webhook"
      >
        <SubmitButton variant="outline" loadingLabel={active ? 'Desligando...' : 'Ligando...'}>
          {active ? 'Desligar' : 'Ligar'}
        </SubmitButton>
      </OperationForm>
      <OperationForm
        {...form}
        does="webhooks.rotate"
        failed="Erro ao trocar o segredo"
        done={{ title: 'Segredo trocado', description: 'O antigo ainda assina junto por 24 horas.' }}
        onDone={onMade}
      >
        <SubmitButton variant="outline" loadingLabel="Trocando...">
          Trocar segredo
        </SubmitButton>
      </OperationForm>
      <AskedAction
        {...form}
        does="webhooks.delete"
        failed="Erro ao excluir webhook"
        done={{ title: 'Webhook excluído', description: 'Os envios dele também foram apagados.' }}
        goneIsDone
        onDone={() => void navigate('/admin/programas')}
        button="Excluir"
        title={`Excluir o webhook ${nameOf(hook)}?`}
        description="O programa não recebe mais nada, e os envios dele também são apagados. Não dá para desfazer."
        confirm="Excluir webhook"
        loadingLabel="Excluindo..."
      />
    </div>
  );
}

function EditForm({ hook: { id, url, description, events } }: { hook: ShownWebhook }) {
  return (
    <section aria-labelledby="edit-hook" className="mt-8 border-t border-line pt-5">
      <h3 id="edit-hook" className="text-base">
        O que ele recebe
      </h3>
      <OperationForm
        does="webhooks.change"
        fixed={{ hookId: id }}
        failed="Erro ao salvar webhook"
        done={{ title: 'Webhook salvo', description: 'Vale para o que acontecer a partir de agora.' }}
        about="program"
        className="mt-3 flex max-w-[640px] flex-col gap-4"
      >
        <Field label="Endereço *" name="url" type="url" required maxLength={2000} defaultValue={url} />
        <Field label="Para que serve" name="description" maxLength={100} defaultValue={description} />
        <EventBoxes id="edit-events" chosen={events} />
        <SubmitButton loadingLabel="Salvando..." className="sm:self-start">
          Salvar
        </SubmitButton>
      </OperationForm>
      <p className="mt-4 text-sm text-muted">
        <a href="/api/v1/openapi.json" className="text-info underline">
          O corpo de cada aviso
        </a>{' '}
        está na descrição da API.
      </p>
    </section>
  );
}
