import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

/** What the page of a skin says: when its file was looked into, and how many files are in it. */
export interface Examined {
  at: Date;
  entries: number;
  /** A person looked at what the shop had found. */
  byStaff: boolean;
}

/** null: there is nothing to say. A product's own link is delivered in place of the skin's file, and nobody looks into it. */
export async function readExamined(ctx: Pick<ShopContext, 'db'>, sku: string): Promise<Examined | null> {
  const { rows } = await sql<{
    verdict: string;
    entries: number | null;
    at: Date | null;
    accepted: Date | null;
  }>`
    select content.verdict, content.entries, content.examined_at as at, file.accepted_at as accepted
    from skin_files file join files content on content.id = file.file_id
    where file.sku = ${sku} and file.state <> 'broken' and not exists (
      select from products where products.sku = file.sku and is_active and download_url is not null)`.execute(
    ctx.db,
  );
  const [file] = rows;
  if (!file?.at || file.entries === null) return null;
  if (file.verdict === 'clean') return { at: file.at, entries: file.entries, byStaff: false };
  return file.accepted && { at: file.accepted, entries: file.entries, byStaff: true };
}
