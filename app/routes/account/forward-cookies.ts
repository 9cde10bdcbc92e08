/** The session cookies that the auth library sets, for the answer of a screen. */
export function forwardCookies(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
  return headers;
}
