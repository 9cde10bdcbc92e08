import { typeReais } from '#shop/text/type-reais.ts';
import { useState } from 'react';
import { useActionData } from 'react-router';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import {
  AreaField,
  Field,
  OperationForm,
  SubmitButton,
  useOperationForm,
} from '#app/ui/form/operation-form.tsx';
import { randomKey } from '#app/ui/form/random-key.ts';
import { TextField } from '#app/ui/form/text-field.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { NOTE_MAX_LENGTH } from '#shop/refunds/check-note.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { readReais } from '#shop/text/read-reais.ts';
import { RefundItems } from './refund-items.tsx';
import { PAID_OUTSIDE } from './refund-words.ts';

const SENT = { title: 'Reembolso enviado!', description: 'O cliente recebe um e-mail e vê o andamento.' };
const NOTED = { title: 'Reembolso registrado', description: 'Devolva no painel do provedor e marque aqui.' };
const NOTED_OUTSIDE = { ...NOTED, description: PAID_OUTSIDE };

interface RefundDialogProps {
  orderId: string;
  charge: StaffOrderDetails['money']['charges'][number];
  /** Empty: nothing to choose from. */
  items: StaffOrderDetails['refundable'];
  /** false: the order has no skins, or none of them is the customer's by it. */
  takesSkins: boolean;
  onClose: () => void;
}

/** Refunds one payment: how much or for which skins, why, and the first characters of the order, typed as a confirmation. */
export function RefundDialog({ orderId, charge, items, takesSkins, onClose }: RefundDialogProps) {
  const number = orderId.slice(0, 8);
  const posted = useActionData<FormAnswer>()?.typed;
  const [typed, setTyped] = useState(posted?.amountCents ?? typeReais(charge.leftCents));
  const [chosen, setChosen] = useState(posted?.itemIds?.split(' ') ?? []);
  const [key] = useState(() => posted?.idempotencyKey ?? randomKey());
  // Without scripts the sum stays what was typed.
  const isByItem = useHydrated() && chosen.length > 0;
  const shares = items.reduce((sum, { id, paidCents }) => sum + (chosen.includes(id) ? paidCents : 0), 0);
  const cents = isByItem ? shares : readReais(typed);
  const isPart = cents !== null && cents < charge.leftCents;
  const sends = isPart ? charge.sendsParts : charge.sends;
  const isOutside = charge.gateway === MANUAL_GATEWAY;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reembolsar"
      description={
        sends ? `Pedido #${number}. O valor volta por Pix para a conta que pagou.` : `Pedido #${number}.`
      }
    >
      <OperationForm
        does="refunds.request"
        fixed={{ orderId, chargeId: charge.chargeId }}
        untyped={{ idempotencyKey: key }}
        done={sends ? SENT : isOutside ? NOTED_OUTSIDE : NOTED}
        failed="Erro ao reembolsar"
        about="refund"
        onDone={onClose}
        className="flex flex-col gap-4"
      >
        {items.length > 0 && <RefundItems items={items} chosen={chosen} onChange={setChosen} />}
        <Amount
          value={isByItem ? typeReais(shares) : typed}
          onType={setTyped}
          isByItem={isByItem}
          hint={
            isByItem
              ? 'O que foi pago por estas skins. Só elas saem da coleção do cliente.'
              : `Até ${formatReais(charge.leftCents)}.${takesSkins ? ' Com o valor total, as skins saem da coleção do cliente.' : ''}`
          }
        />
        <AreaField
          label="Motivo"
          name="reason"
          rows={2}
          maxLength={NOTE_MAX_LENGTH}
          hint="Fica só com a equipe."
        />
        <Field
          label={`Para confirmar, digite ${number}`}
          name="confirmation"
          autoCapitalize="none"
          spellCheck={false}
        />
        {!sends && (
          <p className="rounded-control border border-info/40 px-3 py-2 text-xs text-info">
            {isOutside
              ? PAID_OUTSIDE
              : 'Este provedor não faz esta devolução pela loja. Ela fica registrada como pendente: devolva no painel do provedor e depois marque como devolvida.'}
          </p>
        )}
        <DialogEnd onCancel={onClose} cancelLabel="Voltar">
          <SubmitButton variant="danger" loadingLabel="Enviando...">
            {cents !== null && cents > 0 ? `Reembolsar ${formatReais(cents)}` : 'Reembolsar'}
          </SubmitButton>
        </DialogEnd>
      </OperationForm>
    </Dialog>
  );
}

interface AmountProps {
  value: string;
  onType: (text: string) => void;
  isByItem: boolean;
  hint: string;
}

/** The sum that goes back. That of chosen items is shown, and not sent. */
function Amount({ value, onType, isByItem, hint }: AmountProps) {
  const { fields } = useOperationForm();
  return (
    <TextField
      label="Valor (R$)"
      name={isByItem ? undefined : 'amountCents'}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      readOnly={isByItem}
      error={fields.amountCents}
      hint={hint}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
