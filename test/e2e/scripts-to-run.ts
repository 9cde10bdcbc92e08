import type { Page } from '@playwright/test';

/** For what only scripts do: before, a link is followed by the browser itself, a key opens no menu. */
export async function scriptsToRun(page: Page): Promise<void> {
  await page.waitForFunction(() => !('replayPress' in window));
}
