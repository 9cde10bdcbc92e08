/**
 * Removes the session token from the library's answers: an HttpOnly cookie keeps it from scripts.
 * Everything else stays.
 */
export async function hideSessionTokens(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json')) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(withoutTokens(text), { status: response.status, headers });
}

function withoutTokens(text: string): string {
  if (!text.includes('"token"')) return text;
  return JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === 'token' ? undefined : value)));
}
