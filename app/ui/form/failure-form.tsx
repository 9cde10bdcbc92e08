import {
  createContext,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  type ComponentProps,
  type RefObject,
} from 'react';
import { Form, useNavigation, type FetcherWithComponents } from 'react-router';
import { FailureNote } from '../feedback/failure-note.tsx';
import type { ScreenFailure } from '../feedback/screen-failure.ts';
import { showToast } from '../feedback/toast.ts';
import { Button } from './button.tsx';
import { FailedField } from './failed-field.ts';

interface FailureFormProps extends Pick<ComponentProps<typeof Form>, 'action' | 'className' | 'encType'> {
  failure: ScreenFailure | null | undefined;
  /** Of a form in a dialog, which has an address of its own. */
  fetcher?: Pick<FetcherWithComponents<unknown>, 'Form' | 'state'>;
  form?: RefObject<HTMLFormElement | null>;
  children: ComponentProps<'form'>['children'];
}

const SendingContext = createContext(false);

/**
 * A form that works without scripts. Why it was refused stands in the page, and with scripts in a toast too; the field
 * that it is about is marked, and gets the cursor.
 */
export function FailureForm({ failure, fetcher, form, children, ...rest }: FailureFormProps) {
  const isPosting = useNavigation().formMethod === 'POST';
  const ownForm = useRef<HTMLFormElement>(null);
  const ref = form ?? ownForm;
  const noteId = useId();
  const name = failure?.field;
  useEffect(() => {
    if (!failure) return;
    showToast({ title: failure.title, description: failure.description, tone: 'danger' });
    const field = failure.field ? ref.current?.elements.namedItem(failure.field) : null;
    if (field instanceof HTMLElement) field.focus();
  }, [failure, ref]);
  const failed = useMemo(() => ({ name, noteId }), [name, noteId]);
  const Posted = fetcher?.Form ?? Form;
  return (
    <FailedField value={failed}>
      <SendingContext value={fetcher ? fetcher.state !== 'idle' : isPosting}>
        <Posted ref={ref} method="post" noValidate className="flex flex-col gap-4" {...rest}>
          <FailureNote failure={failure} noteId={noteId} />
          {children}
        </Posted>
      </SendingContext>
    </FailedField>
  );
}

export function SendButton(button: ComponentProps<typeof Button>) {
  return <Button type="submit" {...button} loading={use(SendingContext)} />;
}
