import { data, Form, useNavigation } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { HealthRow } from '#shop/health/finding.ts';
import { sendTestMail } from '#shop/health/send-test-mail.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import { preserveForm, NOTHING_CHANGED } from '../../preserve-form.ts';
import { askToWait } from '../../pass-retry-after.ts';
import { readForm, textOf } from '../../read-form.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/health';
import { HealthList } from './health-list.tsx';
import { TestMail, type MailAnswer } from './test-mail.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Saúde da loja');

/** `rows`: what was looked at, at `at`. */
interface HealthAnswer {
  rows?: HealthRow[];
  at?: Date;
  /** Looked at too often. */
  refused?: string;
  mail?: MailAnswer;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = await requireStaff(context, 'settings');
  return { email: user.email };
}

/** Every look and every mail is asked for by a press: they reach other systems. */
export async function action({ context, request }: Route.ActionArgs) {
  const { user } = await requireStaff(context, 'settings');
  const wanted = textOf(await readForm(request), 'do');
  if (wanted !== 'examine' && wanted !== 'mail') throw data(null, { status: 400 });
  const call = wanted === 'examine' ? 'examine-health' : 'test-mail';
  const reached = await allowOutwardCall(getShop(context), call, { userId: user.id });
  if (!reached.ok) {
    const { retryAfterSeconds } = reached;
    const refused = describeWait(retryAfterSeconds);
    return data<HealthAnswer>(
      wanted === 'mail' ? { mail: { text: refused, isGood: false } } : { refused },
      askToWait(context, retryAfterSeconds),
    );
  }
  const shop = reached.ctx;
  if (wanted === 'examine') return data<HealthAnswer>({ rows: await shop.examineHealth(), at: shop.now() });
  return data<HealthAnswer>({ mail: await mailTest(shop, user.email) });
}

async function mailTest(shop: OutwardContext, to: string): Promise<MailAnswer> {
  const sent = await sendTestMail(shop, to);
  if (!sent.ok) return { text: sent.error, isGood: false };
  return shop.settings.hasMailServer
    ? { text: `E-mail enviado para ${to}. Veja se ele chegou, e se não caiu no spam.`, isGood: true }
    : { text: 'Sem SMTP_URL nenhum e-mail sai: este virou um arquivo em DATA_DIR/mail.', isGood: false };
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: 'Erro ao verificar a loja' }, serverAction, ({ title }): HealthAnswer => {
    showToast({ title, description: NOTHING_CHANGED, tone: 'danger', stays: true, about: 'health' });
    return {};
  });

/** The list of `npm run doctor`, for an owner without a terminal. */
export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const isLooking = useNavigation().formMethod === 'POST';
  const { rows, at, refused, mail }: HealthAnswer = actionData ?? {};
  return (
    <section aria-labelledby="health-title" className="max-w-[720px] pt-5">
      <h2 id="health-title" className="text-lg">
        Saúde da loja
      </h2>
      <p className="mt-2 text-sm text-muted">
        A loja olha cada uma das suas partes: endereço, banco de dados, disco, provedor de PIX, e-mail,
        arquivos, backup. Leva até uns dez segundos, e ninguém recebe nada.
      </p>
      <Form method="post" className="mt-4">
        <input type="hidden" name="do" value="examine" />
        <Button type="submit" loading={isLooking} loadingLabel="Verificando..." className="w-full sm:w-auto">
          Verificar agora
        </Button>
      </Form>
      <div role="status" className="mt-3 text-sm">
        {refused && <p className="text-danger">{refused}</p>}
        {rows && at && (
          <p>
            {summarise(rows)} <span className="text-muted tabular-nums">{formatDateTime(at)}</span>
          </p>
        )}
      </div>
      {rows && <HealthList rows={rows} />}
      <TestMail to={loaderData.email} told={mail} />
      <p className="mt-4 text-sm text-muted">
        Se um dia o painel não abrir, <code>npm run doctor</code> na máquina da loja mostra a mesma lista.
      </p>
    </section>
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
