import { TriangleAlert, WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { buttonClass } from '../form/button.tsx';
import { EmptyState } from '../list/empty-state.tsx';
import { useComeBack } from './use-come-back.ts';
import { useOnline } from './use-online.ts';

const reload = () => window.location.reload();

/**
 * Never a blank page: what happened, what was kept, what to do. Plain links, for it must work when scripts do not.
 * `as`: the heading, where the frame around it has the first one.
 */
export function ErrorScreen({ as = 'h1' }: { as?: 'h1' | 'h2' }) {
  const { pathname, search } = useLocation();
  const isOnline = useOnline();
  const wasOffline = useRef(false);
  const isAway = useComeBack(reload);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    else if (wasOffline.current) reload();
  }, [isOnline]);

  if (!isOnline) {
    return (
      <EmptyState as={as} icon={WifiOff} title="Você está sem conexão.">
        <title>Sem conexão</title>
        <p role="status" className="max-w-[48ch] text-sm text-muted">
          Esta página abre sozinha assim que a internet voltar. Seu carrinho e seus pedidos continuam
          guardados.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState as={as} icon={TriangleAlert} title="Algo deu errado ao abrir esta página.">
      <title>Algo deu errado</title>
      <p className="max-w-[48ch] text-sm text-muted">
        O problema é nosso. Seu carrinho e seus pedidos continuam guardados.
      </p>
      <p role="status" className="max-w-[48ch] text-sm text-muted empty:hidden">
        {isAway && 'Esta página abre sozinha assim que a loja voltar a responder.'}
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
