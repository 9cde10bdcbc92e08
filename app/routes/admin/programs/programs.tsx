import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useActionData } from 'react-router';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listKeys } from '#shop/programs/change-keys.ts';
import { listWebhooks } from '#shop/programs/webhooks/change-webhooks.ts';
import { isScope, SCOPES } from '#shop/programs/scopes.ts';
import { AskedAction } from '../asked-action.tsx';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/programs';
import { NewKey, NewKeyForm, NewSecret } from './new-key-form.tsx';
import { WebhookSection } from './webhook-section.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Programas');

export const loader = staffLoader('programs', 'as chaves', async ({ shop, hasSecondFactor }) => ({
  entries: await listKeys(shop),
  hooks: await listWebhooks(shop),
  hasSecondFactor,
  address: `${shop.settings.appUrl}/api/v1`,
  now: shop.now(),
}));

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Keys with which programs do what staff do. */
export default function AdminPrograms({ loaderData }: Route.ComponentProps) {
  const posted = useActionData<FormAnswer>();
  const [made, setMade] = useState<unknown>(null);
  const isPosted = posted?.ok === true;
  return (
    <PanelPage
      title="Programas"
      about="Uma chave deixa um programa seu, como uma planilha ou um robô, fazer na loja o que você permitir. Ela nunca pode mais do que o seu papel, e o que faz fica no Registro com o nome dela."
      loaded={loaderData}
    >
      {({ entries, hooks, hasSecondFactor, address, now }) => (
        <>
          <p className="mb-4 text-sm break-words text-muted">
            As chamadas vão para <code>{address}</code>.{' '}
            <a href="/api" className="text-info underline">
              O que dá para chamar, com exemplos
            </a>
          </p>
          <NewKey made={made ?? (isPosted ? posted.value : null)} />
          <NewSecret made={made ?? (isPosted ? posted.value : null)} />
          {entries.length === 0 ? (
            <EmptyState icon={KeyRound} title="Nenhuma chave" />
          ) : (
            <PanelList
              isLines
              rows={entries.map((key) => (
                <Key key={key.id} shown={key} isOver={key.expiresAt !== null && key.expiresAt <= now} />
              ))}
            />
          )}
          <NewKeyForm asksCode={hasSecondFactor} onMade={setMade} />
          <WebhookSection hooks={hooks} onMade={setMade} />
        </>
      )}
    </PanelPage>
  );
}

type Listed = Awaited<ReturnType<typeof listKeys>>[number];

function Key({ shown, isOver }: { shown: Listed; isOver: boolean }) {
  const { id, name, prefix, scopes, addresses, createdBy, createdAt, expiresAt, lastUsedAt } = shown;
  return (
    <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-start sm:justify-between">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {name} <code className="text-sm font-normal text-muted">{prefix}…</code>
        </p>
        <p className="mt-1 text-sm break-words text-muted">
          {scopes.map((scope) => (isScope(scope) ? SCOPES[scope] : scope)).join(' · ')}
        </p>
        <p className="mt-1 text-xs break-words text-muted">
          Criada por {createdBy} em <Moment at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              usada pela última vez em <Moment at={lastUsedAt} />
            </>
          ) : (
            'nunca usada'
          )}
          {expiresAt && (
            <>
              {' '}
              · {isOver ? 'venceu em' : 'vale até'} <Moment at={expiresAt} />
            </>
          )}
          {addresses && ` · só de ${addresses.join(', ')}`}
        </p>
      </div>
      <AskedAction
        does="programs.end_key"
        fixed={{ keyId: id }}
        done={{ title: 'Chave encerrada', description: `${name} não entra mais.` }}
        failed="Erro ao encerrar chave"
        about="program"
        goneIsDone
        button={
          <>
            Encerrar<span className="sr-only"> a chave {name}</span>
          </>
        }
        title={`Encerrar a chave ${name}?`}
        description="O programa que a usa para de entrar agora. Uma chave encerrada não volta: ele precisa de outra."
        confirm="Encerrar chave"
        loadingLabel="Encerrando..."
      />
    </li>
  );
}
