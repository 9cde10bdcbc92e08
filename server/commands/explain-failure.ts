import { CommandRefused } from './command-refused.ts';

/** What the owner can do something about. @returns null: it is for whoever reads the log. */
export function explainFailure(error: unknown): string | null {
  if (error instanceof CommandRefused) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  const where = path === undefined ? '' : `: ${path}`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `Não há mais espaço no disco${where}.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `Não dá para gravar ou ler aqui${where}.`;
  return null;
}
