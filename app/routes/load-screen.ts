import { data, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';

/**
 * Around what the loader of a screen reads. Where it cannot be read, the log and the visitor get the same title, and the
 * screen shows `LoadFailure`. A redirect, or another answer that is thrown, is no failure and goes on.
 */
export async function loadScreen<Loaded>(
  context: Readonly<RouterContextProvider>,
  failure: ScreenFailure,
  load: () => Loaded | Promise<Loaded>,
) {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Response) throw error;
    getShop(context).log.error(failure.title, { requestId: getVisitor(context).requestId, error });
    return data({ failure }, { status: 503 });
  }
}
