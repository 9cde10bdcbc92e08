import { sql } from 'kysely';
import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import type { AuditAction, AuditSubject } from './audit-action.ts';

export interface AuditLine {
  id: number;
  at: Date;
  action: AuditAction;
  subjectType: AuditSubject;
  subjectId: string;
  /** Of an account; null: it is something else, or the account is deleted. */
  subjectName: string | null;
  details: Record<string, unknown>;
  /** null: no person did it, or the account is deleted; `actorId` tells which. */
  actorName: string | null;
  actorId: string | null;
}

export const AUDIT_PAGE = 50;

/** Whether this may be a cursor of `listAudit`. */
export function isAuditCursor(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

/** Newest first, starting before `cursor`. Staff only: the caller checks the role. */
export async function listAudit(
  ctx: ShopContext,
  { cursor, subjectId }: { cursor: string | null; subjectId?: string | undefined },
): Promise<{ entries: AuditLine[]; nextCursor: string | null }> {
  let query = ctx.db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .leftJoin('users as subject', (join) =>
      // Ids of other subjects are no uuids.
      join.on(
        sql<boolean>`subject.id = case when audit_log.subject_type = 'user' then audit_log.subject_id::uuid end`,
      ),
    )
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'audit_log.subject_type',
      'audit_log.subject_id',
      'audit_log.details',
      'audit_log.actor_user_id',
      'users.name as actor_name',
      'subject.name as subject_name',
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(AUDIT_PAGE + 1);
  if (subjectId !== undefined) query = query.where('audit_log.subject_id', '=', subjectId);
  // An invalid cursor starts the list at its beginning.
  if (cursor !== null && isAuditCursor(cursor)) query = query.where('audit_log.id', '<', Number(cursor));
  const rows = await query.execute();
  const page = rows.slice(0, AUDIT_PAGE);
  return {
    entries: page.map((row) => ({
      id: row.id,
      at: row.at,
      action: row.action as AuditAction,
      subjectType: row.subject_type as AuditSubject,
      subjectId: row.subject_id,
      subjectName: row.subject_name,
      details: (row.details ?? {}) as Record<string, unknown>,
      actorName: row.actor_name,
      actorId: row.actor_user_id,
    })),
    nextCursor: rows.length > AUDIT_PAGE ? String(page.at(-1)?.id) : null,
  };
}

export const showAudit = operation(
  {
    id: 'audit.list',
    who: 'log',
    input: z.object({
      cursor: z
        .string()
        .refine((text) => text === '' || isAuditCursor(text))
        .meta({ examples: ['1'] })
        .nullable()
        .default(null),
    }),
    output: z.custom<Awaited<ReturnType<typeof listAudit>>>(),
    refusals: {},
  },
  listAudit,
);
