import { Mail, SearchX } from 'lucide-react';
import { data, useActionData } from 'react-router';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { BackLink } from '#app/ui/form/back-link.tsx';
import { buttonClass } from '#app/ui/form/button.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { findEntry } from '#shop/collection/note-worked.ts';
import { listInstallable } from '#shop/delivery/install/list-installable.ts';
import { isPhone } from '#shop/text/name-system.ts';
import { loadOwn } from '../load-own.ts';
import type { Route } from './+types/install';
import { InstallButton } from './install-button.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Instalar');

const FAILURE = { title: 'Erro ao carregar a skin', description: 'Não foi possível carregar a sua skin.' };

/** `/dashboard/instalar/{collectionId}`: where 'Abriu?' leads on, and where a phone hands over to the computer. */
export function loader({ params, request, ...args }: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const entryId = params.collectionId.toLowerCase();
    const entry = isUuid(entryId) ? await findEntry(shop, { userId: user.id, entryId }) : null;
    const { installer, entries } = await listInstallable(shop, user.id);
    if (!entry || !installer || !entries.some((each) => each.entryId === entryId))
      return data({ found: null }, { status: 404 });
    return {
      found: {
        entryId,
        skinName: entry.skinName,
        installer,
        isPhone: isPhone(request.headers.get('user-agent')),
        email: user.emailVerified ? user.email : null,
      },
    };
  });
}

export const action = answerForm;
export const clientAction = preserveTyped;

const card = 'mt-6 flex flex-col items-start gap-3 rounded-card border border-line bg-surface p-4 sm:p-6';

export default function Install({ loaderData }: Route.ComponentProps) {
  const answer = useActionData<FormAnswer>();
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  if (!loaderData.found) {
    return (
      <EmptyState as="h1" icon={SearchX} title="Esta skin não pode ser instalada por aqui">
        <LinkButton to="/dashboard/colecao" variant="outline">
          Ver minha coleção
        </LinkButton>
      </EmptyState>
    );
  }
  const { email, ...found } = loaderData.found;
  const { installer } = found;
  const href = readHref(answer);
  return (
    <div className="max-w-[720px]">
      <BackLink to="/dashboard/colecao">Minha Coleção</BackLink>
      <h1 className="mt-1 text-xl break-words sm:text-2xl">Instalar {found.skinName}</h1>
      {found.isPhone ? (
        <OnComputer installer={installer} email={email} isSent={answer?.ok === true} />
      ) : href ? (
        <div className={card}>
          <p>O endereço da skin vale por dez minutos.</p>
          <a href={href} className={buttonClass('accent')}>
            Abrir o {installer}
          </a>
        </div>
      ) : (
        <InstallButton {...found} isMain />
      )}
      {!found.isPhone && <NotOpened {...found} />}
    </div>
  );
}

/** Without scripts the press is answered by this page. */
function readHref(answer: FormAnswer | undefined): string | null {
  return (answer?.ok && (answer.value as { href?: string | null }).href) || null;
}

function NotOpened({ entryId, installer }: { entryId: string; installer: string }) {
  return (
    <section aria-labelledby="nao-abriu" className={card}>
      <h2 id="nao-abriu" className="text-lg">
        Não abriu?
      </h2>
      <p className="text-muted">
        O {installer} precisa estar instalado neste computador, e o navegador pergunta se pode abri-lo. Sem
        ele, baixe o arquivo e adicione-o você mesmo no programa.
      </p>
      <div className="flex flex-col gap-2.5 self-stretch sm:flex-row sm:flex-wrap">
        <a
          href={`/dashboard/download-skin/${entryId}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('outline')}
        >
          Baixar a skin
          <span className="sr-only"> (abre em nova aba)</span>
        </a>
        <LinkButton to="/dashboard/download" variant="outline">
          Baixar o programa
        </LinkButton>
        <LinkButton to="/dashboard/como-utilizar" variant="outline">
          Como utilizar
        </LinkButton>
      </div>
    </section>
  );
}

function OnComputer({
  installer,
  email,
  isSent,
}: {
  installer: string;
  email: string | null;
  isSent: boolean;
}) {
  return (
    <section aria-labelledby="no-computador" className={card}>
      <h2 id="no-computador" className="text-lg">
        Abra no computador
      </h2>
      <p className="text-muted">
        O {installer} funciona no computador em que você joga. Abra lá a sua coleção e toque em ‘Instalar no{' '}
        {installer}’.
      </p>
      {email === null ? (
        <>
          <p className="text-muted">
            Para receber o link por e-mail, confirme antes o seu endereço no perfil.
          </p>
          <LinkButton to="/dashboard/perfil" variant="outline">
            Ir para o perfil
          </LinkButton>
        </>
      ) : (
        <OperationForm
          does="collection.mail"
          failed="Erro ao enviar"
          done={{ title: 'Link enviado!', description: email }}
          about="download"
          className="flex flex-col items-start gap-3"
        >
          <SubmitButton loadingLabel="Enviando...">
            <Mail aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
            Enviar o link por e-mail
          </SubmitButton>
          <p className="text-xs [overflow-wrap:anywhere] text-muted">
            {isSent ? `Enviado para ${email}.` : `Vai para ${email}.`}
          </p>
        </OperationForm>
      )}
    </section>
  );
}
