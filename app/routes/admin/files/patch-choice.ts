import { splitSkins } from '#shop/catalog/sku.ts';
import type { PatchScope } from '#shop/delivery/patch/set-patch-state.ts';

/** What a clerk asked for with the form of the patch, as its fields say it. */
export interface PatchChoice {
  scope: PatchScope;
  state: 'updating' | 'ready';
  notify: boolean;
}

/** null: nothing is chosen, or no form of ours says so. */
export function readPatchChoice(form: URLSearchParams): PatchChoice | null {
  const state = { marcar: 'updating' as const, liberar: 'ready' as const }[form.get('fazer') ?? ''];
  const scope = readScope(form);
  return state && scope ? { scope, state, notify: state === 'ready' && form.has('avisar') } : null;
}

function readScope(form: URLSearchParams): PatchScope | null {
  const championId = form.get('campeao') ?? '';
  const skins = splitSkins(form.getAll('skin').join(' ')).flatMap(({ sku }) => sku ?? []);
  switch (form.get('quais')) {
    case 'tudo':
      return { all: true };
    // Where the question about a new version leads.
    case 'jogo':
      return { game: true };
    case 'campeao':
      return championId !== '' ? { championId } : null;
    case 'skins':
      return skins.length > 0 ? { skins } : null;
    default:
      return null;
  }
}
