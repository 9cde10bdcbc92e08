import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { ShareButton } from '#app/ui/form/share-button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { PUBLIC_COLLECTION_LIMITS, proposeSlug } from '#shop/collection/public/check-public-collection.ts';
import {
  hideCollection,
  readPublicCollection,
  showCollection,
} from '#shop/collection/public/save-public-collection.ts';
import { keepForm } from '../../keep-form.ts';
import { loadScreen } from '../../load-screen.ts';
import { readForm, textOf } from '../../read-form.ts';
import { requireSession } from '../require-session.ts';
import type { Route } from './+types/show-collection';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mostrar coleção');

const FAILURE = {
  title: 'Erro ao carregar coleção',
  description: 'Não foi possível carregar como sua coleção aparece.',
};
const TITLE = 'Erro ao salvar';

interface Answer {
  saved: 'shown' | 'hidden' | null;
  failure: ScreenFailure | undefined;
  /** The typed text, for a refused form. */
  kept: { name: string; slug: string };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = await requireSession(context, url);
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => ({
    shown: await readPublicCollection(shop, user.id),
    address: `${new URL(shop.settings.appUrl).host}/colecao/`,
  }));
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = getShop(context);
  const { user } = await requireSession(context, url);
  const form = await readForm(request);
  const kept = { name: textOf(form, 'name'), slug: textOf(form, 'slug') };
  const refuse = (status: number, description: string, field?: 'name' | 'slug') =>
    data<Answer>(
      { saved: null, failure: { title: TITLE, description, ...(field ? { field } : {}) }, kept },
      { status },
    );
  try {
    if (textOf(form, 'do') === 'hide') {
      await hideCollection(shop, user.id);
      return data<Answer>({ saved: 'hidden', failure: undefined, kept });
    }
    const slug = kept.slug.trim() === '' ? proposeSlug(kept.name) : kept.slug;
    const saved = await showCollection(shop, { userId: user.id, form: { ...kept, slug } });
    if (saved.ok) return data<Answer>({ saved: 'shown', failure: undefined, kept });
    if (saved.reason === 'slug_taken')
      return refuse(409, 'Este endereço já é de outra pessoa. Escolha outro.', 'slug');
    const field = saved.fields.name ? 'name' : 'slug';
    return refuse(422, saved.fields[field] ?? '', field);
  } catch (error) {
    shop.log.error(TITLE, { requestId: getVisitor(context).requestId, error });
    return refuse(503, 'Não foi possível salvar. Tente de novo em instantes.');
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const kept = { name: textOf(form, 'name'), slug: textOf(form, 'slug') };
  return keepForm({ request, title: TITLE }, serverAction, (failure): Answer => ({
    saved: null,
    failure,
    kept,
  }));
}

export default function ShowCollection({ loaderData, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(actionData?.failure);
  useEffect(() => {
    if (actionData?.failure) console.error(actionData.failure.title, actionData.failure.description);
    if (actionData?.saved === 'shown') showToast({ title: 'Coleção à mostra!', tone: 'success' });
    if (actionData?.saved === 'hidden') showToast({ title: 'Sua coleção não aparece mais', tone: 'success' });
  }, [actionData]);
  if ('failure' in loaderData) {
    return (
      <>
        <h1 className="text-xl sm:text-2xl">Mostrar coleção</h1>
        <LoadFailure {...loaderData.failure} />
      </>
    );
  }
  const { shown, address } = loaderData;
  const typed = actionData?.failure ? actionData.kept : shown;
  return (
    <div className="max-w-[720px]">
      <Link
        to="/dashboard/colecao"
        className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Minha Coleção
      </Link>
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
            <Form method="post" className="grid">
              <Button type="submit" variant="danger" name="do" value="hide">
                Parar de mostrar
              </Button>
            </Form>
          </div>
        </div>
      )}
      <Form
        ref={form}
        method="post"
        noValidate
        className="mt-6 flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
      >
        <FailureNote failure={actionData?.failure} />
        <TextField
          key={`name ${shown?.name}`}
          label="Nome na página"
          name="name"
          hint="Pode ser um apelido. Todo mundo que abrir o link lê este nome."
          maxLength={PUBLIC_COLLECTION_LIMITS.name}
          autoComplete="nickname"
          defaultValue={typed?.name}
          {...markOf('name')}
        />
        <TextField
          key={`slug ${shown?.slug}`}
          label="Endereço"
          name="slug"
          hint={`${address}… Só letras sem acento, números e hífens. Em branco, usamos o nome.`}
          maxLength={PUBLIC_COLLECTION_LIMITS.slug}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed?.slug}
          {...markOf('slug')}
        />
        <Button type="submit" className="sm:self-start" loading={isSending} loadingLabel="Salvando...">
          {shown?.isOn ? 'Salvar' : 'Mostrar coleção'}
        </Button>
      </Form>
    </div>
  );
}
