import { z } from 'zod';
import { operation } from '#shop/operation.ts';
import { pageOf } from '#shop/pagination/page.ts';
import { searchSkins } from './search-skins.ts';

const PAGE = 100;

/** What is on sale and what is not, page by page: for programs. */
export const showCatalog = operation(
  {
    id: 'catalog.list',
    who: 'orders.read',
    input: z.object({
      q: z
        .string()
        .max(200)
        .default('')
        .meta({ examples: [''] }),
      cursor: z
        .string()
        .regex(/^(\d{1,6})?$/)
        .default('')
        .meta({ examples: [''] }),
    }),
    output: pageOf(
      z.object({
        sku: z.string(),
        name: z.string(),
        championName: z.string(),
        priceCents: z.number(),
        available: z.boolean(),
      }),
    ),
    refusals: {},
  },
  async (ctx, { q, cursor }) => {
    const offset = Number(cursor);
    const found = searchSkins(ctx.catalog.current(), { query: q, sort: 'champion', offset, limit: PAGE });
    const next = offset + found.skins.length;
    return {
      entries: found.skins,
      nextCursor: next < found.total && found.skins.length > 0 ? String(next) : null,
    };
  },
);
