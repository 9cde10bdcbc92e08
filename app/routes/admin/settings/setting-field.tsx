import { useId } from 'react';
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
