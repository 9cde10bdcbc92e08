/** What belongs to one person or to staff, and what answers programs: nothing for a search engine. */
export const PRIVATE_PATHS = [
  '/admin',
  '/api/',
  '/auth',
  '/carrinho',
  '/dashboard',
  '/pagamento-pix',
  '/simulator/',
  '/webhooks/',
];

/** Also for the data of such a screen, which the router asks for at its path and `.data`. */
export function isPrivatePath(pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/\.data$/, '');
  return PRIVATE_PATHS.some((root) => path === root || path.startsWith(root.replace(/\/?$/, '/')));
}
