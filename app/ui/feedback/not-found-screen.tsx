import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { EmptyState } from '../list/empty-state.tsx';
import { LinkButton } from '../form/link-button.tsx';

/** `as`: the heading, where the frame around it has the first one. */
export function NotFoundScreen({ as = 'h1' }: { as?: 'h1' | 'h2' }) {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error('404 Error: User attempted to access non-existent route:', pathname);
  }, [pathname]);
  return (
    <EmptyState as={as} icon={Compass} title="Oops! Page not found">
      <p className="max-w-[48ch] text-sm text-muted">
        A página que você procura não existe ou mudou de lugar.
      </p>
      <LinkButton to="/">Voltar ao início</LinkButton>
    </EmptyState>
  );
}
