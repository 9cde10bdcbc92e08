import type { Toast } from '#app/ui/feedback/toast.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';

/** docs/contract.md, `POST /api/admin/patch`. */
export interface PatchAnswer {
  skins: number;
  owners: number;
}

/** What a clerk reads after marking or releasing files. */
export function describePatch(
  { skins, owners }: PatchAnswer,
  state: 'updating' | 'ready',
  notify: boolean,
): Pick<Toast, 'title' | 'description' | 'tone'> {
  if (skins === 0) {
    return {
      title: 'Nada mudou',
      description:
        state === 'updating'
          ? 'Nenhum arquivo conhecido pela loja está nessa escolha, ou todos já estão em atualização.'
          : 'Nenhum arquivo dessa escolha está em atualização.',
      tone: 'info',
    };
  }
  const files = skins === 1 ? '1 arquivo' : `${groupThousands(skins)} arquivos`;
  const people = owners === 1 ? '1 pessoa tem' : `${groupThousands(owners)} pessoas têm`;
  if (state === 'updating') {
    return {
      title: `${files} em atualização`,
      description: `${people} alguma dessas skins.`,
      tone: 'success',
    };
  }
  return {
    title: skins === 1 ? '1 arquivo liberado' : `${files} liberados`,
    description:
      notify && owners > 0
        ? `${people} alguma dessas skins. Os e-mails saem em instantes.`
        : 'Nenhum e-mail sai por isso.',
    tone: 'success',
  };
}
