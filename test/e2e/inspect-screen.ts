import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** 640: what 200 % zoom leaves of a screen of 1280 px. */
const NARROW = [320, 640];
/** Both for a release: what axe alone finds on a wide screen, colours and names, it finds on a narrow one too. */
const AXE_WIDTHS = process.env.RELEASE ? [360, 1280] : [360];
const WIDTHS = [...NARROW, 360, 1280];

/** As it is now, dialogs and menus included: nothing sideways at any width, and axe finds nothing. */
export async function inspectScreen(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // A toast that fades while axe reads would fail for its contrast. Here toasts come and go at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 640 ? 400 : 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`${name} at ${width}: ${excess} px too wide`);
    if (!AXE_WIDTHS.includes(width)) continue;
    for (const fault of await findAxeFaults(page)) faults.push(`${name} at ${width}: ${fault}`);
  }
  return faults;
}

/**
 * Every rule of axe that the page breaks, with the elements. Its own driver for Playwright loads it anew each time and
 * hands over what is right too, with the elements: four times the work.
 */
export async function findAxeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await stopMotion(page);
  return page.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    // A frame is somebody else's video.
    const { violations } = await loaded.run(document, { resultTypes: ['violations'], iframes: false });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
}

/**
 * A toast or dialog on its way in is half transparent: axe would measure the contrast of a moment. Not by waiting
 * for `finished`, which never comes for an animation that is paused or that a new width has taken away.
 */
async function stopMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
}

/** What the browser complains of from now on: errors, warnings, exceptions. */
export function hearConsole(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    heard.push(`${new URL(page.url()).pathname}: ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`${new URL(page.url()).pathname}: ${String(error)}`));
  return heard;
}
