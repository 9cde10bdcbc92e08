import { z } from 'zod';

/** The two fields that name a skin in a body of the staff's API. */
export const skinBody = {
  champion_id: z.string().regex(/^\w{1,64}$/),
  skin_num: z.int().min(1).max(999_999),
};
