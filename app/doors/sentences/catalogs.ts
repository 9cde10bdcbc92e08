import type { deleteCatalog } from '#shop/file-catalogs/delete-catalog.ts';
import type { describeCatalog } from '#shop/file-catalogs/describe-catalog.ts';
import type { publishCatalog } from '#shop/file-catalogs/publish-catalog.ts';
import type { Sentences } from './sentences.ts';

export const CATALOG_REFUSALS = {
  not_found: 'Este catálogo não existe mais.',
  has_problems: 'O arquivo tem problemas: corrija as linhas apontadas e envie-o de novo. Nada mudou na loja.',
  last_source: 'Este é o único catálogo à venda. Ponha outro à venda antes de remover este.',
  invalid: 'Confira os dados informados.',
} satisfies Sentences<typeof publishCatalog> &
  Sentences<typeof deleteCatalog> &
  Sentences<typeof describeCatalog>;

/** Of a file that could not be looked into at all: status, code and sentence. */
export const CATALOG_FILE_REFUSALS = {
  malformed: [400, 'malformed', 'Escolha um arquivo CSV, JSON ou ZIP.'],
  broken_off: [400, 'malformed', 'O envio foi interrompido. Tente de novo.'],
  not_found: [404, 'not_found', CATALOG_REFUSALS.not_found],
  too_large: [413, 'too_large', 'O arquivo passa de 32 MB.'],
  busy: [503, 'busy', 'Outro arquivo seu ainda está sendo lido. Tente de novo em instantes.'],
  storage_away: [503, 'unavailable', 'O armazenamento não respondeu. Tente de novo em instantes.'],
} as const satisfies Record<string, readonly [number, string, string]>;
