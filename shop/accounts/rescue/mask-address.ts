/**
 * `a•••@gmail.com`: enough for whoever knows the address. Either address of a rescue may be a stranger's, by the very
 * slip that it mends, and a stranger learns nobody's address.
 */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${at > 0 ? first : ''}•••${email.slice(at)}`;
}
