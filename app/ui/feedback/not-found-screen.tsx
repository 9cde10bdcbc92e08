import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { EmptyState } from '../list/empty-state.tsx';
import { LinkButton } from '../form/link-button.tsx';

export function NotFoundScreen() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error('404 Error: User attempted to access non-existent route:', pathname);
  }, [pathname]);
  return (
    <EmptyState as="h1" icon={Compass} title="Oops! Page not found">
      <p className="max-w-[48ch] text-sm text-muted">
        A página que você procura não existe ou mudou de lugar.
      </p>
      <LinkButton to="/">Voltar ao início</LinkButton>
    </EmptyState>
  );
}
