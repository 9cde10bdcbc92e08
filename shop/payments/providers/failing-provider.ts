/** A provider that gives no codes: `failing-providers.ts`. */
export interface FailingProvider {
  state: 'refusing' | 'silent';
  since: Date;
  lastError: string;
  /** It has answered since: the next sale tries it. */
  isBack: boolean;
}
