import { useEffect, useRef, useState } from 'react';
import type { Constraint } from '#app/ui/form/constraint.ts';
import { AreaField, CheckField, Field, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { typeReais } from '#shop/text/type-reais.ts';
import type { FoundSkin } from '../skin-search.tsx';
import type { ShownProduct } from './shown-product.ts';
import { SkinPicker } from './skin-picker.tsx';

/** What was typed when the dialog was closed by accident. */
export interface ProductDraft {
  typed: Record<string, string>;
  skin: FoundSkin | null;
}

interface ProductDialogProps {
  /** null: a new one. */
  product: ShownProduct | null;
  draft: ProductDraft | undefined;
  constraints: Record<string, Constraint>;
  /** Without a draft: nothing is left to go on with. */
  onClose: (draft?: ProductDraft) => void;
}

const URL_INPUT = {
  type: 'url',
  placeholder: 'https://',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

export function ProductDialog({ product, draft, constraints, onClose }: ProductDialogProps) {
  const [skin, setSkin] = useState<FoundSkin | null>(draft ? draft.skin : (product?.skin ?? null));
  const champion = useRef<HTMLInputElement>(null);
  const read = () =>
    Object.fromEntries(new FormData(champion.current?.form ?? undefined)) as ProductDraft['typed'];
  const opened = useRef<ProductDraft['typed']>({});
  // A refusal changes what the fields begin with.
  useEffect(() => void (opened.current = read()), []);
  const leave = () => {
    const isTyped = ([name, text]: [string, string]) =>
      !product || text !== opened.current[name] || name in (draft?.typed ?? {});
    onClose({ typed: Object.fromEntries(Object.entries(read()).filter(isTyped)), skin });
  };
  const { group } = useGroupWords();
  const pick = (picked: FoundSkin | null) => {
    setSkin(picked);
    if (picked && champion.current) champion.current.value = picked.championName;
  };

  return (
    <OperationDialog
      onClose={() => onClose()}
      onLeave={leave}
      title={product ? 'Editar Produto' : 'Novo Produto'}
      description="Preencha os dados do produto abaixo."
      does={product ? 'products.update' : 'products.create'}
      {...(product && { fixed: { productId: product.id }, sendsTouched: true })}
      constraints={constraints}
      draft={draft?.typed}
      done={
        product
          ? { title: 'Produto atualizado!', description: 'O produto foi atualizado com sucesso.' }
          : { title: 'Produto criado!', description: 'O produto foi criado com sucesso.' }
      }
      failed={{ title: 'Erro ao salvar produto', description: 'Não foi possível salvar o produto.' }}
      about="product"
      isSticky
      submit={{
        whenFilled: true,
        loadingLabel: 'Salvando...',
        children: product ? 'Atualizar Produto' : 'Criar Produto',
      }}
    >
      <Field label="Nome do Produto *" name="name" defaultValue={product?.name} />
      <SkinFields skin={skin} linked={product?.skin ?? null} onPick={pick} />
      <Field ref={champion} label={group} name="champion" defaultValue={product?.champion ?? ''} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Preço (R$) *"
          name="priceCents"
          type="number"
          step="0.01"
          min="0.01"
          defaultValue={product ? typeReais(product.priceCents).replace(',', '.') : ''}
          hint="Na loja vale o preço único, a menos que ‘Preços por produto’ esteja ligado em Configurações."
        />
        <Field
          label="Estoque"
          name="stock"
          type="number"
          step="1"
          min="0"
          defaultValue={product?.stock ?? 0}
          hint="Só informativo: um arquivo não se esgota."
        />
      </div>
      <AreaField label="Descrição" name="description" rows={3} defaultValue={product?.description ?? ''} />
      <Field label="URL da Imagem" name="imageUrl" {...URL_INPUT} defaultValue={product?.imageUrl ?? ''} />
      <Field
        label="URL de Download"
        name="downloadUrl"
        {...URL_INPUT}
        defaultValue={product?.downloadUrl ?? ''}
        hint="Ativo, ligado a uma skin e com este link, o produto se entrega sozinho assim que o pagamento é confirmado."
      />
      <CheckField
        label="Produto ativo"
        name="isActive"
        hint={skin ? 'Desligado, a skin ligada fica ‘Indisponível’ na loja.' : undefined}
        defaultChecked={product?.isActive ?? true}
      />
    </OperationDialog>
  );
}

/** A search; without scripts the skin's address. */
function SkinFields({
  skin,
  linked,
  onPick,
}: {
  skin: FoundSkin | null;
  linked: FoundSkin | null;
  onPick: (skin: FoundSkin | null) => void;
}) {
  const { fields } = useOperationForm();
  if (!useHydrated()) {
    return (
      <Field
        label="Skin"
        name="sku"
        defaultValue={skin?.sku}
        hint="Como no endereço da skin na loja: Ahri/3."
      />
    );
  }
  return (
    <>
      {skin?.sku !== linked?.sku && <input type="hidden" name="sku" value={skin?.sku ?? ''} />}
      <SkinPicker skin={skin} error={fields.sku} onPick={onPick} />
    </>
  );
}
