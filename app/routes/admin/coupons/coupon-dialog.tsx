import { useState } from 'react';
import type { Constraint } from '#app/ui/form/constraint.ts';
import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import { Field } from '#app/ui/form/operation-form.tsx';
import { SelectField } from '#app/ui/form/select-field.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import type { ListedCoupon } from '#shop/pricing/list-coupons.ts';
import { typeReais } from '#shop/text/type-reais.ts';
import { lastMoment } from './coupon-words.ts';

interface CouponDialogProps {
  /** null: a new one. */
  coupon: ListedCoupon | null;
  champions: { id: string; name: string }[];
  constraints: Record<string, Constraint>;
  onClose: () => void;
}

export function CouponDialog({ coupon, champions, constraints, onClose }: CouponDialogProps) {
  const { group } = useGroupWords();
  return (
    <OperationDialog
      onClose={onClose}
      title={coupon ? `Editar ${coupon.code}` : 'Novo cupom'}
      description="O que ficar em branco não limita o cupom."
      does={coupon ? 'coupons.update' : 'coupons.create'}
      {...(coupon && { fixed: { code: coupon.code }, sendsTouched: true })}
      constraints={constraints}
      done={{ title: coupon ? 'Cupom alterado' : 'Cupom criado' }}
      failed="Erro ao salvar o cupom"
      about="coupon"
      isSticky
      submit={{ loadingLabel: 'Salvando...', children: coupon ? 'Salvar cupom' : 'Criar cupom' }}
    >
      {!coupon && (
        <Field
          label="Código *"
          name="code"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Letras, números, hifens e sublinhados. Não muda depois."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <DiscountFields coupon={coupon} />
        <Field
          label="Vale desde"
          name="validFrom"
          defaultValue={coupon?.validFrom ? dayOf(coupon.validFrom) : ''}
        />
        <Field
          label="Vale até"
          name="validTo"
          defaultValue={coupon?.validTo ? dayOf(lastMoment(coupon.validTo)) : ''}
        />
        <Field label="Usos no total" name="maxUses" defaultValue={coupon?.maxUses ?? ''} />
        <Field label="Usos por pessoa" name="maxPerPerson" defaultValue={coupon?.maxPerPerson ?? ''} />
        <Field
          label="Total mínimo (R$)"
          name="minTotalCents"
          defaultValue={typeReais(coupon?.minTotalCents ?? null)}
        />
        <SelectField label={group} name="championId" defaultValue={coupon?.championId ?? ''}>
          <option value="">Todos</option>
          {/* Else 'Todos' would be sent in place of a champion that has left the catalogue. */}
          {coupon?.championId && !champions.some(({ id }) => id === coupon.championId) && (
            <option value={coupon.championId}>{`${coupon.championId} (fora do catálogo)`}</option>
          )}
          {champions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Field
        label="Criador ou criadora"
        name="creator"
        defaultValue={coupon?.creator ?? ''}
        hint="De quem é o código. As vendas dele contam para essa pessoa."
      />
    </OperationDialog>
  );
}

/** One of the two kinds; without scripts there is no choice, but both fields. */
function DiscountFields({ coupon }: { coupon: ListedCoupon | null }) {
  const isHydrated = useHydrated();
  const [kind, setKind] = useState(coupon && coupon.percent === null ? 'amountCents' : 'percent');
  const shows = (name: string) => !isHydrated || kind === name;
  return (
    <>
      {isHydrated && (
        <SelectField label="Tipo de desconto" value={kind} onChange={({ target }) => setKind(target.value)}>
          <option value="percent">Porcentagem</option>
          <option value="amountCents">Valor em reais</option>
        </SelectField>
      )}
      {shows('percent') && (
        <Field
          label="Desconto (%) *"
          name="percent"
          defaultValue={coupon?.percent ?? ''}
          required={isHydrated}
        />
      )}
      {shows('amountCents') && (
        <Field
          label="Desconto (R$) *"
          name="amountCents"
          defaultValue={typeReais(coupon?.amountCents ?? null)}
          required={isHydrated}
        />
      )}
    </>
  );
}
