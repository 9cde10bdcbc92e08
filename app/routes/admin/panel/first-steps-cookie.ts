const HIDDEN = 'primeiros-passos=escondidos';
const YEAR_SECONDS = 31_536_000;

/** A cookie, so that the list does not come back with the next page. It says nothing else. */
export function hideFirstSteps(): void {
  document.cookie = `${HIDDEN}; path=/; samesite=lax; max-age=${YEAR_SECONDS}`;
}

export function areFirstStepsHidden(request: Request): boolean {
  return (request.headers.get('cookie')?.split(/; */) ?? []).includes(HIDDEN);
}
