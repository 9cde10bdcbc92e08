import { redirect } from 'react-router';
import type { Route } from './+types/send-import';
import { refuseGet } from '../../http/refuse-get.ts';
import { takeImportFile } from './take-import-file.ts';

/** `POST /admin/mudanca/enviar`: the form of the panel, which needs no scripts. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const taken = await takeImportFile(request, context);
  if (taken instanceof Response) return taken;
  if (taken.ok) return redirect(`/admin/mudanca#arquivo-${taken.import.id}`);
  const said = new URLSearchParams({ recusado: taken.reason });
  if ('row' in taken && taken.row !== null) said.set('linha', String(taken.row));
  return redirect(`/admin/mudanca?${said}#enviar`);
}

export const loader = refuseGet;
