import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { HealthRow } from '#shop/health/finding.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { PanelPage } from '../panel/panel-page.tsx';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/health';
import { HealthList } from './health-list.tsx';
import { TestMail } from './test-mail.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Saúde da loja');

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = await requireStaff(context, 'settings');
  return { email: user.email };
}

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** The list of `npm run doctor`, for an owner without a terminal. */
export default function Health({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage title="Saúde da loja" width="max-w-[720px]" loaded={loaderData}>
      {({ email }) => (
        <>
          <p className="mt-2 text-sm text-muted">
            A loja olha cada uma das suas partes: endereço, banco de dados, disco, provedor de PIX, e-mail,
            arquivos, backup. Leva até uns dez segundos, e ninguém recebe nada.
          </p>
          <OperationForm
            does="health.examine"
            failed="Erro ao verificar a loja"
            about="health"
            className="mt-4"
          >
            <SubmitButton loadingLabel="Verificando..." className="w-full sm:w-auto">
              Verificar agora
            </SubmitButton>
            <Examined />
          </OperationForm>
          <TestMail to={email} />
          <p className="mt-4 text-sm text-muted">
            Se um dia o painel não abrir, <code>npm run doctor</code> na máquina da loja mostra a mesma lista.
          </p>
        </>
      )}
    </PanelPage>
  );
}

function Examined() {
  const { rows, at } = (useOperationForm().answer?.value ?? {}) as { rows?: HealthRow[]; at?: Date };
  return (
    <>
      <div role="status" className="mt-3 text-sm">
        {rows && at && (
          <p>
            {summarise(rows)} <span className="text-muted tabular-nums">{formatDateTime(at)}</span>
          </p>
        )}
      </div>
      {rows && <HealthList rows={rows} />}
    </>
  );
}

function summarise(rows: HealthRow[]): string {
  const count = (state: HealthRow['state']) => rows.filter((row) => row.state === state).length;
  const [broken, warnings] = [count('broken'), count('warning')];
  if (broken === 0 && warnings === 0) return 'Tudo em ordem.';
  const parts = [
    ...(broken > 0 ? [broken === 1 ? '1 parte quebrada' : `${broken} partes quebradas`] : []),
    ...(warnings > 0 ? [warnings === 1 ? '1 pede atenção' : `${warnings} pedem atenção`] : []),
  ];
  return `${parts.join(', ')}, ${count('ok')} em ordem.`;
}
