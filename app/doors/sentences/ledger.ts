import type { closeMonth } from '#shop/ledger/closings/close-month.ts';
import type { checkDifference, settleDifference } from '#shop/ledger/reconciliation/settle-difference.ts';
import { MOST_COMPARED_DAYS } from '#shop/ledger/reconciliation/show-reconciliation.ts';
import type { Sentences } from './sentences.ts';

export const CLOSING_REFUSALS = {
  not_over: 'Este mês ainda não acabou. Dá para fechá-lo a partir do dia 1º do mês seguinte.',
  gap: 'Os meses fecham em ordem: feche antes o que vem primeiro.',
  invalid: 'Escolha um mês, como 2026-11.',
} satisfies Sentences<typeof closeMonth>;

export const DIFFERENCE_REFUSALS = {
  not_found: 'Esta diferença já foi resolvida.',
  unknown_at_provider: 'O provedor não conhece esta cobrança.',
  no_answer: 'O provedor não respondeu sobre esta cobrança. Tente de novo em instantes.',
  invalid: '',
} satisfies Sentences<typeof settleDifference> & Sentences<typeof checkDifference>;

/** Of a statement that could not be taken in: status, code and sentence. */
export const STATEMENT_REFUSALS = {
  malformed: [400, 'malformed', 'Escolha o arquivo OFX do extrato.'],
  broken_off: [400, 'malformed', 'O envio foi interrompido, e nada ficou dele. Tente de novo.'],
  too_large: [413, 'too_large', 'O extrato passa de 32 MB, e nada entrou. Exporte um período menor.'],
  too_long: [
    422,
    'too_long',
    `O extrato passa de ${MOST_COMPARED_DAYS} dias, e nada entrou. Exporte em partes.`,
  ],
  no_statement: [
    422,
    'unreadable',
    'Isto não é um extrato em OFX. No site do banco, exporte o extrato da conta como OFX (também chamado Money) e envie de novo.',
  ],
  cut_off: [422, 'unreadable', 'O extrato acaba no meio, e nada entrou. Baixe-o do banco outra vez.'],
  unreadable_row: [422, 'unreadable', 'Um lançamento do extrato não pode ser lido, e nada entrou.'],
  busy: [503, 'busy', 'Outro arquivo seu ainda está sendo lido. Tente de novo em instantes.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export function explainStatement(refused: {
  reason: keyof typeof STATEMENT_REFUSALS;
  row?: number;
  text?: string;
}): string {
  const [, , sentence] = STATEMENT_REFUSALS[refused.reason];
  return refused.row === undefined
    ? sentence
    : `${sentence} No lançamento ${refused.row} a data ou o valor é ‘${refused.text ?? ''}’.`;
}
