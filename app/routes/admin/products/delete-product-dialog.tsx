import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import type { ShownProduct } from './shown-product.ts';

interface DeleteProductDialogProps {
  product: ShownProduct;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteProductDialog({ product, ...ends }: DeleteProductDialogProps) {
  return (
    <OperationDialog
      title="Excluir produto"
      description="Tem certeza que deseja excluir este produto?"
      {...ends}
      does="products.delete"
      fixed={{ productId: product.id }}
      done={{ title: 'Produto excluído', description: 'O produto foi removido com sucesso.' }}
      failed={{ title: 'Erro ao excluir produto', description: 'Não foi possível excluir o produto.' }}
      about="product"
      goneIsDone
      submit={{ variant: 'danger', loadingLabel: 'Excluindo...', children: 'Excluir' }}
    >
      <div className="mb-2">
        <p className="font-medium break-words">{product.name}</p>
        {product.skin && (
          <p className="mt-2 text-sm text-muted">
            {product.isActive
              ? `A skin ${product.skin.name} continua na loja. Sem este produto, ela só se entrega sozinha se tiver chaves ou um arquivo com ‘entregar sozinha’; senão, a equipe envia.`
              : `A skin ${product.skin.name} volta à venda na loja.`}{' '}
            Quem já comprou não perde nada.
          </p>
        )}
      </div>
    </OperationDialog>
  );
}
