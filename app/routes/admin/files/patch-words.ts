import type { PatchDraft } from '#shop/delivery/patch/patch-draft.ts';
import type { PatchResult } from '#shop/delivery/patch/set-patch-state.ts';
import { count } from '#shop/text/count.ts';
import type { AttentionWords } from '../desk/attention-words.ts';
import type { PatchChoice } from './patch-choice.ts';

/** What a clerk is asked before it happens. `button` null: there is nothing to do. */
export function askForPatch(
  { skins, owners }: PatchResult,
  { state, notify }: PatchChoice,
): { title: string; description: string; button: string | null } {
  if (skins === 0) return { ...describePatch({ skins, owners }, { state }), button: null };
  const files = count(skins, 'skin', 'skins');
  const people = count(owners, 'pessoa', 'pessoas');
  const have = owners === 1 ? 'tem' : 'têm';
  const nobody = skins === 1 ? 'Ninguém tem essa skin ainda.' : 'Ninguém tem essas skins ainda.';
  const some = skins === 1 ? 'essa skin' : 'alguma delas';
  if (state === 'updating') {
    return {
      title: `Marcar ${files} em atualização?`,
      description:
        owners === 0
          ? nobody
          : `${people} ${have} ${some} e ${owners === 1 ? 'vê' : 'veem'} na coleção que a nova versão está a caminho. Nenhum e-mail sai agora.`,
      button: `Marcar ${files}`,
    };
  }
  if (!notify || owners === 0) {
    return {
      title: `Liberar ${files} sem avisar?`,
      description: owners === 0 ? nobody : `${people} ${have} ${some}. Nenhum e-mail sai por isso.`,
      button: `Liberar ${files}`,
    };
  }
  return {
    title: `Liberar ${files} e avisar ${people}?`,
    description: 'Sai um e-mail por pessoa, com todas as skins dela. Depois de sair, ele não volta.',
    button: `Liberar ${files} e avisar ${people}`,
  };
}

const someOf = (skins: number) => (skins === 1 ? 'essa skin' : 'alguma dessas skins');

/** A new version of the game, before anybody marks anything. */
export function draftWords(
  { name, skins, owners }: PatchDraft,
  mayMark: boolean,
  mayDismiss: boolean,
): AttentionWords {
  const files = count(skins, 'skin com arquivo', 'skins com arquivo');
  const people = count(owners, 'pessoa tem', 'pessoas têm');
  return {
    title: `Saiu ${name}: ${files}`,
    happened: `O jogo recebeu uma versão nova, que pode ter estragado ${skins === 1 ? 'o arquivo' : 'os arquivos'}. ${people} ${someOf(skins)}.`,
    todo: mayMark
      ? `Marque em atualização o que parou de funcionar, ou dispense${mayDismiss ? '' : ' em Patch'} se nada mudou. Nada acontece sozinho.`
      : 'Fale com quem cuida dos arquivos.',
  };
}

/** What a clerk reads after marking or releasing files. */
export function describePatch(
  { skins, owners }: PatchResult,
  /** As they stand in the form. */
  { state, notify }: { state?: string; notify?: string } = {},
): { title: string; description: string } {
  if (skins === 0) {
    return {
      title: 'Nada mudou',
      description:
        state === 'updating'
          ? 'Nenhum arquivo conhecido pela loja está nessa escolha, ou todos já estão em atualização.'
          : 'Nenhum arquivo dessa escolha está em atualização.',
    };
  }
  const people = count(owners, 'pessoa tem', 'pessoas têm');
  if (state === 'updating') {
    return {
      title: `${count(skins, 'arquivo', 'arquivos')} em atualização`,
      description: `${people} ${someOf(skins)}.`,
    };
  }
  return {
    title: count(skins, 'arquivo liberado', 'arquivos liberados'),
    description:
      notify === 'true' && owners > 0
        ? `${people} ${someOf(skins)}. Os e-mails saem em instantes.`
        : 'Nenhum e-mail sai por isso.',
  };
}
