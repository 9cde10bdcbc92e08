import { createHash } from 'node:crypto';

/** Each of ten connections keeps a plan for each name: 82 KB for a join of three tables, 8 MB for all. */
const MOST_NAMES = 100;
/** A list of another length is another statement. Most of these never come this often. */
const NAMED_FROM_USE = 10;
/** Rare statements are forgotten all at once, so that the counts need no more memory than this. */
const MOST_COUNTS = 1_000;

/**
 * Names the statements that repeat: PostgreSQL parses and plans a named one once for each connection. The name is a
 * digest of the text, so that a name means the same in every process. Not for a pooler in transaction mode, whose
 * connections know the names of others.
 */
export function nameStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size === MOST_NAMES || selectsAllColumns(text)) return name;
    const used = (uses.get(text) ?? 0) + 1;
    if (used < NAMED_FROM_USE) {
      if (uses.size === MOST_COUNTS) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, digest);
    return digest;
  };
}

/**
 * `select *`, `orders.*`, `returning *`: PostgreSQL refuses their kept plan after a migration that adds a column. A
 * product of two numbers is taken for one of them, which costs it no more than its name.
 */
function selectsAllColumns(text: string): boolean {
  return /(?<!count\()\*/.test(text);
}
