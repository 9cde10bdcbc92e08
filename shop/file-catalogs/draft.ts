import { z } from 'zod';

/** What was read from a file and waits to be published. */
export const draftSchema = z.object({
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          priceCents: z.number().nullable(),
          rarity: z.string().nullable(),
          picture: z
            .object({ name: z.string(), digest: z.string(), color: z.string().nullable() })
            .nullable(),
        }),
      ),
    }),
  ),
});

export type Draft = z.output<typeof draftSchema>;
export type DraftPicture = NonNullable<Draft['groups'][number]['items'][number]['picture']>;

/** `file:armas:` */
export const skuPrefix = (catalogId: string) => `file:${catalogId}:`;
