import { useEffect } from 'react';
import { Form, useLocation, useNavigation } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { SETTING_CHAPTERS, type SettingChapter } from '#shop/settings/setting-words.ts';
import { chapterPath } from './chapter-nav.tsx';
import { SettingField, type ShownSetting } from './setting-field.tsx';
import type { Typed } from './setting-names.ts';
import type { SettingsAnswer } from './settings-answer.ts';

export interface ShownChapter {
  id: SettingChapter;
  settings: ShownSetting[];
  /** What is saved now. */
  typed: Typed;
}

const SAVED = 'Configurações salvas';

/** The settings of one chapter, saved together. */
export function SettingForm({
  chapter,
  answer,
}: {
  chapter: ShownChapter;
  answer: SettingsAnswer | undefined;
}) {
  const { title, about } = SETTING_CHAPTERS[chapter.id];
  const { hash } = useLocation();
  const isSaving = useNavigation().formData?.get('chapter') === chapter.id;
  const noteId = `${chapter.id}-note`;
  const { form } = useFailure(answer?.failure, noteId);
  const isSaved = answer !== undefined && answer.failure === undefined;
  useEffect(() => {
    if (isSaved) showToast({ title: SAVED, description: 'Já valem na loja toda.', tone: 'success' });
  }, [isSaved, answer]);
  // One setting was looked for: the keyboard goes on in its field.
  useEffect(() => {
    if (hash === '') return;
    const field = document.getElementById(hash.slice(1))?.querySelector<HTMLElement>('input, textarea');
    field?.focus();
  }, [hash]);
  // What is saved is shown as the shop wrote it: a price with its centavos, a secret masked.
  const saved = JSON.stringify(chapter.typed);
  useEffect(() => {
    if (isSaved) form.current?.reset();
  }, [isSaved, saved, form]);
  const typed = answer?.failure && Object.keys(answer.typed).length > 0 ? answer.typed : chapter.typed;
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      aria-labelledby={`${chapter.id}-title`}
      action={chapterPath(chapter.id)}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div>
        <h3 id={`${chapter.id}-title`} className="text-base font-semibold">
          {title}
        </h3>
        <p className="mt-1 text-sm text-muted">{about}</p>
      </div>
      <FailureNote failure={answer?.failure} noteId={noteId} />
      <input type="hidden" name="chapter" value={chapter.id} />
      {chapter.settings.map((setting) => (
        <div key={setting.key} id={setting.key} className="scroll-mt-24">
          <SettingField setting={setting} typed={typed} error={answer?.fields[setting.key]} />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" loading={isSaving} loadingLabel="Salvando...">
          Salvar
        </Button>
        <p role="status" className="text-sm text-ok">
          {isSaved && `${SAVED}.`}
        </p>
      </div>
    </Form>
  );
}
