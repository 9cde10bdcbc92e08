import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { callAdminApi } from '../call-admin-api.ts';
import type { ShownProduct } from './shown-product.ts';
import type { ProductDialogState } from './use-product-dialog.ts';

export function DeleteProductDialog({
  product,
  close,
  finish,
}: Pick<ProductDialogState, 'close' | 'finish'> & { product: ShownProduct }) {
  const [deleting, setDeleting] = useState(false);

  async function remove(): Promise<void> {
    setDeleting(true);
    const answer = await callAdminApi(`/api/admin/products/${product.id}`, undefined, 'DELETE');
    setDeleting(false);
    // Another clerk was faster: it is gone, which is what was asked for.
    if (answer.ok || answer.status === 404) {
      showToast({
        title: 'Produto excluído',
        description: 'O produto foi removido com sucesso.',
        tone: 'success',
        about: 'product',
      });
      return finish();
    }
    console.error('Erro ao excluir produto', { productId: product.id, status: answer.status });
    showToast({
      title: 'Erro ao excluir produto',
      description: 'Não foi possível excluir o produto.',
      tone: 'danger',
      stays: true,
      about: 'product',
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
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
      <div className="mt-6">
        <DialogEnd onCancel={close}>
          <Button
            variant="danger"
            loading={deleting}
            loadingLabel="Excluindo..."
            onClick={() => void remove()}
          >
            Excluir
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  );
}
