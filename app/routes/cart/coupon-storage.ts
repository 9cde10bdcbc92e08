const KEY = 'coupon';
/** As `startScripts` names it. */
const LINKED_KEY = 'linked-coupon';

/** The code that this browser keeps beside its cart. */
export function readCoupon(): string {
  try {
    return localStorage.getItem(KEY)?.slice(0, 60) ?? '';
  } catch {
    return '';
  }
}

export function writeCoupon(code: string): void {
  try {
    if (code === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, code);
  } catch (error) {
    // Storage refused or full: the code still counts on this page.
    console.error('Error saving coupon', error);
  }
}

/** What the link of this visit named, once. */
export function takeLinkedCoupon(): string {
  try {
    const code = localStorage.getItem(LINKED_KEY) ?? '';
    localStorage.removeItem(LINKED_KEY);
    return code;
  } catch {
    return '';
  }
}
