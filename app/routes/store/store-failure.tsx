import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { RetryLink } from '#app/ui/form/retry-link.tsx';

/** The spec only logs this; a skeleton that never ends is not acceptable. */
export function StoreFailure() {
  useEffect(() => console.error('Erro ao buscar skins:', 'the catalogue could not be read'), []);
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} title="Não foi possível carregar as skins agora.">
        <p className="max-w-[48ch] text-sm text-muted">
          O problema é nosso e costuma durar poucos segundos. Seu carrinho continua guardado.
        </p>
        <RetryLink />
      </EmptyState>
    </div>
  );
}
