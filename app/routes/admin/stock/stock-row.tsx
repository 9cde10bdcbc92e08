import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useActionData } from 'react-router';
import { InfoNote } from '#app/ui/feedback/info-note.tsx';
import { Button } from '#app/ui/form/button.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { AreaField, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import type { ProductOfKeys } from '#shop/delivery/keys/list-stock.ts';
import { count } from '#shop/text/count.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import {
  addedWords,
  heldWords,
  releasedWords,
  removedWords,
  type AddedKeys,
  type ReleasedKeys,
  type RemovedKeys,
} from './added-words.ts';

const DEEDS = {
  produto: {
    does: 'stock.add',
    opens: 'Colar chaves',
    failed: 'Erro ao guardar as chaves',
    label: 'Chaves',
    hint: 'Uma por linha. Ficam cifradas, e a equipe só vê o fim de cada uma. O que a loja já tem não entra de novo.',
    submits: 'Guardar chaves',
    submitting: 'Guardando...',
  },
  retirar: {
    does: 'stock.remove',
    opens: 'Retirar chaves',
    failed: 'Erro ao retirar as chaves',
    label: 'Chaves a retirar',
    hint: 'Cole a lista de novo, uma por linha. Só sai o que ninguém comprou: o que já foi vendido continua com quem comprou.',
    submits: 'Retirar do estoque',
    submitting: 'Retirando...',
  },
} as const;
type Deed = keyof typeof DEEDS;

const TELLS: Partial<Record<string, (value: unknown) => string>> = {
  'stock.add': (value) => addedWords(value as AddedKeys),
  'stock.remove': (value) => removedWords(value as RemovedKeys),
  'stock.release': (value) => releasedWords(value as ReleasedKeys),
};
const tell = (does: string, value: unknown): string => TELLS[does]?.(value) ?? '';

/** One product with what is left of its keys, and the field for more of them, or for those that must go. */
export function StockRow({ product, lowStock }: { product: ProductOfKeys; lowStock: number }) {
  const { sku } = product;
  const [adding, setAdding] = useOpened('produto');
  const [removing, setRemoving] = useOpened('retirar');
  const posted = useActionData<FormAnswer>();
  const [told, setTold] = useState(
    posted?.ok && posted.typed.sku === sku ? tell(posted.do, posted.value) : '',
  );
  const opened: Deed | null = adding === sku ? 'produto' : removing === sku ? 'retirar' : null;
  const open = (deed: Deed | null) => {
    setAdding(deed === 'produto' ? sku : null);
    setRemoving(deed === 'retirar' ? sku : null);
  };
  const { left = 0, held = 0 } = product.stock ?? {};
  const deeds: Deed[] = left + held > 0 ? ['retirar', 'produto'] : ['produto'];
  return (
    <div className="flex flex-col gap-3 py-4">
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center lg:justify-between">
        <div className="min-w-0 lg:w-2/5">
          <OrderedSkin item={product} />
        </div>
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between lg:w-[34rem] lg:shrink-0">
          <StockFacts product={product} lowStock={lowStock} />
          {!opened && (
            <div className="flex flex-wrap justify-end gap-2">
              {deeds.map((deed) => (
                <OpenButton
                  key={deed}
                  variant={deed === 'produto' ? 'outline' : 'ghost'}
                  name={deed}
                  value={sku}
                  keeps={['q']}
                  onOpen={() => open(deed)}
                >
                  {DEEDS[deed].opens}
                  <span className="sr-only"> de {product.skinName}</span>
                </OpenButton>
              ))}
            </div>
          )}
        </div>
      </div>
      {held > 0 && (
        <OperationForm
          does="stock.release"
          fixed={{ sku }}
          failed="Erro ao liberar as chaves"
          about="stock"
          onDone={(value) => setTold(tell('stock.release', value))}
          className="flex flex-col items-start gap-3"
        >
          <InfoNote icon={KeyRound}>{heldWords(held)}</InfoNote>
          <SubmitButton variant="outline" loadingLabel="Liberando...">
            Liberar {count(held, 'chave', 'chaves')}
            <span className="sr-only"> de {product.skinName}</span>
          </SubmitButton>
        </OperationForm>
      )}
      <p role="status" className="max-w-[68ch] text-sm break-words text-ok empty:hidden">
        {told}
      </p>
      {opened && (
        <KeysForm
          key={opened}
          deed={opened}
          product={product}
          onClose={() => open(null)}
          onDone={(value) => {
            setTold(tell(DEEDS[opened].does, value));
            open(null);
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
  deed,
  product,
  onClose,
  onDone,
}: {
  deed: Deed;
  product: ProductOfKeys;
  onClose: () => void;
  onDone: (value: unknown) => void;
}) {
  const { does, failed, label, hint, submits, submitting } = DEEDS[deed];
  return (
    <OperationForm
      does={does}
      fixed={{ sku: product.sku }}
      failed={failed}
      about="stock"
      onDone={onDone}
      className="rounded-control border border-line bg-raised/50 p-3.5"
    >
      <AreaField
        label={`${label} de ${product.skinName}`}
        name="keys"
        required
        rows={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
        autoFocus
        hint={hint}
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {useHydrated() && (
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
        )}
        <SubmitButton whenFilled loadingLabel={submitting}>
          {submits}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}
