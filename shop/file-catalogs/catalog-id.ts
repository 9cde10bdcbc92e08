import { z } from 'zod';

export const catalogId = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .meta({ examples: ['armas'] });
