import { addressOf } from '#shop/catalog/sku.ts';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useActionData } from 'react-router';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { AreaField, OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { randomKey } from '#app/ui/form/random-key.ts';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { NOTE_MAX_LENGTH } from '#shop/refunds/check-note.ts';
import { SkinPicker } from '../products/skin-picker.tsx';
import type { FoundSkin } from '../skin-search.tsx';

/** Enters a sale that was paid elsewhere: whose, which skins, and why. */
export function ManualOrderDialog({ onClose }: { onClose: () => void }) {
  const posted = useActionData<FormAnswer>()?.typed;
  const [key, setKey] = useState(() => posted?.idempotencyKey ?? randomKey());
  // What is entered now is another order than the one that was refused.
  const change = () => setKey(randomKey());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Lançar pedido"
      description="Para uma venda que foi paga fora da loja. O pedido entra como pago, com os preços da loja."
    >
      <div onInput={change}>
        <OperationForm
          does="orders.enter"
          untyped={{ idempotencyKey: key }}
          done={{
            title: 'Pedido lançado',
            description: 'O cliente recebe o e-mail de pagamento confirmado.',
          }}
          failed="Erro ao lançar pedido"
          about="order"
          onDone={onClose}
          className="flex flex-col gap-4"
        >
          <Email />
          <Skins onChange={change} />
          <AreaField
            label="Motivo"
            name="reason"
            rows={3}
            maxLength={NOTE_MAX_LENGTH}
            hint="Como e onde foi pago. Só a equipe lê."
          />
          <DialogEnd onCancel={onClose}>
            <SubmitButton loadingLabel="Lançando...">Lançar pedido</SubmitButton>
          </DialogEnd>
        </OperationForm>
      </div>
    </Dialog>
  );
}

function Email() {
  const { fields, typed } = useOperationForm();
  return (
    <EmailField
      autoComplete="off"
      defaultValue={typed.email}
      hint="A pessoa precisa ter uma conta na loja."
      error={fields.email}
    />
  );
}

/** A search for one after the other; without scripts their addresses. */
function Skins({ onChange }: { onChange: () => void }) {
  const { fields } = useOperationForm();
  const [skins, setSkins] = useState<FoundSkin[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(0);
  // Choosing and taking out a skin each remove the control with the focus: the next search gets it.
  useEffect(() => {
    if (shown.current !== skins.length) box.current?.querySelector<HTMLElement>('[type=search]')?.focus();
    shown.current = skins.length;
  }, [skins.length]);
  if (!useHydrated()) {
    const hint = 'Como no endereço da skin na loja: o Ahri/3 de /loja/skin/Ahri/3. Uma em cada linha.';
    return <AreaField label="Skins" name="skins" rows={3} hint={hint} />;
  }
  function change(next: FoundSkin[]): void {
    setSkins(next);
    onChange();
  }
  return (
    <div ref={box} className="flex flex-col gap-2">
      {skins.length > 0 && (
        <ul aria-label="Skins do pedido" className="flex flex-col gap-1.5">
          {skins.map((skin) => (
            <li
              key={skin.sku}
              className="flex items-center gap-2 rounded-control border border-line bg-raised pl-3.5"
            >
              <input type="hidden" name="skins" value={written(skin)} />
              <span className="min-w-0 grow py-1 text-sm break-words">
                {skin.name} <span className="text-muted">- {skin.championName}</span>
              </span>
              <button
                type="button"
                aria-label={`Tirar ${skin.name}`}
                onClick={() => change(skins.filter((each) => each !== skin))}
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
        error={fields.skins}
        onPick={(skin) => {
          if (skin) change([...skins.filter((each) => each.sku !== skin.sku), skin]);
        }}
      />
    </div>
  );
}

const written = ({ sku }: FoundSkin) => addressOf(sku).join('/');
