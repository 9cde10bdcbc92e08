import { z } from 'zod';
import { id } from '#shop/fields.ts';
import { isDay } from '#shop/text/is-day.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import type { StaffOrderSearch } from './find-staff-orders.ts';
import { readSkinKey } from '#shop/catalog/sku.ts';

const flag = z
  .enum(['1', ''])
  .optional()
  .transform((text) => text === '1');
const text = z
  .string()
  .optional()
  .transform((typed) => typed || undefined);
const day = text.refine((typed) => typed === undefined || isDay(typed)).meta({ examples: ['2026-11-22'] });

/** An address of so many is as long as a server takes. */
const MAX_IDS = 300;

/** What the lists of staff may be asked for. Absent and empty mean the same: a form sends its empty fields too. */
export const staffOrderQuery = z.object({
  status: z
    .enum(['awaiting_payment', 'pending', 'completed', 'cancelled', 'imported', ''])
    .optional()
    .transform((status) => status || undefined),
  q: z.string().optional(),
  cursor: z
    .string()
    .refine((cursor) => cursor === '' || readCursor(cursor) !== null)
    .meta({ examples: [''] })
    .optional(),
  attention: flag,
  late: flag,
  sort: z
    .enum(['due', 'newest', ''])
    .optional()
    .transform((sort) => sort || undefined),
  from: day,
  to: day,
  skin: text
    .refine((typed) => typed === undefined || readSkinKey(typed) !== null)
    .transform((typed) => (typed && readSkinKey(typed)) || undefined)
    .meta({ examples: ['Ahri_1'] }),
  ids: text
    .transform((typed) => typed?.split(','))
    .refine((ids) => !ids || (ids.length <= MAX_IDS && ids.every((text) => id().safeParse(text).success)))
    .meta({ examples: [''] }),
  cpf: text.refine((typed) => typed === undefined || typed.length <= 30),
});

/** null: a value is none that the contract knows. */
export function readOrderQuery(url: URL): StaffOrderSearch | null {
  const query = staffOrderQuery.safeParse(Object.fromEntries(url.searchParams));
  return query.success ? query.data : null;
}

/** Of a saved view: all but where a page begins, and the number of a person. */
const KEPT = ['status', 'q', 'from', 'to', 'skin', 'late', 'attention', 'sort'];

/** The query of a saved view in the words of this list. null: it says something else, or nothing. */
export function readViewQuery(typed: string): string | null {
  const asked = [...new URLSearchParams(typed)].filter(([, value]) => value !== '');
  const isKept =
    asked.length > 0 &&
    asked.every(([name]) => KEPT.includes(name)) &&
    staffOrderQuery.safeParse(Object.fromEntries(asked)).success;
  return isKept ? new URLSearchParams(asked).toString() : null;
}
