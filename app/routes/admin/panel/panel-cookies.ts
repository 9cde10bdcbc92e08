const YEAR_SECONDS = 31_536_000;

/** One line until somebody opens it. */
export type FirstStepsView = 'folded' | 'open' | 'hidden';

const STEPS: Record<FirstStepsView, string> = { folded: '', open: 'abertos', hidden: 'escondidos' };

/** Cookies, so that the server draws the panel as the clerk left it. They say nothing else. */
function remember(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; samesite=lax; max-age=${value === '' ? 0 : YEAR_SECONDS}`;
}

const recalls = (request: Request, name: string, value: string): boolean =>
  request.headers.get('cookie')?.split(/; */).includes(`${name}=${value}`) ?? false;

export const rememberRailFolded = (isFolded: boolean) => remember('painel', isFolded ? 'recolhido' : '');
export const readRailFolded = (request: Request) => recalls(request, 'painel', 'recolhido');

export const rememberFirstSteps = (view: FirstStepsView) => remember('primeiros-passos', STEPS[view]);
export const readFirstStepsView = (request: Request): FirstStepsView =>
  (['open', 'hidden'] as const).find((view) => recalls(request, 'primeiros-passos', STEPS[view])) ?? 'folded';
