import type { deliverAtDesk } from '#shop/delivery/desk/deliver-at-desk.ts';
import type { notePresence } from '#shop/delivery/desk/note-presence.ts';
import type { undoDelivery } from '#shop/delivery/desk/undo-delivery.ts';
import type { acceptFile } from '#shop/delivery/examining/accept-file.ts';
import type { checkKnownFiles } from '#shop/delivery/files/check-known-files.ts';
import type { markBroken } from '#shop/delivery/files/mark-broken.ts';
import type { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import type { dismissDraft } from '#shop/delivery/patch/patch-draft.ts';
import type { runPatch } from '#shop/delivery/patch/run-patch.ts';
import type { endPreorder, savePreorder } from '#shop/preorders/change-preorders.ts';
import type { Refused } from '#shop/operation.ts';
import type { Sentences } from './sentences.ts';

const UNKNOWN_SKIN = 'Esta skin não existe no catálogo.';
/** What is not right with the link or the file is said at its field. */
const CONTENT = {
  invalid_link: ({ fields }: Refused) => fields?.link ?? '',
  unknown_file: { at: 'fileId', says: 'Este arquivo não está na loja. Envie de novo.' },
};

export const FILE_REFUSALS = {
  ...CONTENT,
  unknown_skin: UNKNOWN_SKIN,
  not_found: 'A loja ainda não conhece um arquivo desta skin.',
  no_link: { at: 'link', says: 'Informe o link.' },
  not_withheld: 'Este arquivo não precisa ser olhado: a loja não achou nada nele, ou alguém já o aceitou.',
  file_replaced: 'O arquivo desta skin mudou. Olhe o novo antes de aceitar.',
} satisfies Sentences<typeof saveSkinFile> &
  Sentences<typeof markBroken> &
  Sentences<typeof checkKnownFiles> &
  Sentences<typeof acceptFile>;

export const PREORDER_REFUSALS = {
  unknown_skin: UNKNOWN_SKIN,
  not_found: 'Esta skin não está em pré-venda.',
  has_file: 'Esta skin já tem arquivo: ela é vendida e entregue com ele.',
} satisfies Sentences<typeof savePreorder> & Sentences<typeof endPreorder>;

export const PATCH_REFUSALS = {
  not_found: 'O catálogo não tem este campeão ou uma destas skins. Nada mudou.',
} satisfies Sentences<typeof runPatch>;

export const DRAFT_REFUSALS = {
  not_found: 'Esta versão já foi marcada ou dispensada.',
} satisfies Sentences<typeof dismissDraft>;

export const DESK_REFUSALS = {
  ...CONTENT,
  not_found: UNKNOWN_SKIN,
  of_other_skin: ({ fields }: Refused) => fields?.ask ?? '',
  withheld_file: ({ fields }: Refused) => fields?.fileId ?? '',
  held_already: 'Esta skin já está saindo. Desfaça aquela entrega para mandar outro arquivo.',
  not_held: 'Não dá mais para desfazer: a entrega já saiu, ou alguém a desfez antes.',
} satisfies Sentences<typeof deliverAtDesk> & Sentences<typeof notePresence> & Sentences<typeof undoDelivery>;
