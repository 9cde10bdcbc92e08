import { useId, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useOperationForm } from '#app/ui/form/operation-form.tsx';
import { inputClass } from '#app/ui/form/text-field.tsx';
import { checkLink } from '#shop/text/check-link.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';

export interface LinkFieldProps {
  item: StaffOrder['items'][number];
  value: string;
  /** The same link stands at another skin: allowed, and mostly a slip. */
  isRepeated: boolean;
  /** Sold ahead, it may stay empty, because another skin is sent. */
  mayWait: boolean;
  /** Where the focus lands when the dialog opens. */
  startsHere: boolean;
  onChange: (text: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export function LinkField({
  item,
  value,
  isRepeated,
  mayWait,
  startsHere,
  onChange,
  onPaste,
  onKeyDown,
}: LinkFieldProps) {
  const id = useId();
  const { fields } = useOperationForm();
  const [left, setLeft] = useState(false);
  const check = checkLink(value);
  // Half a link is no mistake while it is being typed.
  const error = fields[item.id] ?? (left && value !== '' && !check.ok ? check.message : undefined);
  const isKnown = item.downloadLink === null && value !== '' && value === item.knownLink;
  const note =
    error ??
    (isRepeated ? 'Este link é igual ao de outra skin deste pedido.' : undefined) ??
    (isKnown ? 'É o link que a loja guardou para esta skin.' : undefined) ??
    (value === '' && item.hasKey ? keyNote(item) : undefined) ??
    (value === '' && item.storedFileName !== null
      ? `Vazio, o cliente recebe o arquivo da loja: ${item.storedFileName}.`
      : undefined) ??
    (value === '' && item.aheadUntil && mayWait
      ? 'Em pré-venda: pode ficar vazio, sai com o arquivo.'
      : undefined);
  return (
    <>
      <OrderedSkin item={item} />
      <input
        id={id}
        type="url"
        name={`links.${item.id}`}
        value={value}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog moves the focus anyway; here it lands where work begins
        autoFocus={startsHere}
        aria-label={`Link de download de ${item.skinName}`}
        placeholder="https://"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(true)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        className={`${inputClass} mt-2`}
      />
      {/* Sent where there is no link. */}
      {item.storedFileName !== null && <input type="hidden" name="keptFiles" value={item.id} />}
      {note && (
        <p
          id={`${id}-note`}
          className={`mt-1 text-xs ${error ? 'text-danger' : isRepeated ? 'text-accent' : 'text-muted'}`}
        >
          {note}
        </p>
      )}
    </>
  );
}

function keyNote({ keyEnd }: LinkFieldProps['item']): string {
  return keyEnd === null
    ? 'Vazio, o cliente recebe uma chave do estoque.'
    : `Vazio, o cliente recebe a chave …${keyEnd}, que este pedido já reservou.`;
}
