import { Badge } from '#app/ui/list/badge.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import type { StaffRescue } from '#shop/accounts/rescue/list-rescues.ts';

const ENDS: Record<Exclude<StaffRescue['state'], 'waiting'>, { tone: 'ok' | 'neutral'; label: string }> = {
  done: { tone: 'ok', label: 'Trocado' },
  stopped: { tone: 'neutral', label: 'Parada pelo e-mail antigo' },
  cancelled: { tone: 'neutral', label: 'Cancelada' },
  expired: { tone: 'neutral', label: 'Ninguém confirmou' },
  refused: { tone: 'neutral', label: 'Não foi possível' },
};

export function RescueRow({ rescue }: { rescue: StaffRescue }) {
  const badge =
    rescue.state === 'waiting' ? { tone: 'accent' as const, label: 'Em andamento' } : ENDS[rescue.state];
  return (
    <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-base font-semibold break-words">{rescue.customerName}</h3>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        <p className="mt-1 text-sm [overflow-wrap:anywhere]">
          de {rescue.oldEmail} para <strong className="font-semibold">{rescue.newEmail}</strong>
        </p>
        <p className="mt-1 max-w-[68ch] text-sm break-words whitespace-pre-wrap text-muted">
          {rescue.reason}
        </p>
        <p className="mt-1 text-xs text-muted tabular-nums">
          Pedida por {rescue.askedBy ?? 'uma conta excluída'} em {formatDateTime(rescue.createdAt)} ·{' '}
          {describe(rescue)}
        </p>
      </div>
      {rescue.state === 'waiting' && (
        <OperationForm
          does="rescues.cancel"
          fixed={{ rescueId: rescue.id }}
          done={{ title: 'Troca cancelada' }}
          failed="Erro ao cancelar a troca"
          about="rescue"
        >
          <SubmitButton variant="outline" className="shrink-0" loadingLabel="Cancelando...">
            Cancelar<span className="sr-only"> a troca de {rescue.customerName}</span>
          </SubmitButton>
        </OperationForm>
      )}
    </li>
  );
}

function describe({ state, dueAt, confirmedAt, endedAt }: StaffRescue): string {
  if (endedAt) return `terminou em ${formatDateTime(endedAt)}`;
  const confirmed = confirmedAt ? 'e-mail novo confirmado' : 'espera a confirmação do e-mail novo';
  return state === 'waiting' ? `vale a partir de ${formatDateTime(dueAt)} · ${confirmed}` : '';
}
