import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { useActionData, useFetcher, type Form } from 'react-router';
import { showToast, type Toast } from '../feedback/toast.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { Button } from './button.tsx';
import type { Constraint } from './constraint.ts';
import type { FormAnswer } from './form-answer.ts';
import { keepTouched } from './keep-touched.ts';
import { SwitchField } from './switch-field.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { useFocusInvalid } from './use-focus-invalid.ts';
import { useKept } from './use-kept.ts';

interface FormState {
  /** The last one. */
  answer: FormAnswer | undefined;
  fields: Record<string, string>;
  typed: Partial<Record<string, string>>;
  constraints: Record<string, Constraint>;
  isBusy: boolean;
  /** Every field that must be filled in is. */
  isFilled: boolean;
}

const FormContext = createContext<FormState>({
  answer: undefined,
  fields: {},
  typed: {},
  constraints: {},
  isBusy: false,
  isFilled: true,
});
export const useOperationForm = () => useContext(FormContext);

interface OperationFormProps extends Pick<
  ComponentProps<typeof Form>,
  'className' | 'id' | 'action' | 'encType' | 'aria-labelledby'
> {
  /** The operation's id: a row of `app/doors/forms.ts` for this screen. */
  does: string;
  /** Fields that nobody types. They also tell the forms of one operation from each other. */
  fixed?: Record<string, string>;
  /** Nobody types these either, and they may change while the form is open. */
  untyped?: Record<string, string>;
  constraints?: Record<string, Constraint>;
  /** The toasts. Without `done` the changed screen says it. */
  done?: Pick<Toast, 'title' | 'description'>;
  /** One with a description of its own is silent about what stands at the fields. */
  failed: string | Pick<Toast, 'title' | 'description'>;
  about: NonNullable<Toast['about']>;
  onDone?: (value: unknown) => void;
  /** Of a form that makes something new: its fields are empty again. */
  clearsWhenDone?: boolean;
  /** Another clerk was faster, and the toast says so. Otherwise the screen is loaded again. */
  onLate?: () => Promise<unknown>;
  /** Of a thing that is edited: only the fields that somebody touched are sent. */
  sendsTouched?: boolean;
  /** What is gone (404) is what was asked for. */
  goneIsDone?: boolean;
  /** What was typed here before, and not sent. */
  draft?: Partial<Record<string, string>> | undefined;
  children: ReactNode;
}

/**
 * A form for one operation, which works without scripts. With them the answer is a toast, the screen is loaded again, and
 * what was refused stands at its field until somebody types.
 */
