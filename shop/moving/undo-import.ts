import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { revokeGrants } from '#shop/states/grant-state.ts';
import { readImport, shownImport } from './shown-import.ts';

/** Takes all of an import back, or nothing: until somebody has what came along. */
export const undoImport = operation(
  {
    id: 'imports.undo',
    who: 'moving',
    input: z.object({ importId: id() }),
    output: shownImport,
    /** `not_run`: nothing of it is there. */
    refusals: { not_found: 404, not_run: 409, running: 409, claimed: 409 },
  },
  async (ctx, { actorUserId, importId }) => {
    const refused = await ctx.transaction(async (tx) => {
      const row = await tx
        .selectFrom('imports')
        .select('state')
        .where('id', '=', importId)
        .where('found', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return { ok: false as const, reason: 'not_found' as const };
      if (row.state === 'undone') return null;
      if (row.state === 'checked') return { ok: false as const, reason: 'not_run' as const };
      if (row.state === 'running') return { ok: false as const, reason: 'running' as const };
      const message = await findObstacle(tx, importId);
      if (message !== null) return { ok: false as const, reason: 'claimed' as const, message };
      await tx.updateTable('imports').set({ state: 'undone' }).where('id', '=', importId).execute();
      const hadProducts = await takeBack(tx, importId);
      if (hadProducts) await announceCatalog(ctx, tx, ctx.catalog.current());
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'import.undone',
        subject: { type: 'import', id: importId },
      });
      return null;
    });
    if (refused) return refused;
    await ctx.catalog.reload();
    return (await readImport(ctx.db, importId)) ?? { ok: false, reason: 'not_found' };
  },
);

const ordersOf = (importId: string) =>
  sql`select order_id from imported_orders where import_id = ${importId}`;

/** What stands in its way, as a sentence; null: nothing. Whoever claims at this moment waits, or is waited for. */
async function findObstacle(tx: Tx, importId: string): Promise<string | null> {
  const { rows: claimed } = await sql<{ email: string; claimed: boolean }>`
    select email, claimed_at is not null and claimed_at >= (select made_at from imports where id = ${importId}) as claimed
    from imported_people where import_id = ${importId}
      or email in (select customer_email from orders where id in (${ordersOf(importId)}))
      or email in (select moved_for from grants where order_id in (${ordersOf(importId)}))
    order by email for update`.execute(tx);
  const people = claimed.filter((row) => row.claimed).map(({ email }) => email);
  if (people.length > 0)
    return `${count(people.length, 'pessoa já confirmou o e-mail e recebeu', 'pessoas já confirmaram o e-mail e receberam')} o que veio: ${list(people)}.`;
  const { rows: used } = await sql<{ moved_for: string }>`
    select distinct moved_for from grants
    where order_id in (${ordersOf(importId)}) and owner_id is not null
      and (downloaded_at is not null or num_nonnulls(link, file_id, key_id) > 0
        or exists (select from reviews where user_id = owner_id and reviews.sku = grants.sku))
    order by moved_for`.execute(tx);
  if (used.length > 0)
    return `${count(used.length, 'pessoa já usou', 'pessoas já usaram')} o que veio: ${list(used.map((row) => row.moved_for))}.`;
  const { rows: codes } = await sql<{ code: string }>`
    select code from coupons where import_id = ${importId}
      and exists (select from orders where coupon_code = code) order by code`.execute(tx);
  if (codes.length > 0)
    return `${count(codes.length, 'cupom que veio já foi usado', 'cupons que vieram já foram usados')}: ${list(codes.map(({ code }) => code))}.`;
  const { rows: coupons } = await sql<{ code: string }>`
    select code from coupons where import_id = ${importId}
      and exists (select from audit_log where subject_id = code and subject_type = 'coupon'
        and action in ('coupon.updated', 'coupon.activated', 'coupon.deactivated')
        and at >= (select made_at from imports where id = ${importId}))
    order by code for update`.execute(tx);
  if (coupons.length > 0)
    return `${count(coupons.length, 'cupom que veio já foi alterado', 'cupons que vieram já foram alterados')}: ${list(coupons.map(({ code }) => code))}.`;
  const { rows: products } = await sql<{ name: string }>`
    select name from products where import_id = ${importId}
      and exists (select from audit_log where subject_id = products.id::text and action = 'product.updated')
    order by name for update`.execute(tx);
  return products.length > 0
    ? `${count(products.length, 'produto que veio já foi alterado', 'produtos que vieram já foram alterados')}: ${list(products.map(({ name }) => name))}.`
    : null;
}

const SHOWN = 5;
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
const list = (names: string[]) =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` e mais ${names.length - SHOWN}` : '');

/** @returns whether products were among it. */
async function takeBack(tx: Tx, importId: string): Promise<boolean> {
  // Of those who had an account already, the collection shows what they own by other orders again.
  const { rows } = await sql<{ order_id: string }>`
    select distinct order_id from grants where order_id in (${ordersOf(importId)}) and owner_id is not null`.execute(
    tx,
  );
  for (const { order_id } of rows) await revokeGrants(tx, order_id);
  await sql`delete from orders where id in (${ordersOf(importId)})`.execute(tx);
  // Who stayed for these orders alone when their own import was undone goes too.
  await sql`
    delete from imported_people person
    where import_id in (select id from imports where state = 'undone') and not exists (
      select from orders where status = 'imported' and customer_email = person.email)`.execute(tx);
  await tx.deleteFrom('coupons').where('import_id', '=', importId).execute();
  const products = await tx.deleteFrom('products').where('import_id', '=', importId).executeTakeFirst();
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute();
  return products.numDeletedRows > 0n;
}
