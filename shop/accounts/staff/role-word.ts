import type { StaffRole } from './rights.ts';

const WORDS: Readonly<Record<StaffRole, string>> = {
  owner: 'dono',
  delivery: 'entrega',
  support: 'atendimento',
  finance: 'financeiro',
};

/** The role as people and programs outside name it: the API, the command line, the audit log, the export. */
export const roleWord = (role: StaffRole): string => WORDS[role];

/** undefined: no role has this name. */
export const roleOfWord = (word: unknown): StaffRole | undefined =>
  (Object.keys(WORDS) as StaffRole[]).find((role) => WORDS[role] === word);
