import { CircleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { data } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { SETTING_GROUPS, SETTING_KEYS, SETTINGS, type SettingKey } from '#shop/settings/setting-table.ts';
import { showSettings } from '#shop/settings/show-settings.ts';
import { keepForm } from '../../keep-form.ts';
import { loadScreen } from '../../load-screen.ts';
import { readForm, textOf } from '../../read-form.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/settings';
import { ChannelTests } from './channel-tests.tsx';
import { SettingForm, type ShownGroup } from './setting-form.tsx';
import { readSettingForm, typeSetting } from './setting-inputs.ts';
import type { Typed } from './setting-names.ts';
import type { SettingsAnswer } from './settings-answer.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Configurações');

const FAILURE = {
  title: 'Erro ao carregar configurações',
  description: 'Não foi possível carregar as configurações.',
};
const NOT_SAVED = 'Configurações não salvas';

const keysOf = (group: string): SettingKey[] => SETTING_KEYS.filter((key) => SETTINGS[key].group === group);

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, 'settings');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const values = await showSettings(shop);
    const groups = Object.entries(SETTING_GROUPS).map(([id, title]): ShownGroup => ({
      id,
      title,
      settings: keysOf(id).map((key) => {
        const { kind, label, help } = SETTINGS[key];
        return { key, kind, label, help };
      }),
      typed: Object.assign({}, ...keysOf(id).map((key) => typeSetting(key, values[key]))) as Typed,
    }));
    return { groups, lacksSeller: values.seller === null };
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { user } = await requireStaff(context, 'settings');
  const form = await readForm(request);
  const group = textOf(form, 'group');
  const keys = keysOf(group);
  if (keys.length === 0) throw data(null, { status: 400 });
  const saved = await saveSettings(getShop(context), {
    actorUserId: user.id,
    entries: readSettingForm(keys, form),
  });
  if (saved.ok) return data<SettingsAnswer>({ group, failure: undefined, fields: {}, typed: {} });
  const [field = ''] = Object.keys(saved.fields);
  const failure = {
    title: NOT_SAVED,
    description: 'Nada mudou: confira o que está marcado. O que você digitou foi mantido.',
    field,
  };
  const typed = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  return data<SettingsAnswer>({ group, failure, fields: saved.fields, typed }, { status: 422 });
}

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const group = textOf(await request.clone().formData(), 'group');
  return keepForm({ request, title: NOT_SAVED }, serverAction, (failure): SettingsAnswer => ({
    group,
    failure,
    fields: {},
    typed: {},
  }));
};

export default function AdminSettings({ loaderData, actionData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  return (
    <section aria-labelledby="settings-title" className="max-w-[720px] pt-5">
      <h2 id="settings-title" className="text-lg">
        Configurações
      </h2>
      <p className="mt-2 text-sm text-muted">
        O que você salva aqui vale na hora, na loja toda. Cada mudança fica no Registro, com o valor de antes.
      </p>
      {loaderData.lacksSeller && (
        <p
          role="note"
          className="mt-4 flex items-start gap-2.5 rounded-control border border-danger/40 bg-danger/10 px-3.5 py-3 text-sm"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-danger" />
          <span>
            <strong className="block font-semibold">Falta dizer quem vende</strong>
            Preencha ‘Vendedor’: sem ele, rodapé, checkout, e-mails, recibos e termos não dizem quem responde
            pela loja.
          </span>
        </p>
      )}
      <div className="mt-5 flex flex-col gap-5">
        {loaderData.groups.map((group) => (
          <Fragment key={group.id}>
            <SettingForm group={group} answer={actionData?.group === group.id ? actionData : undefined} />
            {group.id === 'alerts' && <ChannelTests />}
          </Fragment>
        ))}
      </div>
    </section>
  );
}
