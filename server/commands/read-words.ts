import { parseArgs } from 'node:util';
import { CommandRefused } from './command-refused.ts';

/** What the owner typed: options that have a value each, and so many other words. All else is answered with `usage`. */
export function readWords<Option extends string>(
  args: string[],
  { usage, options = [], words }: { usage: string; options?: Option[]; words: number },
): { values: Partial<Record<Option, string>>; positionals: string[] } {
  const known = Object.fromEntries(options.map((option) => [option, { type: 'string' } as const]));
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: known });
    if (positionals.length === words)
      return { values: values as Partial<Record<Option, string>>, positionals };
  } catch {
    // An option that nobody knows.
  }
  throw new CommandRefused(usage);
}
