/** An address for the operator's eyes. */
export function hidePassword(url: string): string {
  const address = new URL(url);
  if (address.password !== '') address.password = '***';
  return address.href;
}
