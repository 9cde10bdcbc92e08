import { SearchX } from 'lucide-react';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export function SkinNotFound() {
  return (
    <EmptyState as="h1" icon={SearchX} title="Skin não encontrada">
      <LinkButton to="/loja">Voltar para a loja</LinkButton>
    </EmptyState>
  );
}
