import type { savePublicCollection } from '#shop/collection/public/save-public-collection.ts';
import type { makeInstallAddress } from '#shop/delivery/install/make-install-address.ts';
import type { mailCollection } from '#shop/delivery/install/mail-collection.ts';
import type { addWish, removeWish } from '#shop/collection/wishes/change-wishes.ts';
import type { Sentences } from './sentences.ts';

export const NO_DOWNLOAD = 'Este download não está disponível.';
export const STORAGE_AWAY = 'Não conseguimos buscar este arquivo agora. Tente de novo em instantes.';
export const DISPUTED =
  'O pagamento deste presente está em análise. Se nada for devolvido, o download volta quando ela terminar.';

export const INSTALL_REFUSALS = {
  not_found: NO_DOWNLOAD,
  no_file: 'Este arquivo não fica na loja ou não é de um instalador: baixe e adicione no programa.',
  disputed: DISPUTED,
  too_many_tries: '',
} satisfies Sentences<typeof makeInstallAddress>;

export const MAIL_COLLECTION_REFUSALS = {
  not_confirmed: 'Confirme antes o seu e-mail no perfil.',
} satisfies Sentences<typeof mailCollection>;

export const WISH_REFUSALS = {
  not_found: 'Skin não encontrada.',
  already_owned: 'Esta skin já está na sua coleção.',
} satisfies Sentences<typeof addWish> & Sentences<typeof removeWish>;

export const PUBLIC_COLLECTION_REFUSALS = {
  slug_taken: 'Este endereço já é de outra pessoa.',
} satisfies Sentences<typeof savePublicCollection>;
