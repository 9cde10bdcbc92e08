import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** The spec only logs this; a skeleton that never ends is not acceptable (ruling 18). */
export function StoreFailure() {
  const { search } = useLocation();
  const { state, revalidate } = useRevalidator();
  useEffect(() => console.error('Erro ao buscar skins:', 'the catalogue could not be read'), []);
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} title="Não foi possível carregar as skins agora.">
        <p className="max-w-[48ch] text-sm text-muted">
          O problema é nosso e costuma durar poucos segundos. Seu carrinho continua guardado.
        </p>
        <a
          href={`/loja${search}`}
          className={buttonClass('accent')}
          onClick={(event) => {
            event.preventDefault();
            void revalidate();
          }}
        >
          {state === 'loading' && <Spinner />}
          Tentar novamente
        </a>
      </EmptyState>
    </div>
  );
}
