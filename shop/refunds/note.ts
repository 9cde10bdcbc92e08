import { z } from 'zod';
import { checkNote, NOTE_MAX_LENGTH } from './check-note.ts';

/** What staff write about money, as a field of an operation. */
export const note = () =>
  z
    .string()
    .max(5_000)
    .transform((text, issues) => {
      const checked = checkNote(text);
      if (checked.ok) return checked.note;
      issues.addIssue({ code: 'custom', message: checked.message });
      return z.NEVER;
    })
    .meta({ maxLength: NOTE_MAX_LENGTH, examples: ['Combinado com o cliente'] });
