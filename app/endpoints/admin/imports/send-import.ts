import { redirect } from 'react-router';
import { refuseGet } from '../../http/refuse-get.ts';
import { fromScreen } from '../from-screen.ts';
import { takeImportFile } from './take-import-file.ts';

/** `POST /admin/mudanca/enviar`: the form of the panel, which needs no scripts. */
export const action = fromScreen('/admin/mudanca', 'enviar', async ({ request, context }) => {
  const taken = await takeImportFile(request, context);
  if (taken instanceof Response) return taken;
  if (taken.ok) return redirect(`/admin/mudanca#arquivo-${taken.import.id}`);
  const said = new URLSearchParams({ recusado: taken.reason });
  if ('row' in taken && taken.row !== null) said.set('linha', String(taken.row));
  return redirect(`/admin/mudanca?${said}#enviar`);
});

export const loader = refuseGet;
