import type { ReactNode } from 'react';
import { FailureNote } from '#app/ui/feedback/failure-note.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { FailureForm } from '#app/ui/form/failure-form.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';

export const FAILURE = {
  title: 'Erro ao carregar pedido',
  description: 'Não foi possível carregar o pedido.',
};

/** A screen that is one form about an order, or says why it is closed. */
export function OrderForm({
  title,
  order,
  closed,
  failure,
  leave,
  button,
  children,
}: {
  title: string;
  order: string;
  closed: string | null;
  failure: ScreenFailure | undefined;
  /** The way out that changes nothing. */
  leave: string;
  button: ReactNode;
  children: ReactNode;
}) {
  const card = 'mt-6 flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6';
  return (
    <div className="max-w-[720px]">
      <h1 className="text-xl sm:text-2xl">{title}</h1>
      <p className="mt-1 text-muted">Pedido #{order}</p>
      {closed === null ? (
        <FailureForm failure={failure} className={card}>
          {children}
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <LinkButton to="/dashboard/pedidos" variant="outline">
              {leave}
            </LinkButton>
            {button}
          </div>
        </FailureForm>
      ) : (
        <div className={`${card} items-start`}>
          {failure ? <FailureNote failure={failure} /> : <p>{closed}</p>}
          <LinkButton to="/dashboard/pedidos" variant="outline">
            Ver meus pedidos
          </LinkButton>
        </div>
      )}
    </div>
  );
}
