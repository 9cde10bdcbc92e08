import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { keysOf } from '#shop/chapters/save-chapter.ts';
import { SETTINGS, type Setting } from '#shop/settings/setting-table.ts';
import { SETTING_CHAPTERS } from '#shop/settings/setting-words.ts';
import { showSettings } from '#shop/settings/show-settings.ts';
import type { Typed } from '#shop/chapters/typed-names.ts';
import { typeSetting } from '#shop/chapters/typed-settings.ts';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/settings';
import { LookChapter } from './look-chapter.tsx';
import type { PreviewSkin } from './look-preview.tsx';
import { ChannelTests } from './channel-tests.tsx';
import { ChapterNav, chapterPath, readChapter } from './chapter-nav.tsx';
import { SettingForm, type ShownChapter } from './setting-form.tsx';

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { title } = SETTING_CHAPTERS[readChapter(new URLSearchParams(location.search))];
  return pageMeta(matches, `${title} - Configurações`);
};

export const loader = staffLoader('settings', 'as configurações', async ({ shop, url }) => {
  const id = readChapter(url.searchParams);
  const values = await showSettings(shop);
  const saved: Typed = Object.assign({}, ...keysOf(id).map((key) => typeSetting(key, values[key])));
  const chapter: ShownChapter = {
    id,
    settings: keysOf(id).map((key) => {
      const { kind, label, help, options }: Setting = SETTINGS[key];
      return { key, kind, label, help, options };
    }),
    typed: { ...saved },
    saved,
  };
  const catalog = shop.catalog.ready() ? shop.catalog.current() : null;
  const preview: readonly PreviewSkin[] | null = id === 'look' ? (catalog?.skins.slice(0, 2) ?? []) : null;
  // Without scripts the form asks for its own page, to see the look before it is saved.
  if (preview)
    for (const { key } of chapter.settings)
      chapter.typed[key] = url.searchParams.get(key) ?? chapter.typed[key];
  return { chapter, lacksSeller: values.seller === null, preview };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** A chapter on a screen: what belongs together is read, changed and saved together. */
export default function AdminSettings({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage title="Configurações" width="" loaded={loaderData}>
      {({ chapter, lacksSeller, preview }) => (
        <>
          <p className="mt-2 text-sm text-muted">
            O que você salva aqui vale na hora, na loja toda. Cada mudança fica no Registro, com o valor de
            antes.
          </p>
          <div
            className={`mt-4 grid items-start gap-5 ${preview ? 'lg:grid-cols-[11rem_minmax(0,1fr)]' : 'lg:grid-cols-[11rem_minmax(0,45rem)]'}`}
          >
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
                    <Link
                      to={`${chapterPath('shop')}#seller`}
                      className="text-info underline underline-offset-2"
                    >
                      Vendedor
                    </Link>
                    : sem ele, rodapé, checkout, e-mails, recibos e termos não dizem quem responde pela loja.
                  </span>
                </p>
              )}
              {preview ? (
                <LookChapter chapter={chapter} skins={preview} />
              ) : (
                <SettingForm key={chapter.id} chapter={chapter} />
              )}
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
        </>
      )}
    </PanelPage>
  );
}
