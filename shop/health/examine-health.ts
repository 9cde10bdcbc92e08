import { z } from 'zod';
import { operation } from '#shop/operation.ts';
import type { HealthRow } from './finding.ts';

/** Looks at each part of the shop, now. */
export const examineHealth = operation(
  {
    id: 'health.examine',
    who: 'settings',
    input: z.object({}),
    output: z.object({ rows: z.array(z.custom<HealthRow>()), at: z.date() }),
    refusals: {},
    limit: 'examine-health',
  },
  async (ctx) => ({ rows: await ctx.examineHealth(), at: ctx.now() }),
);
