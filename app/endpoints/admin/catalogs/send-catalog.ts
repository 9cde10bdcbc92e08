import { redirect } from 'react-router';
import type { Route } from './+types/send-catalog';
import { refuseGet } from '../../http/refuse-get.ts';
import { takeCatalogFile } from './take-catalog-file.ts';

/** `POST /admin/catalogo/enviar` and `…/{id}`: the form of the panel, which needs no scripts. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  const catalogId = (params as { catalogId?: string }).catalogId ?? null;
  const taken = await takeCatalogFile(request, context, catalogId);
  if (taken instanceof Response) return taken;
  return redirect(
    taken.ok
      ? `/admin/catalogo?arquivo=${taken.catalog.id}#catalogo-${taken.catalog.id}`
      : `/admin/catalogo?recusado=${taken.reason}#enviar`,
  );
}

export const loader = refuseGet;
