declare global {
  interface Window {
    /** Exists until React listens: repeats an early press. */
    replayPress?: () => void;
  }
}

/**
 * It runs inline as text, so it must not use anything outside of itself. The scripts that `deferScripts` holds back
 * wait until the page is painted; an action of the visitor starts them at once. Links and forms work before that, a
 * button does not: the last pressed button is pressed again.
 */
export function startScripts(): void {
  // A creator's link is kept before anything can be pressed (app/routes/cart/use-linked-coupon.ts), and goes no further.
  const address = new URL(location.href);
  const code = address.searchParams.get('cupom');
  if (code !== null) {
    try {
      localStorage.setItem('linked-coupon', code);
      address.searchParams.delete('cupom');
      history.replaceState(history.state, '', address);
    } catch {
      // Storage refused: such a browser keeps no cart either.
    }
  }

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
  // A moment after a frame, when the loaded content is painted. A busy phone paints later than it is asked to.
  function startWhenPainted(): void {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
  }
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(startWhenPainted, 100)));
  // Start after this time anyway: a missing picture or a hidden tab must not keep the page from working.
  setTimeout(start, 4000);

  let pressed: HTMLElement | null = null;
  function preservePress(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>('button[type=button]');
    if (!button) return;
    event.stopImmediatePropagation();
    pressed = button;
  }
  addEventListener('click', preservePress, true);
  window.replayPress = () => {
    delete window.replayPress;
    removeEventListener('click', preservePress, true);
    pressed?.click();
  };
}
