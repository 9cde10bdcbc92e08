import { useRef, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { useFocusInvalid } from '#app/ui/form/use-focus-invalid.ts';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { checkNote } from '#shop/refunds/check-note.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';
import { readReais } from '#shop/text/read-reais.ts';
import { RefundItems } from './refund-items.tsx';
import { useAdminAction } from '../use-admin-action.ts';

type Charge = StaffOrderDetails['money']['charges'][number];
type Fields = Partial<Record<'amount' | 'reason' | 'confirmation', string>>;

/** Refunds one payment: how much or for which skins, why, and the first characters of the order, typed as a confirmation. */
export function RefundDialog({
  orderId,
  charge,
  items,
  onClose,
}: {
  orderId: string;
  charge: Charge;
  /** Empty: nothing to choose from. */
  items: StaffOrderDetails['refundable'];
  onClose: () => void;
}) {
  const number = orderId.slice(0, 8);
  const [typed, setTyped] = useState(() => typeReais(charge.leftCents));
  const [chosen, setChosen] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<Fields>({});
  const [key] = useState(() => crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);
  useFocusInvalid(form, errors);
  const { isBusy, run } = useAdminAction();
  const isByItem = chosen.length > 0;
  const shares = items.reduce((sum, { id, paidCents }) => sum + (chosen.includes(id) ? paidCents : 0), 0);
  const cents = isByItem ? shares : readReais(typed);
  const isPart = cents !== null && cents < charge.leftCents;
  const sends = isPart ? charge.sendsParts : charge.sends;

  async function submit(): Promise<void> {
    const note = checkNote(reason);
    const found: Fields = {
      ...(cents === null || cents < 1 ? { amount: 'Informe um valor, como 15,00.' } : {}),
      ...(cents !== null && cents > charge.leftCents
        ? { amount: `Restam ${formatReais(charge.leftCents)} para devolver.` }
        : {}),
      ...(note.ok ? {} : { reason: note.message }),
      ...(confirmation.trim().toLowerCase() === number ? {} : { confirmation: `Digite ${number}.` }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || !note.ok || cents === null) return;
    const answer = await run({
      path: `/api/admin/orders/${orderId}/refunds`,
      body: {
        charge_id: charge.chargeId,
        ...(isByItem ? { item_ids: chosen } : { amount: cents / 100 }),
        reason: note.note,
        confirmation,
      },
      idempotencyKey: key,
      done: sends
        ? { title: 'Reembolso enviado!', description: 'O cliente recebe um e-mail e vê o andamento.' }
        : { title: 'Reembolso registrado', description: 'Devolva no painel do provedor e marque aqui.' },
      failed: 'Erro ao reembolsar',
    });
    if (answer.ok || answer.status === 409) onClose();
    else setErrors(answer.fields);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reembolsar"
      description={`Pedido #${number}. O valor volta por Pix para a conta que pagou.`}
    >
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {items.length > 0 && <RefundItems items={items} chosen={chosen} onChange={setChosen} />}
        <TextField
          label="Valor (R$)"
          inputMode="decimal"
          autoComplete="off"
          value={isByItem ? typeReais(shares) : typed}
          readOnly={isByItem}
          error={errors.amount}
          hint={
            isByItem
              ? 'O que foi pago por estas skins. Só elas saem da coleção do cliente.'
              : `Até ${formatReais(charge.leftCents)}. Com o valor total, as skins saem da coleção do cliente.`
          }
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <TextArea
            label="Motivo"
            rows={2}
            maxLength={500}
            value={reason}
            invalid={errors.reason !== undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          <p className={`mt-1.5 text-xs ${errors.reason ? 'text-danger' : 'text-muted'}`}>
            {errors.reason ?? 'Fica só com a equipe.'}
          </p>
        </div>
        <TextField
          label={`Para confirmar, digite ${number}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={confirmation}
          error={errors.confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        {!sends && (
          <p className="rounded-control border border-info/40 px-3 py-2 text-xs text-info">
            Este provedor não faz esta devolução pela loja. Ela fica registrada como pendente: devolva no
            painel do provedor e depois marque como devolvida.
          </p>
        )}
        <DialogEnd onCancel={onClose} cancelLabel="Voltar">
          <Button type="submit" variant="danger" loading={isBusy} loadingLabel="Enviando...">
            {cents !== null && cents > 0 ? `Reembolsar ${formatReais(cents)}` : 'Reembolsar'}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function typeReais(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
