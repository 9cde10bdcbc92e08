import { useId, useRef, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { inputClass, TextField } from '#app/ui/form/text-field.tsx';
import { useFocusInvalid } from '#app/ui/form/use-focus-invalid.ts';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { COUPON_LIMITS } from '#shop/pricing/check-coupon.ts';
import type { ListedCoupon } from '#shop/pricing/list-coupons.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { draftOf, readDraft, type CouponDraft } from './coupon-draft.ts';

interface CouponDialogProps {
  /** null: a new one. */
  coupon: ListedCoupon | null;
  champions: { id: string; name: string }[];
  onClose: () => void;
}

export function CouponDialog({ coupon, champions, onClose }: CouponDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(coupon));
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, run } = useAdminAction();
  const form = useRef<HTMLFormElement>(null);
  useFocusInvalid(form, fields);
  const kindId = useId();
  const championId = useId();

  function change(part: Partial<CouponDraft>): void {
    setDraft({ ...draft, ...part });
    setFields({});
    setFailure(null);
  }
  const text = (name: keyof CouponDraft) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  async function save(): Promise<void> {
    if (isBusy) return;
    const answer = await run({
      path: coupon ? `/api/admin/coupons/${coupon.code}` : '/api/admin/coupons',
      method: coupon ? 'PATCH' : 'POST',
      body: readDraft(draft, coupon && draftOf(coupon)),
      done: { title: coupon ? 'Cupom alterado' : 'Cupom criado' },
      failed: 'Erro ao salvar o cupom',
      about: 'coupon',
    });
    if (answer.ok) return onClose();
    setFields(answer.fields);
    setFailure(answer.message);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={coupon ? `Editar ${coupon.code}` : 'Novo cupom'}
      description="O que ficar em branco não limita o cupom."
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
        {!coupon && (
          <TextField
            label="Código *"
            {...text('code')}
            required
            maxLength={COUPON_LIMITS.code}
            autoCapitalize="characters"
            spellCheck={false}
            error={fields.code}
            hint="Letras, números, hifens e sublinhados. Não muda depois."
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="flex flex-col gap-1.5">
            <label htmlFor={kindId} className="text-sm font-medium">
              Tipo de desconto
            </label>
            <select
              id={kindId}
              className={inputClass}
              value={draft.kind}
              onChange={(event) => change({ kind: event.target.value === 'amount' ? 'amount' : 'percent' })}
            >
              <option value="percent">Porcentagem</option>
              <option value="amount">Valor em reais</option>
            </select>
          </div>
          <TextField
            label={draft.kind === 'percent' ? 'Desconto (%) *' : 'Desconto (R$) *'}
            {...text('discount')}
            inputMode={draft.kind === 'percent' ? 'numeric' : 'decimal'}
            required
            maxLength={12}
            error={fields.percent ?? fields.amount}
          />
          <TextField label="Vale desde" type="date" {...text('validFrom')} error={fields.valid_from} />
          <TextField label="Vale até" type="date" {...text('validTo')} error={fields.valid_to} />
          <TextField
            label="Usos no total"
            inputMode="numeric"
            maxLength={9}
            {...text('maxUses')}
            error={fields.max_uses}
          />
          <TextField
            label="Usos por pessoa"
            inputMode="numeric"
            maxLength={9}
            {...text('maxPerPerson')}
            error={fields.max_per_person}
          />
          <TextField
            label="Total mínimo (R$)"
            inputMode="decimal"
            maxLength={12}
            {...text('minTotal')}
            error={fields.min_total}
          />
          <div className="flex flex-col gap-1.5">
            <label htmlFor={championId} className="text-sm font-medium">
              Campeão
            </label>
            <select
              id={championId}
              className={inputClass}
              value={draft.championId}
              aria-invalid={fields.champion_id !== undefined || undefined}
              aria-describedby={fields.champion_id && `${championId}-note`}
              onChange={(event) => change({ championId: event.target.value })}
            >
              <option value="">Todos</option>
              {champions.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            {fields.champion_id && (
              <p id={`${championId}-note`} className="text-xs text-danger">
                {fields.champion_id}
              </p>
            )}
          </div>
        </div>
        <TextField
          label="Criador ou criadora"
          maxLength={COUPON_LIMITS.creator}
          {...text('creator')}
          error={fields.creator}
          hint="De quem é o código. As vendas dele contam para essa pessoa."
        />
        {failure && (
          <p role="alert" className="text-xs text-danger">
            {failure} O que você digitou foi mantido.
          </p>
        )}
        <DialogEnd onCancel={onClose} isSticky>
          <Button
            type="submit"
            disabled={draft.code.trim() === '' || draft.discount.trim() === ''}
            loading={isBusy}
            loadingLabel="Salvando..."
          >
            {coupon ? 'Salvar cupom' : 'Criar cupom'}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
