import { useState } from 'react';
import { useActionData } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { AreaField, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import type { ProductOfKeys } from '#shop/delivery/keys/list-stock.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { addedWords, type AddedKeys } from './added-words.ts';

/** One product with what is left of its keys, and the field for more of them. */
export function StockRow({ product, lowStock }: { product: ProductOfKeys; lowStock: number }) {
  const { sku } = product;
  const [opened, setOpened] = useOpened('produto');
  const posted = useActionData<FormAnswer>();
  const isMine = posted?.ok === true && posted.do === 'stock.add' && posted.typed.sku === sku;
  const [added, setAdded] = useState(isMine ? (posted.value as AddedKeys) : null);
  const isOpen = opened === sku;
  return (
    <div className="flex flex-col gap-3 py-4">
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <div className="min-w-0 md:w-1/2">
          <OrderedSkin item={product} />
        </div>
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between md:w-96 md:shrink-0">
          <StockFacts product={product} lowStock={lowStock} />
          {!isOpen && (
            <OpenButton
              variant="outline"
              className="w-full sm:w-auto"
              name="produto"
              value={sku}
              keeps={['q']}
              onOpen={() => setOpened(sku)}
            >
              Colar chaves
              <span className="sr-only"> de {product.skinName}</span>
            </OpenButton>
          )}
        </div>
      </div>
      <p role="status" className="max-w-[68ch] text-sm break-words text-ok empty:hidden">
        {added && addedWords(added)}
      </p>
      {isOpen && (
        <KeysForm
          product={product}
          onClose={() => setOpened(null)}
          onDone={(value) => {
            setAdded(value as AddedKeys);
            setOpened(null);
          }}
        />
      )}
    </div>
  );
}

function StockFacts({ product: { stock }, lowStock }: { product: ProductOfKeys; lowStock: number }) {
  if (!stock) return <p className="text-sm text-muted">Ainda sem chaves</p>;
  const { left, sold } = stock;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
      <Badge tone={left === 0 ? 'danger' : left <= lowStock ? 'accent' : 'ok'}>
        {left === 0 ? 'Sem estoque' : `${groupThousands(left)} no estoque`}
      </Badge>
      <span className="text-muted">{soldWords(sold)}</span>
    </p>
  );
}

function soldWords(sold: number): string {
  if (sold === 0) return 'Nenhuma vendida';
  return sold === 1 ? '1 vendida' : `${groupThousands(sold)} vendidas`;
}

function KeysForm({
  product,
  onClose,
  onDone,
}: {
  product: ProductOfKeys;
  onClose: () => void;
  onDone: (value: unknown) => void;
}) {
  return (
    <OperationForm
      does="stock.add"
      fixed={{ sku: product.sku }}
      failed="Erro ao guardar as chaves"
      about="stock"
      onDone={onDone}
      className="rounded-control border border-line bg-raised/50 p-3.5"
    >
      <AreaField
        label={`Chaves de ${product.skinName}`}
        name="keys"
        required
        rows={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
        autoFocus
        hint="Uma por linha. Ficam cifradas, e a equipe só vê o fim de cada uma. O que a loja já tem não entra de novo."
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {useHydrated() && (
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
        )}
        <SubmitButton whenFilled loadingLabel="Guardando...">
          Guardar chaves
        </SubmitButton>
      </div>
    </OperationForm>
  );
}
