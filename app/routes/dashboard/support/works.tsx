import { FolderOpen, RefreshCw, SearchX, ShieldAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { data, Form, Link } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop } from '#app/request-context.ts';
import { BackLink } from '#app/ui/form/back-link.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { findEntry, noteWorked } from '#shop/collection/note-worked.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { preserveForm, NOTHING_CHANGED } from '../../preserve-form.ts';
import { requireSession } from '../require-session.ts';
import type { Route } from './+types/works';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Não funcionou?');

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { user } = await requireSession(context, url);
  const entry = await findOwn(context, user.id, params.collectionId);
  return entry ? { entry } : data({ entry: null }, { status: 404 });
}

/** 'Sim': the question is closed. Without scripts this page says so. */
export async function action({ context, params, url }: Route.ActionArgs) {
  const { user } = await requireSession(context, url);
  const entry = await findOwn(context, user.id, params.collectionId);
  if (!entry) throw data(null, { status: 404 });
  await noteWorked(getShop(context), { userId: user.id, entryId: entry.id });
  return { worked: true };
}

async function findOwn(context: Route.LoaderArgs['context'], userId: string, entryId: string) {
  return isUuid(entryId) ? findEntry(getShop(context), { userId, entryId: entryId.toLowerCase() }) : null;
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: 'Erro ao guardar a resposta' }, serverAction, ({ title }) => {
    showToast({ title, description: NOTHING_CHANGED, tone: 'danger' });
    return { worked: false };
  });

/** The three usual causes, before a person of the staff is asked. */
export default function Works({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  const { entry } = loaderData;
  if (!entry) {
    return (
      <EmptyState as="h1" icon={SearchX} title="Esta skin não está na sua coleção">
        <LinkButton to="/dashboard/colecao" variant="outline">
          Ver minha coleção
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <div className="max-w-[760px]">
      <BackLink to="/dashboard/colecao">Minha Coleção</BackLink>
      {actionData?.worked ? (
        <div role="status">
          <h1 className="mt-1 text-xl sm:text-2xl">Que bom que funcionou!</h1>
          <p className="mt-2 text-muted">
            Aproveite {entry.skinName}. Se algo mudar, escreva para o suporte.
          </p>
        </div>
      ) : (
        <>
          <h1 className="mt-1 text-xl break-words sm:text-2xl">{entry.skinName} não funcionou?</h1>
          <p className="mt-2 text-muted">Quase sempre é uma destas três coisas. Veja uma por vez:</p>
          <ol className="mt-6 flex flex-col gap-3">
            <Cause icon={FolderOpen} title="1. A pasta errada">
              Extraia o arquivo baixado (não abra de dentro do ZIP). No modificador, clique em 'Importar Novo
              Mod' e escolha a pasta que saiu dele, com o nome da skin.{' '}
              <Inline to="/dashboard/como-utilizar">Ver o passo a passo</Inline>
            </Cause>
            <Cause icon={RefreshCw} title="2. A versão do jogo ou do arquivo">
              {versionAdvice(entry)}
              {!entry.updating && (
                <>
                  {' '}
                  <a
                    href={`/dashboard/download-skin/${entry.id}`}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={INLINE}
                  >
                    Baixar de novo
                    <span className="sr-only"> (abre em nova aba)</span>
                  </a>
                </>
              )}
            </Cause>
            <Cause icon={ShieldAlert} title="3. O antivírus">
              Alguns antivírus apagam ou bloqueiam o arquivo sem avisar. Veja na quarentena se ele está lá,
              restaure-o e crie uma exceção para a pasta da skin. Depois tente de novo.
            </Cause>
          </ol>
          <div className="mt-6 flex flex-col gap-2 sm:flex-row">
            <LinkButton to={`/dashboard/suporte?item=${entry.id}#escrever`}>Ainda não funciona</LinkButton>
            <Form method="post" className="contents">
              <Button type="submit" variant="outline">
                Agora funcionou
              </Button>
            </Form>
          </div>
        </>
      )}
    </div>
  );
}

const INLINE = '-my-2.5 inline-block py-2.5 text-info underline underline-offset-2 hover:text-text';

function Inline({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={INLINE}>
      {children}
    </Link>
  );
}

function versionAdvice({ hasNewer, updating }: { hasNewer: boolean; updating: boolean }): string {
  if (updating)
    return 'O jogo recebeu um patch e o arquivo desta skin está em atualização. Avisamos você quando a nova versão chegar.';
  if (hasNewer) return 'Há uma versão mais nova do que a que você baixou. Troque o arquivo antigo por ela.';
  return 'Depois de uma atualização do jogo, um arquivo antigo deixa de abrir. Atualize o jogo e o modificador e troque o arquivo.';
}

function Cause({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3.5 rounded-card border border-line bg-surface p-4 sm:p-5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.75} />
      <div className="min-w-0">
        <h2 className="text-base">{title}</h2>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </li>
  );
}
