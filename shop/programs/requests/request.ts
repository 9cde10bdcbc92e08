import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { tryUnseal } from '#shop/secrets/seal-text.ts';

/** What an operation of the description is called with, in the contract's words. */
export interface RequestInput {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

export type RequestState = 'waiting' | 'done' | 'refused' | 'expired';

export interface AssistantRequest {
  id: string;
  keyId: string;
  keyName: string;
  operation: string;
  input: RequestInput;
  reason: string;
  state: RequestState;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  /** null: nobody has, or the account is deleted. */
  decidedBy: string | null;
}

/** How many wait for whoever may do these operations. */
export async function countRequests(ctx: ShopContext, operations: readonly string[]): Promise<number> {
  const all = await readRequests(ctx, { operations });
  return all.filter(({ state, decidedAt }) => state === 'waiting' && decidedAt === null).length;
}

/** Requests, newest first, as they stand now. One whose key has ended, or that nobody can read any more, is over. */
export async function readRequests(
  ctx: ShopContext,
  { id, keyId, operations }: { id?: string; keyId?: string; operations?: readonly string[] },
): Promise<AssistantRequest[]> {
  const rows = await ctx.db
    .selectFrom('assistant_requests as asked')
    .innerJoin('api_keys', 'api_keys.id', 'asked.key_id')
    .leftJoin('users', 'users.id', 'asked.decided_by')
    .selectAll('asked')
    .select(['api_keys.name as key_name', 'api_keys.ended_at', 'users.name as decider'])
    .$if(id !== undefined, (query) => query.where('asked.id', '=', id!))
    .$if(keyId !== undefined, (query) => query.where('asked.key_id', '=', keyId!))
    .$if(operations !== undefined, (query) =>
      query.where(sql<boolean>`asked.operation = any(${operations as string[]}::text[])`),
    )
    .orderBy('asked.created_at', 'desc')
    .orderBy('asked.id')
    .limit(200)
    .execute();
  return rows.map((row) => {
    const input = readInput(ctx, row.input);
    const isOver = row.expires_at <= ctx.now() || row.ended_at !== null || input === null;
    return {
      id: row.id,
      keyId: row.key_id,
      keyName: row.key_name,
      operation: row.operation,
      input: input ?? {},
      reason: row.reason,
      state: row.state === 'waiting' && isOver ? 'expired' : row.state,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      decidedAt: row.decided_at,
      decidedBy: row.decider,
    };
  });
}

/** null: it was sealed with another AUTH_SECRET. The release before did not seal it. */
function readInput(ctx: ShopContext, stored: string): RequestInput | null {
  const text = stored.startsWith('{') ? stored : tryUnseal(ctx.settings.sealingKey, stored);
  return text === null ? null : (JSON.parse(text) as RequestInput);
}
