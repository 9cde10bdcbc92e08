import { MOST_IMPORT_MB } from '#shop/moving/receive-file.ts';
import type { chooseColumns, matchNames, showImport } from '#shop/moving/change-import.ts';
import type { runImport } from '#shop/moving/run-import.ts';
import type { undoImport } from '#shop/moving/undo-import.ts';
import type { Sentences } from './sentences.ts';

export const IMPORT_REFUSALS = {
  not_found: 'Este arquivo não está mais aqui. Envie-o de novo.',
  started: 'Este arquivo já foi trazido para a loja.',
  other_kind: 'A loja já conhece as colunas deste arquivo.',
  no_columns: 'Diga primeiro em que colunas estão o e-mail e o produto.',
  forgotten: 'Envie o arquivo de novo: o que já entrou não entra outra vez.',
  undone: 'Este arquivo foi desfeito. Envie-o de novo para trazê-lo outra vez.',
  not_run: 'Nada deste arquivo entrou na loja.',
  running: 'O arquivo ainda está entrando. Espere terminar para desfazer.',
  claimed: 'Alguém já recebeu o que veio.',
  invalid: 'Confira o que você escolheu.',
} satisfies Sentences<typeof showImport> &
  Sentences<typeof matchNames> &
  Sentences<typeof chooseColumns> &
  Sentences<typeof runImport> &
  Sentences<typeof undoImport>;

/** What stands in its way says the shop. */
export const UNDO_IMPORT_REFUSALS = {
  ...IMPORT_REFUSALS,
  claimed: ({ message }) => message ?? IMPORT_REFUSALS.claimed,
} satisfies Sentences<typeof undoImport>;

/** Of a file that could not be taken in: status, code and sentence. */
export const IMPORT_FILE_REFUSALS = {
  malformed: [400, 'malformed', 'Escolha um arquivo CSV ou JSON.'],
  broken_off: [400, 'malformed', 'O envio foi interrompido, e nada ficou dele. Tente de novo.'],
  too_large: [
    413,
    'too_large',
    `O arquivo passa de ${MOST_IMPORT_MB} MB ou de um milhão de linhas, e nada entrou. Divida-o em partes.`,
  ],
  kind_after_file: [422, 'invalid', 'Envie o campo kind antes do arquivo.'],
  bad_columns: [422, 'invalid', 'As colunas escolhidas não estão neste arquivo.'],
  no_table: [
    422,
    'unreadable',
    'Isto não é uma tabela em CSV. Abra o arquivo no programa de planilhas, salve como CSV e envie de novo.',
  ],
  empty: [422, 'unreadable', 'O arquivo está vazio.'],
  broken_quotes: [
    422,
    'unreadable',
    'O arquivo não pode ser lido até o fim, e nada dele entrou: confira as aspas, que abrem e fecham a célula inteira.',
  ],
  no_export: [422, 'unreadable', 'Este arquivo JSON não é a exportação desta loja (fulgor.json).'],
  unknown_kind: [
    422,
    'unknown_kind',
    'A loja não reconhece este arquivo. Se for uma tabela sua, envie-o como "Outra tabela" e diga o que há em cada coluna.',
  ],
  busy: [503, 'busy', 'Outro arquivo seu ainda está sendo lido. Tente de novo em instantes.'],
} as const satisfies Record<string, readonly [number, string, string]>;

/** `row`: from which on it cannot be read. */
export function explainImportFile(reason: keyof typeof IMPORT_FILE_REFUSALS, row: number | null): string {
  const [, , sentence] = IMPORT_FILE_REFUSALS[reason];
  return row === null ? sentence : `${sentence} A leitura parou na linha ${row}.`;
}
