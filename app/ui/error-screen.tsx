import { TriangleAlert } from 'lucide-react';
import { useLocation } from 'react-router';
import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Never a blank page: what happened, what was kept, what to do. Plain links, for it must work when scripts do not. */
export function ErrorScreen() {
  const { pathname, search } = useLocation();
  return (
    <EmptyState as="h1" icon={TriangleAlert} title="Algo deu errado ao abrir esta página.">
      <title>Algo deu errado</title>
      <p className="max-w-[48ch] text-sm text-muted">
        O problema é nosso. Seu carrinho e seus pedidos continuam guardados.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <a href={`${pathname}${search}`} className={buttonClass('accent')}>
          Tentar novamente
        </a>
        <a href="/" className={buttonClass('outline')}>
          Voltar ao início
        </a>
      </div>
    </EmptyState>
  );
}
