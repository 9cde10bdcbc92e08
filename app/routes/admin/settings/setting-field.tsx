import { useId, useRef, type ReactNode } from 'react';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { AreaField, Field, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { SelectField } from '#app/ui/form/select-field.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import type { SettingKind } from '#shop/settings/setting-table.ts';
import { DAYS, SELLER_PARTS } from '#shop/chapters/typed-names.ts';

export interface ShownSetting {
  key: string;
  kind: SettingKind;
  label: string;
  help: string;
  options?: Readonly<Record<string, string>> | undefined;
}

/** The input of a setting, or its inputs. */
export function SettingField({ setting }: { setting: ShownSetting }) {
  const { key, kind, label, help, options = {} } = setting;
  const { typed, fields } = useOperationForm();
  const common = { label, name: key, hint: help };
  switch (kind) {
    case 'choice':
      return (
        <SelectField {...common} defaultValue={typed[key]}>
          {Object.entries(options).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case 'color':
      return <ColorField {...common} />;
    case 'line':
      return <Field {...common} />;
    case 'reais':
      return <Field {...common} inputMode="decimal" className="sm:max-w-60" />;
    case 'whole':
      return <Field {...common} inputMode="numeric" className="sm:max-w-60" />;
    case 'secret':
      return <Field {...common} spellCheck={false} />;
    case 'switch':
      return <Switch {...common} />;
    case 'text':
    case 'mails':
      return <AreaField {...common} rows={kind === 'mails' ? 3 : 12} />;
    case 'sources':
    case 'providers':
      // Each on its own screen.
      return null;
    case 'logo':
    case 'hours':
    case 'seller': {
      const Parts = PARTS[kind];
      return (
        <Group label={label} note={help} error={fields[key]}>
          <Parts name={key} />
        </Group>
      );
    }
  }
}

const PARTS = { logo: LogoParts, hours: HoursParts, seller: SellerParts };

function Switch({ name, ...field }: { name: string; label: string; hint?: string }) {
  const { typed } = useOperationForm();
  return <SwitchField {...field} name={name} defaultChecked={typed[name] === 'on'} />;
}

/** Typed or pasted, and beside it the browser's own picker, which needs scripts to write into the field. */
function ColorField({ name, ...texts }: { name: string; label: string; hint: string }) {
  const field = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const { typed } = useOperationForm();
  return (
    <div className="flex items-start gap-3">
      <Field ref={field} {...texts} name={name} spellCheck={false} maxLength={7} className="sm:max-w-60" />
      {isHydrated && (
        <input
          type="color"
          aria-label="Escolher a cor"
          className="mt-7 size-11 shrink-0 cursor-pointer rounded-control border border-line bg-raised p-1 "
          defaultValue={typed[name] ?? ''}
          onInput={(event) => {
            if (field.current) field.current.value = event.currentTarget.value;
          }}
        />
      )}
    </div>
  );
}

function LogoParts({ name }: { name: string }) {
  const id = useOperationForm().typed[name] ?? '';
  return (
    <>
      <input type="hidden" name={name} value={id} />
      <input
        type="file"
        name={`${name}.file`}
        accept="image/jpeg,image/png,image/webp"
        aria-label={id ? 'Trocar o logo' : 'Escolher o logo'}
        className="w-full text-sm text-muted file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-line file:bg-transparent file:px-4 file:font-semibold file:text-text"
      />
      {id && <SwitchField label="Sem logo: volta o losango" name={`${name}.none`} />}
    </>
  );
}

function HoursParts({ name }: { name: string }) {
  const { typed } = useOperationForm();
  return (
    <>
      <Switch label="Sempre aberta" name={`${name}.always`} />
      <div className="mt-3 flex flex-wrap gap-x-1">
        {DAYS.map(([day, label]) => (
          <label key={day} className="flex min-h-11 items-center gap-2 pr-3 text-sm">
            <input
              type="checkbox"
              name={`${name}.${day}`}
              defaultChecked={typed[`${name}.${day}`] === 'on'}
              className="size-5 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
      <div className="mt-3 grid max-w-80 grid-cols-2 gap-4">
        <Field label="Das" type="time" name={`${name}.from`} />
        <Field label="Às" type="time" name={`${name}.to`} />
      </div>
    </>
  );
}

function SellerParts({ name }: { name: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {SELLER_PARTS.map(([part, label]) => (
        <Field key={part} label={label} name={`${name}.${part}`} />
      ))}
    </div>
  );
}

interface GroupProps {
  label: string;
  note: string;
  error: string | undefined;
  children: ReactNode;
}

function Group({ label, note, error, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} aria-invalid={error ? true : undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      <p id={id} className={`mt-1 mb-3 text-xs ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? note}
      </p>
      {children}
    </fieldset>
  );
}
