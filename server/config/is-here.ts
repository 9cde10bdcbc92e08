/** Whether what is sent there never leaves this machine. */
export function isHere(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|::1|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})$/.test(name) ||
    // A Unix socket's folder.
    name.startsWith('/')
  );
}

/** An address, or the peer of a connection, that only this machine reaches. */
export function isLocal(address: string): boolean {
  return isHere(URL.parse(address)?.hostname ?? address.replace(/^::ffff:/, ''));
}
