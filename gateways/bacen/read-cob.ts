import { z } from 'zod';
import type { GatewayCharge, GatewayChargeStatus, GatewayDispute } from '#shop/payments/gateway.ts';
import { unreadable } from './call-api.ts';

const Amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text) => Number(text.replace('.', '')));
/**
 * A time without an offset is in the bank's own time zone, wherever the shop's server is. São Paulo has no summer
 * time.
 */
const Moment = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}-03:00`));

export const Refund = z.object({
  id: z.string(),
  valor: Amount,
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  natureza: z.string().optional(),
  motivo: z.string().optional(),
  horario: z
    .object({ solicitacao: Moment.nullable().catch(null) })
    .nullable()
    .catch(null),
});
export type Refund = z.infer<typeof Refund>;

/** The readable entries: an unreadable one must not hide the others and their money. */
const Refunds = z
  .array(z.unknown())
  .nullish()
  .transform((entries) => {
    const list = entries ?? [];
    const refunds = list.flatMap((entry) => Refund.safeParse(entry).data ?? []);
    return { refunds, areAllRead: refunds.length === list.length };
  });

export const Pix = z.object({
  // The standard says 32 characters, but its own examples differ: do not overlook money for that.
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
  txid: z.string().optional(),
  valor: Amount,
  horario: Moment,
  chave: z.string().optional(),
  devolucoes: Refunds,
});
export type Pix = z.infer<typeof Pix>;

const Cob = z.object({
  txid: z.string(),
  revisao: z.int().optional(),
  status: z.string(),
  calendario: z.object({ criacao: Moment, expiracao: z.coerce.number().positive() }),
  valor: z.object({ original: Amount }),
  chave: z.string(),
  location: z.string().min(1).max(77).optional().catch(undefined),
  pixCopiaECola: z.string().min(1).max(512).optional().catch(undefined),
  pix: z
    .array(z.unknown())
    .nullish()
    .transform((entries) => (entries ?? []).flatMap((entry) => Pix.safeParse(entry).data ?? [])),
});
export type Cob = z.infer<typeof Cob>;

export function readCob(where: string, data: unknown): Cob {
  const cob = Cob.safeParse(data);
  // Only the paths that failed, never their values: `devedor` is beside them.
  if (!cob.success) throw unreadable(`${where}: unreadable (${pathsOf(cob.error)})`);
  return cob.data;
}

export function pathsOf(error: z.ZodError): string {
  return error.issues.map((issue) => issue.path.join('.') || 'the whole answer').join(', ');
}

/** E-mail and random keys may differ in case, depending on who typed them. */
export function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The payments to our key. Another customer's key in the same charge would be another customer's money. */
export function ownPix(cob: Cob, key: string): Pix[] {
  return cob.pix.filter((pix) => pix.chave === undefined || isSameKey(pix.chave, key));
}

export function expiryOf(cob: Cob): Date {
  return new Date(cob.calendario.criacao.getTime() + cob.calendario.expiracao * 1000);
}

/** Money that went back, by our request or not. NAO_REALIZADO stayed with us, EM_PROCESSAMENTO may yet go. */
export function sumRefunds(pix: readonly Pix[], natures: RegExp = /./): number {
  return sumCents(
    pix
      .flatMap((one) => one.devolucoes.refunds)
      .filter(({ status, natureza }) => status === 'DEVOLVIDO' && natures.test(natureza ?? 'ORIGINAL')),
  );
}

/** MED: the payer's bank takes back a payment because of fraud or its own failure. */
export const CHARGED_BACK = /^MED_/;
export const REFUNDED = /^(?!MED_)/;

export function sumCents(movements: readonly { valor: number }[]): number {
  return movements.reduce((sum, { valor }) => sum + valor, 0);
}

/** @param cob its `chave` must equal `key`. */
export function toCharge(
  cob: Cob,
  { key, now, pixCode }: { key: string; now: Date; pixCode: string },
): GatewayCharge & { pixCode: string } {
  const pix = ownPix(cob, key);
  const paidCents = sumCents(pix);
  const disputes = disputesOf(pix);
  return {
    gatewayChargeId: cob.txid,
    status: statusOf(cob, { paidCents, refundedCents: sumRefunds(pix), now }),
    pixCode,
    expiresAt: expiryOf(cob),
    paidAmountCents: paidCents,
    paidAt: pix.length > 0 ? new Date(Math.max(...pix.map(({ horario }) => horario.getTime()))) : null,
    chargedBackCents: sumRefunds(pix, CHARGED_BACK),
    refundedCents: sumRefunds(pix, REFUNDED),
    ...(pix[0] && { endToEndId: pix[0].endToEndId }),
    ...(disputes.length > 0 && { disputes }),
  };
}

const DISPUTE_STATES = { EM_PROCESSAMENTO: 'open', DEVOLVIDO: 'lost', NAO_REALIZADO: 'won' } as const;

/**
 * An infraction (MED) shows as the return that the payer's bank asks for. Whoever has to answer it, and until when, the
 * API does not say.
 */
export function disputesOf(pix: readonly Pix[]): GatewayDispute[] {
  return pix.flatMap(({ endToEndId, devolucoes }) =>
    devolucoes.refunds
      .filter(({ natureza }) => CHARGED_BACK.test(natureza ?? ''))
      .map(({ id, status, natureza, motivo, horario }) => ({
        gatewayDisputeId: `${endToEndId}:${id}`,
        state: DISPUTE_STATES[status],
        openedAt: horario?.solicitacao ?? null,
        answerBy: null,
        reason: [natureza, motivo].filter(Boolean).join(': '),
      })),
  );
}

function statusOf(
  cob: Cob,
  { paidCents, refundedCents, now }: { paidCents: number; refundedCents: number; now: Date },
): GatewayChargeStatus {
  if (paidCents > 0) return refundedCents >= paidCents ? 'refunded' : 'paid';
  switch (cob.status) {
    case 'ATIVA':
      // An expired charge stays ATIVA for ever (bacen/pix-api issue 319).
      return now >= expiryOf(cob) ? 'expired' : 'pending';
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
    case 'REMOVIDA_PELO_PSP':
      return 'cancelled';
    case 'CONCLUIDA':
      throw unreadable(`cob ${cob.txid} is CONCLUIDA, but lists no Pix for our key yet`);
    default:
      throw unreadable(`cob ${cob.txid} has a status this version does not know`, { retryable: false });
  }
}
