export interface Toast {
  title: string;
  description?: string;
  tone?: 'success' | 'danger' | 'info';
  /** It asks the visitor to do something, so it stays until it is closed. */
  stays?: boolean;
  /** Instead of four seconds. */
  lastsMs?: number;
  /** A button in the toast, which closes it. */
  action?: { label: string; onPress: () => void };
  /** It went by itself or was closed, without its button. */
  onGone?: () => void;
  /** A later toast about the same takes this one's place: what was asked for is done, or asked for again. */
  about?:
    | 'login'
    | 'cart'
    | 'payment'
    | 'links'
    | 'product'
    | 'program'
    | 'provider'
    | 'ledger'
    | 'picture'
    | 'message'
    | 'catalog'
    | 'import'
    | 'health'
    | 'refund'
    | 'review'
    | 'team'
    | 'view'
    | 'wish'
    | 'order'
    | 'skin-file'
    | 'stock'
    | 'key'
    | 'download'
    | 'patch'
    | 'preorder'
    | 'coupon'
    | 'public-collection'
    | 'rescue'
    | 'settings'
    | 'channel-test';
}

type Deliver = (toast: Toast) => void;

let deliver: Deliver | null = null;
const waiting: Toast[] = [];
let wake: (() => void) | null = null;
let afterNavigation: ((brandName: string) => Toast) | null = null;

/** Shows a toast, or keeps it until the toaster, which is loaded for the first one, is there. */
export function showToast(toast: Toast): void {
  if (deliver) return deliver(toast);
  waiting.push(toast);
  wake?.();
}

/** `load` is called once something waits to be shown, at once if something does already. */
export function whenToastWaits(load: (() => void) | null): void {
  wake = load;
  if (waiting.length > 0) load?.();
}

/** For the screen that follows: a redirect carries no message, and a query string would show it again on reload. */
export function showToastAfterNavigation(toast: (brandName: string) => Toast): void {
  afterNavigation = toast;
}

export function navigationFinished(brandName: string): void {
  if (!afterNavigation) return;
  showToast(afterNavigation(brandName));
  afterNavigation = null;
}

/** Called by the toaster once it can show something; the answer disconnects it. */
export function connectToaster(next: Deliver): () => void {
  deliver = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    if (deliver === next) deliver = null;
  };
}
