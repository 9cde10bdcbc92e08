import type { Locator, Page } from '@playwright/test';
import { expect } from './shop.ts';

/** Presses Tab until the focus is there, as somebody without a mouse does; never further than a page is long. */
export async function tabTo(page: Page, wanted: Locator, atMost = 80): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < atMost; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted, `not reached with ${atMost} times Tab`).toBeFocused({ timeout: 1 });
}

export async function activate(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/**
 * What a screen reader is told by itself: text that comes into a live region that was there before and that is not
 * hidden, as a modal dialog hides the rest. What goes is not told (`aria-relevant` is 'additions text' unless set):
 * a toast that leaves says nothing about those that stay. Call before the first `goto`; a full page load starts over.
 */
export async function hearAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const LIVE = '[role=status],[role=alert],[aria-live]:not([aria-live=off])';
    const said: string[] = [];
    const known = new WeakSet<Element>();
    const learn = (root: ParentNode) => {
      if (root instanceof Element && root.matches(LIVE)) known.add(root);
      for (const region of root.querySelectorAll(LIVE)) known.add(region);
    };
    Object.assign(globalThis, { said });
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(LIVE);
        const isHeard = region && known.has(region) && !region.closest('[aria-hidden=true],[inert]');
        const text = (type === 'characterData' ? [target] : [...addedNodes])
          .map((node) => node.textContent)
          .join(' ');
        if (isHeard && text.trim() !== '') said.push(text.trim());
        for (const node of addedNodes) if (node instanceof Element) learn(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}
