import { redirect } from 'react-router';
import { refuseGet } from '../../http/refuse-get.ts';
import { fromScreen } from '../from-screen.ts';
import { takeStatementFile } from './take-statement-file.ts';

/** `POST /admin/conferencia/enviar`: the form of the panel, which needs no scripts. */
export const action = fromScreen('/admin/conferencia', 'extrato', async ({ request, context }) => {
  const taken = await takeStatementFile(request, context);
  if (taken instanceof Response) return taken;
  const said = new URLSearchParams(
    taken.ok
      ? {
          from: taken.from,
          to: taken.to,
          lidos: String(taken.statement.rows),
          conferem: String(taken.statement.matched),
        }
      : {
          recusado: taken.reason,
          ...('row' in taken && { linha: String(taken.row), texto: taken.text }),
        },
  );
  return redirect(`/admin/conferencia?${said}#extrato`);
});

export const loader = refuseGet;
