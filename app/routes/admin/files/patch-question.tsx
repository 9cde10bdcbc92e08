import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import type { PatchResult } from '#shop/delivery/patch/set-patch-state.ts';
import type { PatchChoice } from './patch-choice.ts';
import { askForPatch } from './patch-words.ts';

/** How many skins and people it is about, before anything happens (docs/rulings.md, 'Updated files'). */
export function PatchQuestion({
  choice,
  counts,
  of,
}: {
  choice: PatchChoice;
  counts: PatchResult;
  /** Whose files, in words. */
  of: string;
}) {
  const isSending = useNavigation().formMethod === 'POST';
  const { title, description, button } = askForPatch(counts, choice);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-col gap-4 rounded-card border border-accent bg-surface p-4 sm:p-5"
    >
      <input type="hidden" name="do" value="patch.run" />
      <input type="hidden" name="scope" value={JSON.stringify(choice.scope)} />
      <input type="hidden" name="state" value={choice.state} />
      <input type="hidden" name="notify" value={String(choice.notify)} />
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-base">
          {title}
        </h3>
        <p className="mt-1 text-sm break-words text-muted">
          <span className="font-medium text-text">{of}.</span> {description}
        </p>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        {button && (
          <Button type="submit" loading={isSending} loadingLabel="Aguarde...">
            {button}
          </Button>
        )}
        <LinkButton to="/admin/patch" variant="outline" prefetch="none" preventScrollReset>
          Voltar
        </LinkButton>
      </div>
    </Form>
  );
}
