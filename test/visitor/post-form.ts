/** A form as a browser without scripts posts it. */
export function postForm(path: string, fields: Record<string, string> | string[][]): Request {
  return new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}
