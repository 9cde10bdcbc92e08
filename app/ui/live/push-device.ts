/** What this browser can do about being told by the shop, and whether it is. */
export type PushState =
  | { kind: 'on'; forStaff: boolean }
  | { kind: 'off' }
  /** The person said no, and only the browser's own settings change that. */
  | { kind: 'denied' }
  /** An iPhone or iPad tells only shops that are opened from the home screen. */
  | { kind: 'needs_home_screen' }
  | { kind: 'unsupported' };

const OFF: PushState = { kind: 'off' };

/** Asks nobody for a permission: it only looks. */
export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return { kind: isAppleTouch() ? 'needs_home_screen' : 'unsupported' };
  if (Notification.permission === 'denied') return { kind: 'denied' };
  const subscription = await findSubscription();
  if (!subscription || Notification.permission !== 'granted') return OFF;
  const { on, staff } = (await call('GET', `?device=${await digest(subscription.endpoint)}`)) as {
    on: boolean;
    staff: boolean;
  };
  return on ? { kind: 'on', forStaff: staff } : OFF;
}

/** Only upon a press: browsers ask the person here. `forStaff` undefined: as it was. */
export async function switchPushOn(forStaff?: boolean): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return { kind: 'denied' };
  if (permission !== 'granted') return OFF;
  const { public_key: key } = (await call('GET', '')) as { public_key: string };
  await navigator.serviceWorker.register('/sw.js');
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const isOfThisKey = known !== null && toBase64url(known.options.applicationServerKey) === key;
  // A subscription belongs to one key, and the shop may have a new one.
  if (known && !isOfThisKey) await known.unsubscribe();
  const subscription =
    known && isOfThisKey
      ? known
      : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const staff = forStaff === undefined ? {} : { staff: forStaff };
  await call('POST', '', { subscription: subscription.toJSON(), ...staff });
  return readPushState();
}

export async function switchPushOff(): Promise<PushState> {
  const subscription = await findSubscription();
  if (!subscription) return OFF;
  await call('DELETE', '', { subscription: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return OFF;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function call(method: 'GET' | 'POST' | 'DELETE', query: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`/api/push${query}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.status === 204 ? null : response.json();
}

/** An iPad says that it is a Mac, which has no touch screen. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
