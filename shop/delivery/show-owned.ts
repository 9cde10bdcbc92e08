import { z } from 'zod';
import { listCollection } from '#shop/collection/list-collection.ts';
import { operation } from '#shop/operation.ts';
import { cursorInput, pageOf } from '#shop/pagination/page.ts';
import { showKey } from './keys/show-key.ts';
import { recordUse } from './record-use.ts';

/** The collection with its links and keys, which whoever asks has seen then. */
export const showOwned = operation(
  {
    id: 'collection.list',
    who: 'customer',
    input: cursorInput,
    output: pageOf(
      z.object({
        id: z.string(),
        userId: z.string(),
        orderId: z.string().nullable(),
        sku: z.string(),
        skinName: z.string(),
        championName: z.string(),
        splashArtUrl: z.string(),
        downloadLink: z.string().nullable(),
        key: z.string().nullable(),
        addedAt: z.date(),
      }),
    ),
    refusals: {},
  },
  async (ctx, { source, ...asked }) => {
    const { entries, nextCursor } = await listCollection(ctx, asked);
    const entryIds = entries.filter(({ downloadLink }) => downloadLink !== null).map(({ id }) => id);
    if (source) recordUse(ctx, { ...source, userId: asked.userId, of: { entryIds } });
    const keys = new Map<string, string | null>();
    for (const { id, isKey, downloadLink } of entries) {
      if (!isKey || downloadLink === null) continue;
      const browser = source ?? { address: '', userAgent: null };
      keys.set(id, await showKey(ctx, { ...browser, userId: asked.userId, entryId: id }));
    }
    return {
      entries: entries.map((entry) => ({
        ...entry,
        userId: asked.userId,
        splashArtUrl: entry.splashPath,
        key: keys.get(entry.id) ?? null,
      })),
      nextCursor,
    };
  },
);
