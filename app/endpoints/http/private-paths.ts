/** Paths of one person or of staff, and paths for programs: search engines must not index them. */
export const PRIVATE_PATHS = [
  '/admin',
  '/api/',
  '/auth',
  '/carrinho',
  '/dashboard',
  '/feed/',
  '/i/',
  '/pagamento-pix',
  '/pagar',
  '/presente',
  '/simulator/',
  '/troca-de-email/',
  '/webhooks/',
];

/** Also for the data of such a screen, which the router asks for at its path and `.data`. */
export function isPrivatePath(pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/\.data$/, '');
  return PRIVATE_PATHS.some((root) => path === root || path.startsWith(root.replace(/\/?$/, '/')));
}
