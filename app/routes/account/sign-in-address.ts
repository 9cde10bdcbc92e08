import { LONGEST_RETURN_PATH } from './safe-return-path.ts';

/** Where whoever has no session signs in, and comes back to what they saw. `url`: the argument of a loader or an action. */
export function signInAddress(url: URL): string {
  const address = url.pathname + url.search;
  return address.length > LONGEST_RETURN_PATH ? '/auth' : `/auth?${new URLSearchParams({ voltar: address })}`;
}
