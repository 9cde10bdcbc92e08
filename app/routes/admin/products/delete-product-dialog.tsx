import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { ShownProduct } from './shown-product.ts';

interface DeleteProductDialogProps {
  product: ShownProduct;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteProductDialog({ product, onClose, onDone }: DeleteProductDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Excluir produto"
      description="Tem certeza que deseja excluir este produto?"
    >
      <p className="font-medium break-words">{product.name}</p>
      {product.skin && (
        <p className="mt-2 text-sm text-muted">
          {product.isActive
            ? `A skin ${product.skin.name} continua na loja e passa a ser entregue pela equipe.`
            : `A skin ${product.skin.name} volta à venda na loja.`}{' '}
          Quem já comprou não perde nada.
        </p>
      )}
      <OperationForm
        does="products.delete"
        fixed={{ productId: product.id }}
        done={{ title: 'Produto excluído', description: 'O produto foi removido com sucesso.' }}
        failed={{ title: 'Erro ao excluir produto', description: 'Não foi possível excluir o produto.' }}
        about="product"
        onDone={onDone}
        goneIsDone
        className="mt-6"
      >
        <DialogEnd onCancel={onClose}>
          <SubmitButton variant="danger" loadingLabel="Excluindo...">
            Excluir
          </SubmitButton>
        </DialogEnd>
      </OperationForm>
    </Dialog>
  );
}
