declare global {
  interface Window {
    /** There until React listens: does what was pressed before, and asks for what could wait so long. */
    replayPress?: () => void;
  }
}

/**
 * Runs inline, by its text, so it may use nothing from outside itself. The scripts that `deferScripts` holds back wait
 * until the page is painted; a sign of life calls them at once. Links and forms work until then, a button does not:
 * the last one that was pressed is pressed again.
 */
export function startScripts(): void {
  function start(): void {
    const late = document.querySelector<HTMLScriptElement>('script[type=late]');
    if (!late) return;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late]')) {
      link.rel = 'modulepreload';
    }
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', nonce: late.nonce, text: late.text });
    late.replaceWith(script);
  }
  for (const sign of ['pointerdown', 'keydown', 'focusin']) addEventListener(sign, start, true);
  // A moment after a frame, because what has come is then painted too.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(start, 100)));
  // Neither a picture that does not come nor a tab that nobody looks at may keep the page from working.
  setTimeout(start, 4000);

  let pressed: HTMLElement | null = null;
  function keepPress(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>('button[type=button]');
    if (!button) return;
    event.stopImmediatePropagation();
    pressed = button;
  }
  addEventListener('click', keepPress, true);
  window.replayPress = () => {
    delete window.replayPress;
    removeEventListener('click', keepPress, true);
    pressed?.click();
    document.documentElement.classList.add('with-text-typeface');
  };
}
