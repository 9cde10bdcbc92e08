/** A name reaches mail headers and bank screens: one line, of bounded length. */
export function checkDisplayName(name: string): { ok: true; name: string } | { ok: false; message: string } {
  const clean = name.trim().replace(/\s+/g, ' ');
  if (clean.length === 0 || clean.length > 80 || /[\p{Cc}\p{Cs}]/u.test(clean)) {
    return { ok: false, message: 'O nome deve ter de 1 a 80 caracteres.' };
  }
  return { ok: true, name: clean };
}
