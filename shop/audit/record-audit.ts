import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import type { AuditAction, AuditSubject } from './audit-action.ts';

export interface AuditEntry {
  /** null: the operator on the command line, or the shop itself. */
  actorUserId: string | null;
  action: AuditAction;
  subject: { type: AuditSubject; id: string };
  /**
   * Ids, sums and states only. No personal data and no free text: the log outlives accounts and nobody can change it.
   */
  details?: Readonly<Record<string, unknown>>;
}

/** Records who did what, in the transaction that does it. The database refuses to change or delete a row. */
export async function recordAudit(
  ctx: ShopContext,
  tx: Tx,
  { actorUserId, action, subject, details = {} }: AuditEntry,
): Promise<void> {
  if (ctx.program) ctx.program.isNoted = true;
  await tx
    .insertInto('audit_log')
    .values({
      at: ctx.now(),
      actor_user_id: actorUserId,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      details: JSON.stringify(ctx.program ? { ...details, program: ctx.program.name } : details),
    })
    .execute();
}
