import type { Resolver } from 'node:dns/promises';
import type { Finding } from '#shop/health/finding.ts';
import type { Env } from '../config/env.ts';
import type { SignedAnswer } from './signed-answer.ts';

export type { Finding };

/** One row of the doctor's list. It changes nothing that it does not put back. */
export interface Check {
  /** For programs. */
  name: string;
  title: string;
  /** `signal` ends with the check's time. */
  examine(place: Place, signal: AbortSignal): Promise<Finding>;
}

/** What the checks may look at. */
export interface Place {
  /** `authSecret`: null on a machine where the shop never started. */
  env: Omit<Env, 'authSecret'> & { authSecret: string | null };
  version: string;
  now(): Date;
  resolver: Pick<Resolver, 'resolveTxt'>;
  /** What the running shop says of itself, asked once for all checks. null: none answers. */
  running(): Promise<SignedAnswer | null>;
}

export const ok = (meaning: string): Finding => ({ state: 'ok', meaning, cure: null });
export const warning = (meaning: string, cure: string): Finding => ({ state: 'warning', meaning, cure });
export const notRunning = warning(
  'Não dá para saber: a loja não está no ar.',
  'Inicie a loja e rode o comando de novo.',
);
export const broken = (meaning: string, cure: string): Finding => ({ state: 'broken', meaning, cure });
