import { useRef, useState } from 'react';
import { presentProductForm, readProductFields } from '#app/endpoints/api/present-product.ts';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { useFocusInvalid } from '#app/ui/form/use-focus-invalid.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import { checkProduct, PRODUCT_LIMITS, type ProductFields } from '#shop/products/check-product.ts';
import { callAdminApi } from '../call-admin-api.ts';
import { readDraft, type ProductDraft } from './product-draft.ts';
import type { ShownProduct } from './shown-product.ts';
import { SkinPicker } from './skin-picker.tsx';
import type { ProductDialogState } from './use-product-dialog.ts';

type Props = Pick<ProductDialogState, 'draft' | 'keepDraft' | 'close' | 'cancel' | 'finish'> & {
  /** null: a new one. */
  product: ShownProduct | null;
};

const URL_INPUT = {
  type: 'url',
  placeholder: 'https://',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

export function ProductDialog({ product, draft, keepDraft, close, cancel, finish }: Props) {
  const [fields, setFields] = useState<ProductFields>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusInvalid(form, fields);

  function change(part: Partial<ProductDraft>): void {
    keepDraft({ ...draft, ...part });
    setFields({});
    setFailure(null);
  }

  function refuse(refused: ProductFields): void {
    setFields(refused);
  }

  async function save(): Promise<void> {
    if (saving) return;
    const checked = checkProduct(readDraft(draft));
    if (!checked.ok) return refuse(checked.fields);
    setSaving(true);
    const answer = await callAdminApi(
      product ? `/api/admin/products/${product.id}` : '/api/admin/products',
      presentProductForm(checked.product),
      product ? 'PATCH' : 'POST',
    );
    setSaving(false);
    if (answer.ok) {
      showToast(
        product
          ? {
              title: 'Produto atualizado!',
              description: 'O produto foi atualizado com sucesso.',
              tone: 'success',
              about: 'product',
            }
          : {
              title: 'Produto criado!',
              description: 'O produto foi criado com sucesso.',
              tone: 'success',
              about: 'product',
            },
      );
      return finish();
    }
    console.error('Erro ao salvar produto', { productId: product?.id ?? null, status: answer.status });
    showToast({
      title: 'Erro ao salvar produto',
      description: 'Não foi possível salvar o produto.',
      tone: 'danger',
      stays: true,
      about: 'product',
    });
    setFailure(answer.message);
    refuse(readProductFields(answer.fields));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={product ? 'Editar Produto' : 'Novo Produto'}
      description="Preencha os dados do produto abaixo."
    >
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Nome do Produto *"
          required
          value={draft.name}
          maxLength={PRODUCT_LIMITS.name}
          autoComplete="off"
          error={fields.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <SkinPicker
          skin={draft.skin}
          error={fields.championId}
          onPick={(skin) => change(skin ? { skin, champion: skin.championName } : { skin })}
        />
        <TextField
          label="Campeão"
          value={draft.champion}
          maxLength={PRODUCT_LIMITS.champion}
          autoComplete="off"
          error={fields.champion}
          onChange={(event) => change({ champion: event.target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Preço (R$) *"
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0.01"
            required
            value={draft.price}
            error={fields.priceCents}
            hint="Na loja vale o preço único, a menos que ‘Preços por produto’ esteja ligado em Configurações."
            onChange={(event) => change({ price: event.target.value })}
          />
          <TextField
            label="Estoque"
            type="number"
            inputMode="numeric"
            step="1"
            min="0"
            value={draft.stock}
            error={fields.stock}
            hint="Só informativo: um arquivo não se esgota."
            onChange={(event) => change({ stock: event.target.value })}
          />
        </div>
        <div>
          <TextArea
            label="Descrição"
            rows={3}
            value={draft.description}
            maxLength={PRODUCT_LIMITS.description}
            invalid={fields.description !== undefined}
            aria-describedby={fields.description && 'product-description-note'}
            onChange={(event) => change({ description: event.target.value })}
          />
          {fields.description && (
            <p id="product-description-note" className="mt-1.5 text-xs text-danger">
              {fields.description}
            </p>
          )}
        </div>
        <TextField
          label="URL da Imagem"
          {...URL_INPUT}
          autoComplete="off"
          value={draft.imageUrl}
          error={fields.imageUrl}
          onChange={(event) => change({ imageUrl: event.target.value })}
        />
        <TextField
          label="URL de Download"
          {...URL_INPUT}
          autoComplete="off"
          value={draft.downloadUrl}
          error={fields.downloadUrl}
          hint="Ativo, ligado a uma skin e com este link, o produto se entrega sozinho assim que o pagamento é confirmado."
          onChange={(event) => change({ downloadUrl: event.target.value })}
        />
        <SwitchField
          label="Produto ativo"
          hint={draft.skin ? 'Desligado, a skin ligada fica ‘Indisponível’ na loja.' : undefined}
          checked={draft.isActive}
          onChange={(event) => change({ isActive: event.target.checked })}
        />
        {failure && (
          <p role="alert" className="text-xs text-danger">
            {failure} O que você digitou foi mantido.
          </p>
        )}
        <DialogEnd onCancel={cancel} isSticky>
          <Button
            type="submit"
            disabled={draft.name.trim() === '' || draft.price.trim() === ''}
            loading={saving}
            loadingLabel="Salvando..."
          >
            {product ? 'Atualizar Produto' : 'Criar Produto'}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
