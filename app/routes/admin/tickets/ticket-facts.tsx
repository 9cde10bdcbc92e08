import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TICKET_WORDS } from '#app/routes/messages/ticket-words.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import type { StaffTicket } from '#shop/tickets/read-ticket.ts';

const LINK = '-my-2.5 inline-block py-2.5 text-info underline underline-offset-2 hover:text-text';

/** What a clerk has to know before the answer: who, which order, which file, and what else. */
export function TicketFacts({ ticket }: { ticket: StaffTicket }) {
  const { customer, order, others } = ticket;
  return (
    <dl className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-4 text-sm">
      <Fact name="Cliente">
        {customer.name.trim() !== '' && <span className="block break-words">{customer.name}</span>}
        <Link
          to={`/admin?q=${encodeURIComponent(customer.email)}`}
          className={`${LINK} [overflow-wrap:anywhere]`}
        >
          {customer.email}
        </Link>
      </Fact>
      <Fact name="Pedido">
        {order ? (
          <>
            <Link to={`/admin/pedidos/${order.id}`} className={LINK}>
              #{order.id.slice(0, 8)}
            </Link>{' '}
            · {ORDER_STATUS_LABELS[order.status]}
            {ticket.skinName === null && order.skins.length > 0 && (
              <span className="block break-words text-muted">{order.skins.join(', ')}</span>
            )}
          </>
        ) : (
          <span className="text-muted">Nenhum</span>
        )}
      </Fact>
      {ticket.skinName !== null && (
        <Fact name="Skin">
          <span className="break-words">
            {ticket.skinName} <span className="text-muted">({ticket.championName})</span>
          </span>
        </Fact>
      )}
      {ticket.skinName !== null && (
        <Fact name={ticket.isKey ? 'Chave' : 'Arquivo'}>
          <FileWords ticket={ticket} />
        </Fact>
      )}
      {others.length > 0 && (
        <Fact name="Outros atendimentos">
          <ul className="flex flex-col gap-1">
            {others.map(({ id, subject, state }) => (
              <li key={id} className="flex items-start justify-between gap-2">
                <Link to={`/admin/atendimento/${id}`} className={`${LINK} min-w-0 break-words`}>
                  {subject}
                </Link>
                <Badge tone={TICKET_WORDS[state].tone}>{TICKET_WORDS[state].label}</Badge>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function FileWords({ ticket: { file, fileVersion, downloadedAt, isKey } }: { ticket: StaffTicket }) {
  if (isKey) return downloadedAt ? `Vista em ${formatDateTime(downloadedAt)}` : 'Ainda não vista';
  const isOld = file !== null && fileVersion !== null && file.version > fileVersion;
  return (
    <>
      {fileVersion === null ? 'Sem arquivo quando escreveu' : `Versão ${fileVersion}`}
      {isOld && (
        <span className="block text-accent">
          Há uma mais nova: versão {file.version}, de {formatDateTime(file.updatedAt)}
        </span>
      )}
      {file && !isOld && fileVersion !== null && <span className="text-muted"> · é a atual</span>}
      {file?.updating && <span className="block text-info">Em atualização</span>}
      {file?.isBroken && <span className="block text-danger">O link está quebrado</span>}
      <span className="block text-muted">
        {downloadedAt ? `Baixado em ${formatDateTime(downloadedAt)}` : 'Nenhum download registrado'}
      </span>
    </>
  );
}
