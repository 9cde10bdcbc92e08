import { Fragment, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { SETTING_CHAPTERS, type SettingChapter } from '#shop/settings/setting-words.ts';
import { WAS, type Typed } from '#shop/chapters/typed-names.ts';
import { chapterPath } from './chapter-nav.tsx';
import { SettingField, type ShownSetting } from './setting-field.tsx';

export interface ShownChapter {
  id: SettingChapter;
  settings: ShownSetting[];
  /** What stands in the inputs. */
  typed: Typed;
  /** What is saved now. */
  saved: Typed;
}

export const settingFormId = (chapter: SettingChapter) => `chapter-${chapter}`;

const SAVED = 'Configurações salvas';

/** The settings of one chapter, saved together. */
export function SettingForm({ chapter }: { chapter: ShownChapter }) {
  const { title, about } = SETTING_CHAPTERS[chapter.id];
  const { hash } = useLocation();
  // One setting was looked for: the keyboard goes on in its field.
  useEffect(() => {
    if (hash === '') return;
    const field = document
      .getElementById(hash.slice(1))
      ?.querySelector<HTMLElement>('input, select, textarea');
    field?.focus();
  }, [hash]);
  return (
    <OperationForm
      does="settings.save"
      fixed={{ chapter: chapter.id }}
      draft={chapter.typed}
      id={settingFormId(chapter.id)}
      action={chapterPath(chapter.id)}
      // A logo is sent with the rest.
      encType={chapter.id === 'look' ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
      aria-labelledby={`${chapter.id}-title`}
      done={{ title: SAVED, description: 'Já valem na loja toda.' }}
      failed="Configurações não salvas"
      about="settings"
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div>
        <h3 id={`${chapter.id}-title`} className="text-base font-semibold">
          {title}
        </h3>
        <p className="mt-1 text-sm text-muted">{about}</p>
      </div>
      <Settings chapter={chapter} />
    </OperationForm>
  );
}

function Settings({ chapter: { id, settings, saved } }: { chapter: ShownChapter }) {
  const { answer, isBusy, typed } = useOperationForm();
  return (
    <>
      {/* What is saved is shown as the shop wrote it: a price with its centavos, a secret masked. */}
      <Fragment key={JSON.stringify(saved)}>
        {settings.map((setting) => (
          <div key={setting.key} id={setting.key} className="scroll-mt-24">
            <SettingField setting={setting} />
          </div>
        ))}
      </Fragment>
      {Object.entries(saved).map(([name, text]) => (
        <input key={name} type="hidden" name={WAS + name} value={typed[WAS + name] ?? text} />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton loadingLabel="Salvando...">Salvar</SubmitButton>
        {id === 'look' && (
          <noscript>
            <input type="hidden" name="capitulo" value={SETTING_CHAPTERS.look.slug} />
            <Button type="submit" variant="outline" formMethod="get">
              Ver antes
            </Button>
          </noscript>
        )}
        <p role="status" className="text-sm text-ok">
          {answer?.ok && !isBusy && `${SAVED}.`}
        </p>
      </div>
    </>
  );
}
