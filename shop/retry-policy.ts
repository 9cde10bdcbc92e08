/**
 * How long something that fails is tried again (ruling 29). An outage is waited for by time: a provider or a mail
 * server that is away for a night must not use up a number of tries.
 */
export interface RetryPolicy {
  firstPauseSeconds: number;
  longestPauseSeconds: number;
  givesUpAfterSeconds: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A webhook whose charge cannot be asked about. */
export const WEBHOOK_RETRIES: RetryPolicy = {
  firstPauseSeconds: 10,
  longestPauseSeconds: 6 * HOUR,
  givesUpAfterSeconds: 7 * DAY,
};

/** A mail that no server takes. */
export const MAIL_RETRIES: RetryPolicy = {
  firstPauseSeconds: 10,
  longestPauseSeconds: HOUR,
  givesUpAfterSeconds: 3 * DAY,
};

/** A mail with a link that is good for an hour: later it would only mislead. */
export const ACCOUNT_MAIL_RETRIES: RetryPolicy = {
  firstPauseSeconds: 5,
  longestPauseSeconds: 5 * 60,
  givesUpAfterSeconds: HOUR,
};

/** Half of what was waited already: whoever was away for an hour is asked within half an hour of coming back. */
export function nextTryAt(policy: RetryPolicy, waitsSince: Date, now: Date): Date | null {
  const waitedSeconds = (now.getTime() - waitsSince.getTime()) / 1000;
  if (waitedSeconds >= policy.givesUpAfterSeconds) return null;
  const pause = Math.min(Math.max(waitedSeconds / 2, policy.firstPauseSeconds), policy.longestPauseSeconds);
  return new Date(now.getTime() + pause * 1000);
}

/**
 * The same in the words of pg-boss, which counts tries and doubles its pauses. It draws each between one and two times the
 * length named here; counted with the shorter, the tries never end too soon.
 */
export function countRetries({
  firstPauseSeconds,
  longestPauseSeconds,
  givesUpAfterSeconds,
}: RetryPolicy): number {
  let retries = 0;
  for (let waited = 0; waited < givesUpAfterSeconds; retries++) {
    waited += Math.min(firstPauseSeconds * 2 ** retries, longestPauseSeconds);
  }
  return retries;
}
