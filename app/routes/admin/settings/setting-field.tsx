import { useId, useRef } from 'react';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { SelectField } from '#app/ui/form/select-field.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import type { SettingKind } from '#shop/settings/setting-table.ts';
import { DAYS, SELLER_PARTS, type Typed } from '#shop/chapters/typed-names.ts';

export interface ShownSetting {
  key: string;
  kind: SettingKind;
  label: string;
  help: string;
  options?: Readonly<Record<string, string>> | undefined;
}

interface SettingFieldProps {
  setting: ShownSetting;
  typed: Typed;
  error: string | undefined;
}

/** The input of a setting, or its inputs. */
export function SettingField({ setting, typed, error }: SettingFieldProps) {
  const { key, kind, label, help } = setting;
  const common = { label, name: key, hint: help, error, autoComplete: 'off' };
  switch (kind) {
    case 'choice':
      return <ChoiceField setting={setting} typed={typed} error={error} />;
    case 'color':
      return <ColorField setting={setting} typed={typed} error={error} />;
    case 'logo':
      return <LogoField setting={setting} typed={typed} error={error} />;
    case 'line':
      return <TextField {...common} defaultValue={typed[key]} />;
    case 'reais':
      return <TextField {...common} inputMode="decimal" className="sm:max-w-60" defaultValue={typed[key]} />;
    case 'whole':
      return <TextField {...common} inputMode="numeric" className="sm:max-w-60" defaultValue={typed[key]} />;
    case 'secret':
      return <TextField {...common} spellCheck={false} defaultValue={typed[key]} />;
    case 'switch':
      return <SwitchField label={label} name={key} hint={help} defaultChecked={typed[key] === 'on'} />;
    case 'text':
    case 'mails':
      return <LongField setting={setting} typed={typed} error={error} />;
    case 'hours':
      return <HoursField setting={setting} typed={typed} error={error} />;
    case 'seller':
      return (
        <Group setting={setting} error={error}>
          <div className="grid gap-4 sm:grid-cols-2">
            {SELLER_PARTS.map(([part, partLabel]) => (
              <TextField
                key={part}
                label={partLabel}
                name={`${key}.${part}`}
                autoComplete="off"
                defaultValue={typed[`${key}.${part}`]}
              />
            ))}
          </div>
        </Group>
      );
  }
}

function LongField({ setting: { key, kind, label, help }, typed, error }: SettingFieldProps) {
  const id = useId();
  return (
    <div>
      <TextArea
        label={label}
        name={key}
        rows={kind === 'mails' ? 3 : 12}
        defaultValue={typed[key]}
        invalid={error !== undefined}
        aria-describedby={id}
      />
      <p id={id} className={`mt-1.5 text-xs ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? help}
      </p>
    </div>
  );
}

function ChoiceField({ setting: { key, label, options = {} }, typed }: SettingFieldProps) {
  return (
    <SelectField label={label} name={key} defaultValue={typed[key]}>
      {Object.entries(options).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Typed or pasted, and beside it the browser's own picker, which needs scripts to write into the field. */
function ColorField({ setting: { key, label, help }, typed, error }: SettingFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const color = typed[key] ?? '';
  return (
    <div className="flex items-start gap-3">
      <TextField
        ref={field}
        label={label}
        name={key}
        hint={help}
        error={error}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        defaultValue={color}
        className="sm:max-w-60"
      />
      {isHydrated && (
        <input
          type="color"
          aria-label="Escolher a cor"
          className="mt-7 size-11 shrink-0 cursor-pointer rounded-control border border-line bg-raised p-1 "
          defaultValue={color}
          onInput={(event) => {
            if (field.current) field.current.value = event.currentTarget.value;
          }}
        />
      )}
    </div>
  );
}

function LogoField({ setting, typed, error }: SettingFieldProps) {
  const { key } = setting;
  const id = typed[key] ?? '';
  return (
    <Group setting={setting} error={error}>
      <input type="hidden" name={key} value={id} />
      <input
        type="file"
        name={`${key}.file`}
        accept="image/jpeg,image/png,image/webp"
        aria-label={id ? 'Trocar o logo' : 'Escolher o logo'}
        className="w-full text-sm text-muted file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-line file:bg-transparent file:px-4 file:font-semibold file:text-text"
      />
      {id && <SwitchField label="Sem logo: volta o losango" name={`${key}.none`} />}
    </Group>
  );
}

function HoursField({ setting, typed, error }: SettingFieldProps) {
  const { key } = setting;
  return (
    <Group setting={setting} error={error}>
      <SwitchField
        label="Sempre aberta"
        name={`${key}.always`}
        defaultChecked={typed[`${key}.always`] === 'on'}
      />
      <div className="mt-3 flex flex-wrap gap-x-1">
        {DAYS.map(([day, name]) => (
          <label key={day} className="flex min-h-11 items-center gap-2 pr-3 text-sm">
            <input
              type="checkbox"
              name={`${key}.${day}`}
              defaultChecked={typed[`${key}.${day}`] === 'on'}
              className="size-5 accent-accent"
            />
            {name}
          </label>
        ))}
      </div>
      <div className="mt-3 grid max-w-80 grid-cols-2 gap-4">
        <TextField label="Das" type="time" name={`${key}.from`} defaultValue={typed[`${key}.from`]} />
        <TextField label="Às" type="time" name={`${key}.to`} defaultValue={typed[`${key}.to`]} />
      </div>
    </Group>
  );
}

function Group({
  setting: { label, help },
  error,
  children,
}: {
  setting: ShownSetting;
  error: string | undefined;
  children: React.ReactNode;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} aria-invalid={error ? true : undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      <p id={id} className={`mt-1 mb-3 text-xs ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? help}
      </p>
      {children}
    </fieldset>
  );
}
