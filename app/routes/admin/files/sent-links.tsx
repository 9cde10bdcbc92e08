import { ExternalLink } from 'lucide-react';
import { buttonClass } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { inputClass } from '#app/ui/form/text-field.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { checkLink } from '#shop/text/check-link.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import { SHOWN } from '../orders/order-filters.ts';
import { keyWords } from '../stock/key-words.ts';
import { useMay } from '../use-may.tsx';
import { ReplaceLink } from './replace-link.tsx';
import type { LinksDialogState } from './use-links-dialog.ts';

type Item = StaffOrder['items'][number];

/** Completed orders cannot be edited here; one wrong link is mended by its own action. */
export function SentLinks({ order, close }: Pick<LinksDialogState, 'close'> & { order: StaffOrder }) {
  return (
    <>
      <ul className="mb-5 flex flex-col gap-5">
        {order.items.map((item) => (
          <SentLink key={item.id} item={item} />
        ))}
      </ul>
      <DialogEnd onCancel={close} cancelLabel="Fechar" isSticky>
        {null}
      </DialogEnd>
    </>
  );
}

function SentLink({ item }: { item: Item }) {
  const [replaced, setReplaced] = useOpened('item');
  const mayReplace = useMay('orders.deliver');
  const link = item.downloadLink ?? '';
  if (!item.kept || item.keyEnd !== null) {
    return (
      <li>
        <OrderedSkin item={item} isRefunded={!item.kept} whyBack={item.whyBack} />
        {item.keyEnd !== null && <p className="mt-2 text-sm">{keyWords([item.keyEnd])}</p>}
      </li>
    );
  }
  return (
    <li>
      <OrderedSkin item={item} />
      <div className="mt-2 flex gap-2">
        <input
          type="url"
          readOnly
          value={link}
          aria-label={`Link de download de ${item.skinName}`}
          onFocus={(event) => event.target.select()}
          className={`${inputClass} min-w-0 text-muted`}
        />
        {checkLink(link).ok && (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Abrir o link de ${item.skinName} em nova aba`}
            className={buttonClass('outline', 'w-11 shrink-0 px-0!')}
          >
            <ExternalLink aria-hidden="true" className="size-[18px]" />
          </a>
        )}
      </div>
      {mayReplace && replaced === item.id && <ReplaceLink item={item} onClose={() => setReplaced(null)} />}
      {mayReplace && replaced !== item.id && (
        <OpenButton
          variant="ghost"
          className="mt-1 px-3!"
          name="item"
          value={item.id}
          keeps={[...SHOWN, 'links']}
          onOpen={() => setReplaced(item.id)}
        >
          Substituir link
          <span className="sr-only"> de {item.skinName}</span>
        </OpenButton>
      )}
    </li>
  );
}
