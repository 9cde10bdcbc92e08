import { Lock } from 'lucide-react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';

/** In place of a screen that the clerk's role does not open. */
export function NoRight() {
  return (
    <EmptyState
      as="h2"
      icon={Lock}
      title="Seu papel na equipe não abre esta tela."
      about="Quem é dono da loja pode mudar o seu papel em Equipe."
    >
      <title>Sem acesso</title>
      <LinkButton to="/admin" variant="outline">
        Ver pedidos
      </LinkButton>
    </EmptyState>
  );
}
