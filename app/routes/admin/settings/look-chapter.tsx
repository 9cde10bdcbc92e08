import { useActionData } from 'react-router';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { LookPreview, useTypedLook, type PreviewSkin } from './look-preview.tsx';
import { SettingForm, settingFormId, type ShownChapter } from './setting-form.tsx';

/** Five choices, and beside them five screens that follow each of them. */
export function LookChapter({ chapter, skins }: { chapter: ShownChapter; skins: readonly PreviewSkin[] }) {
  const posted = useActionData<FormAnswer>();
  const { values, logo, follow } = useTypedLook(
    posted && !posted.ok ? posted.typed : chapter.typed,
    useBrand().logo,
  );
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div onInput={({ target }) => follow((target as HTMLInputElement).form!)}>
        <SettingForm chapter={chapter} />
      </div>
      <LookPreview typed={values} logo={logo} skins={skins} formId={settingFormId(chapter.id)} />
    </div>
  );
}
