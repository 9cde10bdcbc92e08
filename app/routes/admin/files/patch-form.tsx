import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { ChoiceCard } from '#app/ui/form/choice-card.tsx';
import { SelectField } from '#app/ui/form/select-field.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { SkinSearch, type FoundSkin } from '../skin-search.tsx';

type ScopeKind = 'tudo' | 'campeao' | 'skins';

const SCOPES: { value: ScopeKind; label: string; hint: string }[] = [
  { value: 'tudo', label: 'Catálogo inteiro', hint: 'Todos os arquivos que a loja conhece.' },
  { value: 'campeao', label: 'Por grupo', hint: 'Todos os arquivos de um só.' },
  { value: 'skins', label: 'Algumas skins', hint: 'Só as que você escolher.' },
];

/** Without scripts, which the search needs. */
const WRITTEN = 'O fim do endereço de cada uma na loja: de /loja/skin/Ahri/3 é Ahri/3.';

/** Marks files as 'em atualização', or takes the mark away again. What it would do is counted and asked first. */
export function PatchForm({ champions }: { champions: { id: string; name: string }[] }) {
  const id = useId();
  const words = useGroupWords();
  const [kind, setKind] = useState<ScopeKind | null>(null);
  const [championId, setChampionId] = useState('');
  const [skins, setSkins] = useState<FoundSkin[]>([]);
  const [notify, setNotify] = useState(true);
  const asked = useNavigation().formData?.get('fazer');
  // Without scripts the browser says what is missing, and the server once more.
  const isHydrated = useHydrated();
  const missing = missingOf(kind, championId, skins, words.group);

  return (
    <Form
      ref={(form) => {
        // Chosen before the scripts ran, which hear of no change.
        const early = form && kind === null ? new FormData(form).get('quais') : null;
        if (early) setKind(SCOPES.find((scope) => scope.value === early)?.value ?? null);
      }}
      method="get"
      preventScrollReset
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">Quais arquivos</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {SCOPES.map((scope) => (
            <ChoiceCard
              key={scope.value}
              {...scope}
              {...(scope.value === 'campeao' && { label: `Por ${words.one}` })}
              name="quais"
              required
              checked={kind === scope.value}
              onChange={() => setKind(scope.value)}
            />
          ))}
        </div>
      </fieldset>
      {(kind === 'campeao' || !isHydrated) && (
        <div className="sm:w-80">
          <SelectField
            label={words.group}
            name="campeao"
            value={championId}
            onChange={(event) => setChampionId(event.target.value)}
          >
            <option value="">Escolha...</option>
            {champions.map((champion) => (
              <option key={champion.id} value={champion.id}>
                {champion.name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {isHydrated ? (
        kind === 'skins' && <ChosenSkins skins={skins} onChange={setSkins} />
      ) : (
        <TextField label="Skins" name="skin" placeholder="Ahri/3 Lux/7" hint={WRITTEN} />
      )}
      <SwitchField
        label="Avisar quem já comprou ao liberar"
        hint="Um e-mail por pessoa e por patch, com todas as skins dela. Quem recebe um arquivo novo é avisado de qualquer forma."
        name="avisar"
        checked={notify}
        onChange={(event) => setNotify(event.target.checked)}
      />
      <div className="flex flex-col gap-3 sm:flex-row">
        {(['marcar', 'liberar'] as const).map((what) => (
          <Button
            key={what}
            type="submit"
            name="fazer"
            value={what}
            variant={what === 'marcar' ? 'accent' : 'outline'}
            disabled={isHydrated && missing !== null}
            aria-describedby={`${id}-missing`}
            loading={asked === what}
            loadingLabel="Contando..."
          >
            {what === 'marcar' ? 'Marcar em atualização' : notify ? 'Liberar e avisar' : 'Liberar sem avisar'}
          </Button>
        ))}
      </div>
      <p id={`${id}-missing`} role="status" className="text-sm text-muted">
        {missing ?? 'Antes de mudar qualquer coisa, a loja conta quantas skins e pessoas são.'}
      </p>
    </Form>
  );
}

function missingOf(
  kind: ScopeKind | null,
  championId: string,
  skins: FoundSkin[],
  group: string,
): string | null {
  if (kind === null) return 'Escolha quais arquivos para continuar.';
  if (kind === 'campeao' && championId === '') return `Escolha em ‘${group}’ para continuar.`;
  return kind === 'skins' && skins.length === 0 ? 'Escolha ao menos uma skin para continuar.' : null;
}

function ChosenSkins({ skins, onChange }: { skins: FoundSkin[]; onChange: (skins: FoundSkin[]) => void }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-search`} className="text-sm font-medium">
        Skins
      </label>
      <SkinSearch
        id={id}
        invalid={false}
        onPick={(skin) => onChange(skins.some((each) => isSame(each, skin)) ? skins : [...skins, skin])}
      />
      <p id={`${id}-note`} className="text-xs text-muted">
        {skins.length === 0
          ? 'Pesquise e escolha; pode escolher várias.'
          : `${skins.length} ${skins.length === 1 ? 'escolhida' : 'escolhidas'}.`}
      </p>
      <ul className="flex flex-wrap gap-2">
        {skins.map((skin) => (
          <li key={skin.sku}>
            <input type="hidden" name="skin" value={skin.sku} />
            <button
              type="button"
              aria-label={`Tirar ${skin.name}`}
              onClick={() => onChange(skins.filter((each) => !isSame(each, skin)))}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line bg-raised px-3 text-left text-sm hover:border-muted"
            >
              <span className="min-w-0 break-words">
                {skin.name} <span className="text-muted">- {skin.championName}</span>
              </span>
              <X aria-hidden="true" className="size-4 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const isSame = (one: FoundSkin, other: FoundSkin) => one.sku === other.sku;
