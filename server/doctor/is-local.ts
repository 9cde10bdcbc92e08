const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** An address that only this machine reaches. */
export function isLocal(address: string): boolean {
  return LOOPBACK.test(URL.parse(address)?.hostname ?? address.replace(/^::ffff:/, ''));
}
