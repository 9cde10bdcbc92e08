import type { RouterContextProvider } from 'react-router';
import { getShop } from '#app/request-context.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import type { ShopContext } from '#shop/context.ts';
import { loadScreen } from '../load-screen.ts';
import { requireSession } from './require-session.ts';

/** What a screen of the customer area reads for whoever is signed in. */
export async function loadOwn<Loaded>(
  { context, url }: { context: Readonly<RouterContextProvider>; url: URL },
  failure: ScreenFailure,
  load: (shop: ShopContext, session: Session) => Promise<Loaded>,
) {
  const session = await requireSession(context, url);
  return loadScreen(context, failure, () => load(getShop(context), session));
}
