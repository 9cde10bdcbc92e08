const NAME = 'primeiros-passos';
const YEAR_SECONDS = 31_536_000;

/** One line until somebody opens it. */
export type FirstStepsView = 'folded' | 'open' | 'hidden';

const VALUES: Record<FirstStepsView, string> = { folded: '', open: 'abertos', hidden: 'escondidos' };

/** A cookie, so that the server draws the list as the owner left it. It says nothing else. */
export function rememberFirstSteps(view: FirstStepsView): void {
  const seconds = view === 'folded' ? 0 : YEAR_SECONDS;
  document.cookie = `${NAME}=${VALUES[view]}; path=/; samesite=lax; max-age=${seconds}`;
}

export function readFirstStepsView(request: Request): FirstStepsView {
  const cookies = request.headers.get('cookie')?.split(/; */) ?? [];
  return (
    (['open', 'hidden'] as const).find((view) => cookies.includes(`${NAME}=${VALUES[view]}`)) ?? 'folded'
  );
}
