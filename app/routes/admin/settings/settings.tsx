import { CircleAlert } from 'lucide-react';
import { data, Link } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '#shop/settings/setting-table.ts';
import { SETTING_CHAPTERS } from '#shop/settings/setting-words.ts';
import { showSettings } from '#shop/settings/show-settings.ts';
import { preserveForm } from '../../preserve-form.ts';
import { loadScreen } from '../../load-screen.ts';
import { readForm, textOf } from '../../read-form.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/settings';
import { ChannelTests } from './channel-tests.tsx';
import { ChapterNav, chapterPath, readChapter } from './chapter-nav.tsx';
import { SettingForm, type ShownChapter } from './setting-form.tsx';
import { readSettingForm, typeSetting } from './setting-inputs.ts';
import type { Typed } from './setting-names.ts';
import type { SettingsAnswer } from './settings-answer.ts';

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { title } = SETTING_CHAPTERS[readChapter(new URLSearchParams(location.search))];
  return pageMeta(matches, `${title} - Configurações`);
};

const FAILURE = {
  title: 'Erro ao carregar configurações',
  description: 'Não foi possível carregar as configurações.',
};
const NOT_SAVED = 'Configurações não salvas';

const keysOf = (chapter: string): SettingKey[] =>
  SETTING_KEYS.filter((key) => SETTINGS[key].chapter === chapter);

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireStaff(context, 'settings');
  const shop = getShop(context);
  const id = readChapter(url.searchParams);
  return loadScreen(context, FAILURE, async () => {
    const values = await showSettings(shop);
    const chapter: ShownChapter = {
      id,
      settings: keysOf(id).map((key) => {
        const { kind, label, help } = SETTINGS[key];
        return { key, kind, label, help };
      }),
      typed: Object.assign({}, ...keysOf(id).map((key) => typeSetting(key, values[key]))) as Typed,
    };
    return { chapter, lacksSeller: values.seller === null };
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { user } = await requireStaff(context, 'settings');
  const form = await readForm(request);
  const chapter = textOf(form, 'chapter');
  const keys = keysOf(chapter);
  if (keys.length === 0) throw data(null, { status: 400 });
  const saved = await saveSettings(getShop(context), {
    actorUserId: user.id,
    entries: readSettingForm(keys, form),
  });
  if (saved.ok) return data<SettingsAnswer>({ chapter, failure: undefined, fields: {}, typed: {} });
  const [field = ''] = Object.keys(saved.fields);
  const failure = {
    title: NOT_SAVED,
    description: 'Nada mudou: confira o que está marcado. O que você digitou foi mantido.',
    field,
  };
  const typed = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  return data<SettingsAnswer>({ chapter, failure, fields: saved.fields, typed }, { status: 422 });
}

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const chapter = textOf(await request.clone().formData(), 'chapter');
  return preserveForm({ request, title: NOT_SAVED }, serverAction, (failure): SettingsAnswer => ({
    chapter,
    failure,
    fields: {},
    typed: {},
  }));
};

/** A chapter on a screen: what belongs together is read, changed and saved together. */
export default function AdminSettings({ loaderData, actionData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  const { chapter, lacksSeller } = loaderData;
  return (
    <section aria-labelledby="settings-title" className="pt-5">
      <h2 id="settings-title" className="text-lg">
        Configurações
      </h2>
      <p className="mt-2 text-sm text-muted">
        O que você salva aqui vale na hora, na loja toda. Cada mudança fica no Registro, com o valor de antes.
      </p>
      <div className="mt-4 grid items-start gap-5 lg:grid-cols-[11rem_minmax(0,45rem)]">
        <ChapterNav shown={chapter.id} />
        <div className="flex flex-col gap-5">
          {lacksSeller && (
            <p
              role="note"
              className="flex items-start gap-2.5 rounded-control border border-danger/40 bg-danger/10 px-3.5 py-3 text-sm"
            >
              <CircleAlert aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-danger" />
              <span>
                <strong className="block font-semibold">Falta dizer quem vende</strong>
                Preencha{' '}
                <Link to={`${chapterPath('shop')}#seller`} className="text-info underline underline-offset-2">
                  Vendedor
                </Link>
                : sem ele, rodapé, checkout, e-mails, recibos e termos não dizem quem responde pela loja.
              </span>
            </p>
          )}
          <SettingForm
            key={chapter.id}
            chapter={chapter}
            answer={actionData?.chapter === chapter.id ? actionData : undefined}
          />
          {chapter.id === 'alerts' && <ChannelTests />}
          {chapter.id === 'team' && (
            <p className="text-sm text-muted">
              Quem entra no painel, e com qual papel, está em{' '}
              <Link to="/admin/equipe" className="text-info underline underline-offset-2 hover:text-text">
                Equipe
              </Link>
              .
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
