import { useEffect } from 'react';
import { Form, useNavigation } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { SettingField, type ShownSetting } from './setting-field.tsx';
import type { Typed } from './setting-names.ts';
import type { SettingsAnswer } from './settings-answer.ts';

export interface ShownGroup {
  id: string;
  title: string;
  settings: ShownSetting[];
  /** What is saved now. */
  typed: Typed;
}

const SAVED = 'Configurações salvas';

/** The settings of one group, saved together. */
export function SettingForm({ group, answer }: { group: ShownGroup; answer: SettingsAnswer | undefined }) {
  const isSaving = useNavigation().formData?.get('group') === group.id;
  const noteId = `${group.id}-note`;
  const { form } = useFailure(answer?.failure, noteId);
  const isSaved = answer !== undefined && answer.failure === undefined;
  useEffect(() => {
    if (isSaved) showToast({ title: SAVED, description: 'Já valem na loja toda.', tone: 'success' });
  }, [isSaved, answer]);
  // What is saved is shown as the shop wrote it: a price with its centavos, a secret masked.
  const saved = JSON.stringify(group.typed);
  useEffect(() => {
    if (isSaved) form.current?.reset();
  }, [isSaved, saved, form]);
  const typed = answer?.failure && Object.keys(answer.typed).length > 0 ? answer.typed : group.typed;
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      aria-labelledby={`${group.id}-title`}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <h3 id={`${group.id}-title`} className="text-base font-semibold">
        {group.title}
      </h3>
      <FailureNote failure={answer?.failure} noteId={noteId} />
      <input type="hidden" name="group" value={group.id} />
      {group.settings.map((setting) => (
        <SettingField key={setting.key} setting={setting} typed={typed} error={answer?.fields[setting.key]} />
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
