import type { ReactNode } from 'react';
import { CopiedField } from '#app/ui/form/copied-field.tsx';
import {
  AreaField,
  Field,
  OperationForm,
  SubmitButton,
  useOperationForm,
} from '#app/ui/form/operation-form.tsx';
import { SCOPES } from '#shop/programs/scopes.ts';

/** The key, this once. Whoever closes the page without it makes another one. */
export function NewKey({ made }: { made: unknown }) {
  const { name, key } = (made ?? {}) as { name?: string; key?: string };
  if (!key) return null;
  return (
    <ShownOnce title={`Chave ${name} criada`} about="Copie agora: ela não aparece de novo.">
      <CopiedField label="Chave" text={key} button="Copiar chave" noun={{ word: 'Chave', end: 'a' }} />
    </ShownOnce>
  );
}

/** The secret of a hook, in the same way. */
export function NewSecret({ made }: { made: unknown }) {
  const { secret } = (made ?? {}) as { secret?: string };
  if (!secret) return null;
  return (
    <ShownOnce
      title="Segredo do webhook"
      about="Copie agora para o seu programa: ele confere a assinatura com este segredo, que não aparece de novo."
    >
      <CopiedField
        label="Segredo"
        text={secret}
        button="Copiar segredo"
        noun={{ word: 'Segredo', end: 'o' }}
      />
    </ShownOnce>
  );
}

function ShownOnce({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div role="status" className="mb-4 rounded-card border border-accent bg-surface p-4">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 mb-3 text-sm text-muted">{about}</p>
      {children}
    </div>
  );
}

export function NewKeyForm({ asksCode, onMade }: { asksCode: boolean; onMade: (made: unknown) => void }) {
  return (
    <section aria-labelledby="new-key" className="mt-8 border-t border-line pt-5">
      <h3 id="new-key" className="text-base">
        Nova chave
      </h3>
      <OperationForm
        does="programs.create_key"
        failed="Erro ao criar chave"
        done={{ title: 'Chave criada', description: 'Copie a chave no alto da tela.' }}
        about="program"
        clearsWhenDone
        onDone={(made) => {
          onMade(made);
          window.scrollTo({ top: 0 });
        }}
        className="mt-3 flex max-w-[640px] flex-col gap-4"
      >
        <Field label="Nome *" name="name" required placeholder="Planilha de vendas" />
        <Scopes />
        <Field label="Vale até" name="expiresAt" type="date" hint="Vazio: até ser encerrada." />
        <AreaField
          label="Só destes endereços"
          name="addresses"
          rows={2}
          hint="IPs ou faixas, como 203.0.113.7 ou 203.0.113.0/24. Vazio: de qualquer lugar."
        />
        {asksCode && (
          <Field
            label="Código da verificação em duas etapas *"
            name="code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
        <SubmitButton loadingLabel="Criando..." className="sm:self-start">
          Criar chave
        </SubmitButton>
      </OperationForm>
    </section>
  );
}

function Scopes() {
  const { fields, typed } = useOperationForm();
  const chosen = (typed.scopes ?? '').split(' ');
  return (
    <fieldset aria-describedby={fields.scopes && 'scopes-error'}>
      <legend className="mb-2 text-sm font-medium">O que ela pode *</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {Object.entries(SCOPES).map(([scope, label]) => (
          <label key={scope} className="flex min-h-11 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              defaultChecked={chosen.includes(scope)}
              className="size-4 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
      {fields.scopes && (
        <p id="scopes-error" className="text-xs text-danger">
          {fields.scopes}
        </p>
      )}
    </fieldset>
  );
}
