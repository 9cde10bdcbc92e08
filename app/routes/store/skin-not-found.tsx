import { SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { RetryLink } from '#app/ui/form/retry-link.tsx';

/** The same state for a skin that is not there and for one that cannot be read; only the latter may come back. */
export function SkinNotFound({ mayComeBack }: { mayComeBack: boolean }) {
  useEffect(() => {
    if (mayComeBack) console.error('Erro ao buscar skins:', 'the catalogue could not be read');
  }, [mayComeBack]);
  return (
    <EmptyState as="h1" icon={SearchX} title="Skin não encontrada">
      {mayComeBack && (
        <>
          <p className="max-w-[48ch] text-sm text-muted">
            Não conseguimos consultar o catálogo agora. Seu carrinho continua guardado.
          </p>
          <RetryLink />
        </>
      )}
      <LinkButton to="/loja" variant={mayComeBack ? 'outline' : 'accent'}>
        Voltar para a loja
      </LinkButton>
    </EmptyState>
  );
}
