/** No link of a file host is this long. */
const LINK_MAX_LENGTH = 2000;

export type LinkCheck = { ok: true; link: string } | { ok: false; message: string };

// Blanks, control characters, and characters that are invisible or change the reading direction: an accident in a
// copied link, a trick in a typed one. The database would store half an emoji as another character.
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\s\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\p{Cs}]/u;

/**
 * Checks whether a download link may be stored and shown: https, or http on this machine. Runs
 * in the browser while staff type, and on the server.
 * @returns the link without surrounding blanks, otherwise unchanged.
 */
export function checkLink(text: string): LinkCheck {
  const link = text.trim();
  if (link === '') return refuse('Informe o link.');
  if (link.length > LINK_MAX_LENGTH)
    return refuse(`O link passa de ${LINK_MAX_LENGTH.toLocaleString('pt-BR')} caracteres.`);
  if (UNSEEN.test(link)) return refuse('O link tem espaços ou caracteres invisíveis. Copie-o de novo.');
  // Browsers accept `https:host` and `https:\\host` as links, but nobody writes them on purpose.
  if (!/^https?:\/\/[^/\\]/i.test(link) || link.includes('\\') || !URL.canParse(link))
    return refuse('Use um link completo, começando com https://');
  const { protocol, hostname, username, password } = new URL(link);
  if (username !== '' || password !== '') return refuse('O link não pode levar usuário e senha.');
  if (protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1')
    return refuse('Use um link seguro, começando com https://');
  return { ok: true, link };
}

function refuse(message: string): LinkCheck {
  return { ok: false, message };
}
