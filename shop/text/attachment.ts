/** The header with which a browser stores an answer under this name (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  // An apostrophe is a sign of the header's own, and encodeURIComponent leaves it.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
