import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { checkNote } from '#shop/refunds/check-note.ts';
import { SkinPicker } from '../products/skin-picker.tsx';
import type { FoundSkin } from '../skin-search.tsx';
import { useAdminAction } from '../use-admin-action.ts';

type Fields = Partial<Record<'email' | 'skins' | 'reason', string | undefined>>;

const keyOf = ({ championId, num }: FoundSkin) => `${championId}_${num}`;

/** Enters a sale that was paid elsewhere: whose, which skins, and why. */
export function ManualOrderDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [email, setEmail] = useState('');
  const [skins, setSkins] = useState<FoundSkin[]>([]);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Fields>({});
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { isBusy, run } = useAdminAction();

  function change(field: keyof Fields): void {
    setErrors((found) => ({ ...found, [field]: undefined }));
    // What is entered now is another order than the one that was refused.
    setKey(crypto.randomUUID());
  }

  async function submit(): Promise<void> {
    const note = checkNote(reason);
    const found: Fields = {
      ...(email.trim() === '' ? { email: 'Informe o e-mail da conta.' } : {}),
      ...(skins.length === 0 ? { skins: 'Escolha pelo menos uma skin.' } : {}),
      ...(note.ok ? {} : { reason: note.message }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || !note.ok) return;
    const answer = await run({
      path: '/api/admin/orders',
      body: { email, skins: skins.map(({ championId, num }) => [championId, num]), reason: note.note },
      idempotencyKey: key,
      done: { title: 'Pedido lançado', description: 'O cliente recebe o e-mail de pagamento confirmado.' },
      failed: 'Erro ao lançar pedido',
      about: 'order',
    });
    if (answer.ok) onClose();
    else setErrors(answer.fields);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Lançar pedido"
      description="Para uma venda que foi paga fora da loja. O pedido entra como pago, com os preços da loja."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <EmailField
          value={email}
          autoComplete="off"
          hint="A pessoa precisa ter uma conta na loja."
          error={errors.email}
          onChange={(event) => {
            setEmail(event.target.value);
            change('email');
          }}
        />
        <div className="flex flex-col gap-2">
          {skins.length > 0 && (
            <ul aria-label="Skins do pedido" className="flex flex-col gap-1.5">
              {skins.map((skin) => (
                <li
                  key={keyOf(skin)}
                  className="flex items-center gap-2 rounded-control border border-line bg-raised pl-3.5"
                >
                  <span className="min-w-0 grow py-1 text-sm break-words">
                    {skin.name} <span className="text-muted">- {skin.championName}</span>
                  </span>
                  <button
                    type="button"
                    aria-label={`Tirar ${skin.name}`}
                    onClick={() => {
                      setSkins(skins.filter((each) => each !== skin));
                      change('skins');
                    }}
                    className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-text"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {/* Begins anew after each skin. */}
          <SkinPicker
            key={skins.length}
            skin={null}
            note="Procure e escolha uma por vez."
            error={errors.skins}
            onPick={(skin) => {
              if (!skin) return;
              setSkins([...skins.filter((each) => keyOf(each) !== keyOf(skin)), skin]);
              change('skins');
            }}
          />
        </div>
        <div className="flex flex-col gap-1.5">
          <TextArea
            label="Motivo"
            rows={3}
            value={reason}
            maxLength={500}
            invalid={errors.reason !== undefined}
            aria-describedby={`${id}-reason`}
            onChange={(event) => {
              setReason(event.target.value);
              change('reason');
            }}
          />
          <p id={`${id}-reason`} className={`text-xs ${errors.reason ? 'text-danger' : 'text-muted'}`}>
            {errors.reason ?? 'Como e onde foi pago. Só a equipe lê.'}
          </p>
        </div>
        <DialogEnd onCancel={onClose}>
          <Button type="submit" loading={isBusy} loadingLabel="Lançando...">
            Lançar pedido
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
