import { z } from 'zod';

/** The two fields that name a skin in a call of the staff. */
export const skinFields = {
  championId: z.string().regex(/^\w{1,64}$/),
  skinNum: z.int().min(1).max(999_999),
};
