import { redirect } from 'react-router';
import { refuseGet } from '../../http/refuse-get.ts';
import { fromScreen } from '../from-screen.ts';
import { takeCatalogFile } from './take-catalog-file.ts';

/** `POST /admin/catalogo/enviar` and `…/{id}`: the form of the panel, which needs no scripts. */
export const action = fromScreen('/admin/catalogo', 'enviar', async ({ request, context, params }) => {
  const catalogId = params.catalogId ?? null;
  const taken = await takeCatalogFile(request, context, catalogId);
  if (taken instanceof Response) return taken;
  return redirect(
    taken.ok
      ? `/admin/catalogo?arquivo=${taken.catalog.id}#catalogo-${taken.catalog.id}`
      : `/admin/catalogo?recusado=${taken.reason}#enviar`,
  );
});

export const loader = refuseGet;
