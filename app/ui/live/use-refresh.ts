import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { shopAnswers } from './shop-answers.ts';

/**
 * Loads the screen's data afresh, if the shop can answer. Without that question a lost connection, or a database
 * that is away, would replace the screen and what is typed in it by the error page, and an ended session by the sign-in.
 * @returns whether it was asked for.
 */
export function useRefresh(): () => Promise<boolean> {
  const { revalidate } = useRevalidator();
  return useCallback(async () => {
    const isReady = (await shopAnswers()) && !(await keepsTyped());
    if (isReady) await revalidate();
    return isReady;
  }, [revalidate]);
}

/** It came with the session, and no first visit waits for it. */
const keepsTyped = async () => {
  const module = await import('./ended-session.ts').catch(() => null);
  return module?.keepsTyped();
};
