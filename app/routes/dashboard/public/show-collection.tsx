import { ExternalLink } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { BackLink } from '#app/ui/form/back-link.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { ShareButton } from '#app/ui/form/share-button.tsx';
import { PUBLIC_COLLECTION_LIMITS } from '#shop/collection/public/check-public-collection.ts';
import { readPublicCollection } from '#shop/collection/public/save-public-collection.ts';
import { loadOwn } from '../load-own.ts';
import type { Route } from './+types/show-collection';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mostrar coleção');

const FAILURE = {
  title: 'Erro ao carregar coleção',
  description: 'Não foi possível carregar como sua coleção aparece.',
};
export function loader(args: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => ({
    shown: await readPublicCollection(shop, user.id),
    address: `${new URL(shop.settings.appUrl).host}/colecao/`,
  }));
}

export const action = answerForm;
export const clientAction = preserveTyped;

export default function ShowCollection({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) {
    return (
      <>
        <h1 className="text-xl sm:text-2xl">Mostrar coleção</h1>
        <LoadFailure {...loaderData.failure} />
      </>
    );
  }
  const { shown, address } = loaderData;
  return (
    <div className="max-w-[720px]">
      <BackLink to="/dashboard/colecao">Minha Coleção</BackLink>
      <h1 className="mt-1 text-xl sm:text-2xl">Mostrar coleção</h1>
      <p className="mt-1 text-muted">
        Uma página com as suas skins, para quem tiver o link. Aparecem só as skins e o nome que você escolher
        aqui: nada da sua conta, dos seus pedidos ou das datas.
      </p>
      {shown?.isOn && (
        <div className="mt-6 flex flex-col gap-4 rounded-card border border-ok/40 bg-surface p-4 sm:p-6">
          <p>
            Sua coleção está em{' '}
            <strong className="font-semibold [overflow-wrap:anywhere]">
              {address}
              {shown.slug}
            </strong>
          </p>
          <div className="flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
            <LinkButton to={`/colecao/${shown.slug}`} variant="outline">
              <ExternalLink aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
              Ver a página
            </LinkButton>
            <ShareButton
              title={`Coleção de ${shown.name}`}
              path={`/colecao/${shown.slug}`}
              variant="outline"
            />
            <OperationForm
              {...SAVES}
              fixed={{ on: 'false' }}
              done={{ title: 'Sua coleção não aparece mais' }}
              className="grid"
            >
              <SubmitButton variant="danger">Parar de mostrar</SubmitButton>
            </OperationForm>
          </div>
        </div>
      )}
      <OperationForm
        {...SAVES}
        fixed={{ on: 'true', proposesSlug: 'true' }}
        done={{ title: 'Coleção à mostra!' }}
        className="mt-6 flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
      >
        <Field
          key={`name ${shown?.name}`}
          label="Nome na página"
          name="name"
          hint="Pode ser um apelido. Todo mundo que abrir o link lê este nome."
          maxLength={PUBLIC_COLLECTION_LIMITS.name}
          autoComplete="nickname"
          defaultValue={shown?.name}
        />
        <Field
          key={`slug ${shown?.slug}`}
          label="Endereço"
          name="slug"
          hint={`${address}… Só letras sem acento, números e hífens. Em branco, usamos o nome.`}
          maxLength={PUBLIC_COLLECTION_LIMITS.slug}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={shown?.slug}
        />
        <SubmitButton className="sm:self-start" loadingLabel="Salvando...">
          {shown?.isOn ? 'Salvar' : 'Mostrar coleção'}
        </SubmitButton>
      </OperationForm>
    </div>
  );
}

const SAVES = {
  does: 'public_collection.save',
  failed: 'Erro ao salvar',
  about: 'public-collection',
} as const;
