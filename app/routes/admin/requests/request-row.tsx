import { Link } from 'react-router';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import type { ShownRequest } from './describe-request.ts';

export function WaitingRow({ asked, asksCode }: { asked: ShownRequest; asksCode: boolean }) {
  const { id, title, reason, keyName, createdAt, expiresAt } = asked;
  return (
    <li className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h3 className="text-base font-semibold break-words">{title}</h3>
      <Facts facts={asked.facts} />
      <figure className="mt-4 border-l-2 border-line pl-3 text-sm text-muted">
        <figcaption className="text-xs">Motivo, escrito pelo programa</figcaption>
        <blockquote className="mt-1 max-w-[68ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {reason}
        </blockquote>
      </figure>
      <p className="mt-3 text-xs break-words text-muted">
        Pedido por {keyName} em <Moment at={createdAt} /> · vale até <Moment at={expiresAt} />
      </p>
      <div className={`mt-4 flex flex-col gap-3 sm:flex-row ${asksCode ? 'sm:items-end' : 'sm:items-start'}`}>
        {asked.isShown && (
          <OperationForm
            does="requests.confirm"
            fixed={{ requestId: id }}
            done={{ title: 'Feito', description: title }}
            failed="Não foi feito"
            about="program"
            className="flex flex-col gap-2"
          >
            {asksCode && (
              <Field
                label="Código da verificação em duas etapas *"
                name="code"
                required
                inputMode="numeric"
                autoComplete="one-time-code"
              />
            )}
            <SubmitButton loadingLabel="Fazendo...">
              Confirmar e fazer<span className="sr-only"> o pedido: {title}</span>
            </SubmitButton>
          </OperationForm>
        )}
        <OperationForm
          does="requests.refuse"
          fixed={{ requestId: id }}
          done={{ title: 'Pedido recusado', description: title }}
          failed="Erro ao recusar"
          about="program"
        >
          <SubmitButton variant="outline" loadingLabel="Recusando...">
            Recusar<span className="sr-only"> o pedido: {title}</span>
          </SubmitButton>
        </OperationForm>
      </div>
    </li>
  );
}

function Facts({ facts }: Pick<ShownRequest, 'facts'>) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
      {facts.map(({ label, value, to }) => (
        <div key={label} className="sm:contents">
          <dt className="text-muted">{label}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {to ? (
              <Link to={to} className="text-info underline">
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ENDS = {
  done: { tone: 'ok', label: 'Feito' },
  refused: { tone: 'neutral', label: 'Recusado' },
  expired: { tone: 'neutral', label: 'Venceu' },
  // Confirmed, and not ended: its process may have been killed.
  waiting: { tone: 'accent', label: 'Sendo feito' },
} as const;

export function DecidedRow({ asked }: { asked: ShownRequest }) {
  const { title, facts, state, keyName, createdAt, decidedAt, decidedBy } = asked;
  const { tone, label } = ENDS[state];
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="text-sm font-semibold break-words">{title}</h4>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-sm break-words">
        {facts.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
      </p>
      <p className="mt-1 text-xs break-words text-muted">
        Pedido por {keyName} em <Moment at={createdAt} />
        {decidedAt && (
          <>
            {' '}
            · decidido por {decidedBy ?? 'uma conta excluída'} em <Moment at={decidedAt} />
          </>
        )}
      </p>
    </li>
  );
}
