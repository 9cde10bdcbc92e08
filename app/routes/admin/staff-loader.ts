import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { getShop } from '#app/request-context.ts';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import type { Right } from '#shop/accounts/staff/rights.ts';
import type { ShopContext } from '#shop/context.ts';
import { loadScreen } from '../load-screen.ts';
import { requireStaff } from './require-staff.ts';

type Asked = Awaited<ReturnType<typeof requireStaff>> &
  Pick<LoaderFunctionArgs, 'params' | 'url'> & {
    shop: ShopContext;
    /** A list that grows in place: all pages that the address asks for. */
    listPages: <Entry>(read: Parameters<typeof takePages<Entry>>[1]) => ReturnType<typeof takePages<Entry>>;
  };

/**
 * The `loader` of a screen of the panel: who may open it, what it reads, and what is said where that cannot be read.
 * `what`: with its article, 'os cupons'.
 */
export function staffLoader<Loaded>(
  right: Right,
  what: string | ScreenFailure,
  load: (asked: Asked) => Loaded | Promise<Loaded>,
) {
  const failure =
    typeof what === 'string'
      ? {
          title: `Erro ao carregar ${what.slice(what.indexOf(' ') + 1)}`,
          description: `Não foi possível carregar ${what}.`,
        }
      : what;
  return async ({ context, params, url }: LoaderFunctionArgs<Readonly<RouterContextProvider>>) => {
    const staff = await requireStaff(context, right);
    return loadScreen(context, failure, () =>
      load({
        ...staff,
        shop: getShop(context),
        params,
        url,
        listPages: (read) => takePages(readPageCount(url.searchParams), read),
      }),
    );
  };
}