export function OperationForm({
  does,
  fixed = {},
  untyped = {},
  constraints = {},
  done,
  failed,
  about,
  onDone,
  clearsWhenDone = false,
  onLate,
  sendsTouched = false,
  goneIsDone = false,
  draft = NONE,
  children,
  ...rest
}: OperationFormProps) {
  const fetcher = useFetcher<FormAnswer>();
  const posted = useKept(useActionData<FormAnswer>());
  const isMine = (answer: FormAnswer | undefined) =>
    answer?.do === does && Object.entries(fixed).every(([name, value]) => answer.typed[name] === value);
  const answer = fetcher.data ?? (isMine(posted) ? posted : undefined);
  const [seen, setSeen] = useState<FormAnswer>();
  const refused = answer && !answer.ok && answer !== seen ? answer : undefined;
  const form = useRef<HTMLFormElement>(null);
  useFocusInvalid(form, refused?.fields ?? NONE, fetcher.state !== 'idle');
  const refresh = useRefresh();
  useEffect(() => {
    const { data } = fetcher;
    if (!data) return;
    if (data.ok || (goneIsDone && data.status === 404)) {
      if (done) showToast({ ...done, tone: 'success', about });
      if (clearsWhenDone) form.current?.reset();
      onDone?.(data.value);
      if (!data.ok) void refresh();
      return;
    }
    const isText = typeof failed === 'string';
    // Nothing is to be said besides.
    if ((!isText || data.message === '') && Object.keys(data.fields).length > 0) return;
    const isLate = data.status === 404 || data.status === 409;
    const told = {
      ...(isText ? { title: failed } : failed),
      ...((isText || (isLate && onLate)) && { description: data.message ?? '' }),
    };
    console.error(told.title, { does, status: data.status });
    showToast({ ...told, tone: 'danger', stays: true, about });
    // Another clerk was faster.
    if (isLate) void (onLate ?? refresh)();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per answer
  }, [fetcher.data]);
  const [isFilled, setFilled] = useState(true);
  useEffect(() => setFilled(hasRequired(form.current)), []);
  const state = {
    answer,
    fields: refused?.fields ?? NONE,
    // Of an answer that never came the draft knows what was not sent, such as the boxes.
    typed: refused && refused.status > 0 ? refused.typed : { ...draft, ...refused?.typed },
    isFilled,
    constraints,
    isBusy: fetcher.state !== 'idle',
  };
  const isTyped = Object.entries(refused?.typed ?? NONE).some(
    ([name, text]) => name !== 'do' && !(name in fixed) && !(name in untyped) && text !== '',
  );
  return (
    <FormContext value={state}>
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        {...rest}
        onInput={() => {
          setSeen(answer);
          setFilled(hasRequired(form.current));
        }}
        onSubmit={(event) => {
          if (state.isBusy) return event.preventDefault();
          if (!sendsTouched) return;
          event.preventDefault();
          const { currentTarget } = event;
          const kept = { ...draft, ...refused?.typed };
          const touched = keepTouched(new FormData(currentTarget), currentTarget.elements, kept);
          void fetcher.submit(touched, { method: 'post' });
        }}
      >
        <input type="hidden" name="do" value={does} />
        {Object.entries({ ...fixed, ...untyped }).map(([name, value]) => (
          // A key that is made anew in the browser differs.
          <input key={name} type="hidden" name={name} value={value} suppressHydrationWarning />
        ))}
        {children}
        {/* Unless it stands at its field. */}
        {refused?.message && !Object.values(refused.fields).includes(refused.message) && (
          <p role="alert" className="text-xs text-danger">
            {refused.message}
            {isTyped && !refused.message.includes('foi mantido') && ' O que você digitou foi mantido.'}
          </p>
        )}
      </fetcher.Form>
    </FormContext>
  );
}

const NONE = {};

const hasRequired = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].every((field) => {
    const { required, value } = field as HTMLInputElement;
    return !required || value.trim() !== '';
  });

/** A field of an `OperationForm`: its constraints, what was typed, and what is not right with it. */
export function Field({ name, ...field }: ComponentProps<typeof TextField> & { name: string }) {
  const { fields, typed, constraints } = useOperationForm();
  return (
    <TextField
      name={name}
      autoComplete="off"
      {...constraints[name]}
      {...field}
      defaultValue={typed[name] ?? field.defaultValue}
      error={fields[name]}
    />
  );
}

/** The same, of several lines. */
export function AreaField({ name, ...area }: ComponentProps<typeof TextArea> & { name: string }) {
  const { fields, typed, constraints } = useOperationForm();
  const { required, maxLength } = constraints[name] ?? {};
  return (
    <TextArea
      name={name}
      {...(required && { required })}
      {...(maxLength && { maxLength })}
      {...area}
      defaultValue={typed[name] ?? area.defaultValue}
      error={fields[name]}
    />
  );
}

/** On or off. The hidden field says that it is off: a box that is not ticked is not sent. */
export function CheckField({ name, ...box }: ComponentProps<typeof SwitchField> & { name: string }) {
  const { typed } = useOperationForm();
  const isOn = typed[name] === undefined ? box.defaultChecked : typed[name] === 'on';
  return (
    <>
      <input type="hidden" name={name} value="false" />
      <SwitchField name={name} {...box} defaultChecked={isOn} />
    </>
  );
}

/** The button of an `OperationForm`. `whenFilled`: it waits until every field is filled in that must be. */
export function SubmitButton({
  whenFilled = false,
  ...button
}: ComponentProps<typeof Button> & { whenFilled?: boolean }) {
  const { isBusy, isFilled } = useOperationForm();
  const isLoading = isBusy || button.loading === true;
  return <Button type="submit" disabled={whenFilled && !isFilled} {...button} loading={isLoading} />;
}
