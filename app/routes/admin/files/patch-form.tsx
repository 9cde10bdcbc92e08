import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { inputClass } from '#app/ui/form/text-field.tsx';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { callAdminApi } from '../call-admin-api.ts';
import { SkinSearch, type FoundSkin } from '../skin-search.tsx';
import { describePatch, type PatchAnswer } from './patch-words.ts';

type ScopeKind = 'all' | 'champion' | 'skins';

const SCOPES: { kind: ScopeKind; label: string; hint: string }[] = [
  { kind: 'all', label: 'Catálogo inteiro', hint: 'Todos os arquivos que a loja conhece.' },
  { kind: 'champion', label: 'Um campeão', hint: 'Os arquivos de todas as skins dele.' },
  { kind: 'skins', label: 'Algumas skins', hint: 'Só as que você escolher.' },
];

/** Marks files as 'em atualização', or takes the mark away again. */
export function PatchForm({ champions }: { champions: { id: string; name: string }[] }) {
  const id = useId();
  const [kind, setKind] = useState<ScopeKind>('all');
  const [championId, setChampionId] = useState('');
  const [skins, setSkins] = useState<FoundSkin[]>([]);
  const [notify, setNotify] = useState(true);
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState<'updating' | 'ready' | null>(null);
  const refresh = useRefresh();

  async function send(state: 'updating' | 'ready'): Promise<void> {
    if (sending) return;
    if (kind === 'champion' && championId === '') return setError('Escolha o campeão.');
    if (kind === 'skins' && skins.length === 0) return setError('Escolha ao menos uma skin.');
    const scope = {
      all: { all: true },
      champion: { champion_id: championId },
      skins: { skins: skins.map((skin) => [skin.championId, skin.num]) },
    }[kind];
    setError(undefined);
    setSending(state);
    const answer = await callAdminApi('/api/admin/patch', {
      scope,
      state,
      notify: state === 'ready' && notify,
    });
    setSending(null);
    if (!answer.ok) {
      console.error('Erro ao mudar o patch', { status: answer.status });
      return setError(`${answer.message} O que você escolheu foi mantido.`);
    }
    showToast({ ...describePatch(answer.body as PatchAnswer, state, notify), about: 'patch' });
    setSkins([]);
    await refresh();
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send('updating');
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">Quais arquivos</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {SCOPES.map((scope) => (
            <label
              key={scope.kind}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2.5 hover:border-muted has-checked:border-accent"
            >
              <input
                type="radio"
                name="scope"
                value={scope.kind}
                checked={kind === scope.kind}
                onChange={() => {
                  setKind(scope.kind);
                  setError(undefined);
                }}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="text-sm font-medium">
                {scope.label}
                <span className="block text-xs font-normal text-muted">{scope.hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {kind === 'champion' && (
        <div className="flex flex-col gap-1.5 sm:w-80">
          <label htmlFor={`${id}-champion`} className="text-sm font-medium">
            Campeão
          </label>
          <select
            id={`${id}-champion`}
            value={championId}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-error`}
            onChange={(event) => {
              setChampionId(event.target.value);
              setError(undefined);
            }}
            className={inputClass}
          >
            <option value="">Escolha...</option>
            {champions.map((champion) => (
              <option key={champion.id} value={champion.id}>
                {champion.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {kind === 'skins' && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-search`} className="text-sm font-medium">
            Skins
          </label>
          <SkinSearch
            id={id}
            invalid={error !== undefined}
            onPick={(skin) => {
              setError(undefined);
              setSkins((chosen) => (chosen.some((each) => isSame(each, skin)) ? chosen : [...chosen, skin]));
            }}
          />
          <p id={`${id}-note`} className="text-xs text-muted">
            {skins.length === 0
              ? 'Pesquise e escolha; pode escolher várias.'
              : `${skins.length} ${skins.length === 1 ? 'escolhida' : 'escolhidas'}.`}
          </p>
          <ul className="flex flex-wrap gap-2">
            {skins.map((skin) => (
              <li key={`${skin.championId}_${skin.num}`}>
                <button
                  type="button"
                  aria-label={`Tirar ${skin.name}`}
                  onClick={() => setSkins((chosen) => chosen.filter((each) => !isSame(each, skin)))}
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
      )}
      <SwitchField
        label="Avisar quem já comprou ao liberar"
        hint="Um e-mail por pessoa e por patch, com todas as skins dela. Quem recebe um arquivo novo é avisado de qualquer forma."
        checked={notify}
        onChange={(event) => setNotify(event.target.checked)}
      />
      <p id={`${id}-error`} role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" loading={sending === 'updating'} loadingLabel="Marcando...">
          Marcar em atualização
        </Button>
        <Button
          variant="outline"
          loading={sending === 'ready'}
          loadingLabel="Liberando..."
          onClick={() => void send('ready')}
        >
          {notify ? 'Liberar e avisar' : 'Liberar sem avisar'}
        </Button>
      </div>
    </form>
  );
}

const isSame = (one: FoundSkin, other: FoundSkin) =>
  one.championId === other.championId && one.num === other.num;
