/**
 * How long failing work is retried. The limit is a time, not a number of tries, so that a night without
 * the provider or the mail server uses nothing up.
 */
export interface RetryPolicy {
  firstPauseSeconds: number;
  longestPauseSeconds: number;
  givesUpAfterSeconds: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A webhook whose charge the gateway does not tell about. */
export const WEBHOOK_RETRIES: RetryPolicy = {
  firstPauseSeconds: 10,
  longestPauseSeconds: 6 * HOUR,
  givesUpAfterSeconds: 7 * DAY,
};

/** A mail that no server accepts. */
export const MAIL_RETRIES: RetryPolicy = {
  firstPauseSeconds: 10,
  longestPauseSeconds: HOUR,
  givesUpAfterSeconds: 3 * DAY,
};

/** A mail with a link that is valid for an hour. Later it would only mislead. */
export const ACCOUNT_MAIL_RETRIES: RetryPolicy = {
  firstPauseSeconds: 5,
  longestPauseSeconds: 5 * 60,
  givesUpAfterSeconds: HOUR,
};

/** A message to a device. Later it is no news any more. */
export const PUSH_RETRIES: RetryPolicy = {
  firstPauseSeconds: 30,
  longestPauseSeconds: 10 * 60,
  givesUpAfterSeconds: HOUR,
};

/**
 * The pause is half of the time that has passed. After an outage of an hour, the next try comes within half an hour.
 */
export function nextTryAt(policy: RetryPolicy, waitsSince: Date, now: Date): Date | null {
  const waitedSeconds = (now.getTime() - waitsSince.getTime()) / 1000;
  if (waitedSeconds >= policy.givesUpAfterSeconds) return null;
  const pause = Math.min(Math.max(waitedSeconds / 2, policy.firstPauseSeconds), policy.longestPauseSeconds);
  return new Date(now.getTime() + pause * 1000);
}

/**
 * The same policy for pg-boss, which counts tries and doubles its pauses. It draws each pause between one and two
 * times the length given here. We count with the shorter one, so the tries never end too soon.
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
