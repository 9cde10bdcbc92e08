const NAME = 'painel';
const FOLDED = 'recolhido';
const YEAR_SECONDS = 31_536_000;

/** A cookie, so that the server draws the side navigation as the clerk left it. It says nothing else. */
export function rememberRailFolded(isFolded: boolean): void {
  document.cookie = `${NAME}=${isFolded ? FOLDED : ''}; path=/; samesite=lax; max-age=${isFolded ? YEAR_SECONDS : 0}`;
}

export function readRailFolded(request: Request): boolean {
  const cookies = request.headers.get('cookie')?.split(/; */) ?? [];
  return cookies.includes(`${NAME}=${FOLDED}`);
}
