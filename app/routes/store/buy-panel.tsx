import { skinKey } from '#shop/catalog/sku.ts';
import { CircleCheck, Gift, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { useCart } from '#app/ui/cart/cart.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { AheadNote } from '#app/ui/skin/ahead-note.tsx';
import { UpdateNote } from '#app/ui/skin/update-note.tsx';
import { useSession } from '#app/ui/frame/session.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { type CardSkin } from '#app/ui/skin/skin-card.tsx';
import { toCartItem } from '#app/ui/cart/to-cart-item.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import { quotePurchase } from '#shop/pricing/quote-purchase.ts';
import { useReloadMarks } from '#app/ui/skin/marks.tsx';
import { usePaymentDialog } from '../payment/start/use-payment-dialog.ts';
import { useLookup } from './use-lookup.ts';
import { WishForm } from './wish-form.tsx';

interface BuyPanelProps {
  skin: CardSkin;
  isOwned: boolean;
  /** Its file is being updated: it is sold, and comes later. */
  isUpdating: boolean;
  /** It is sold before its file exists, until this day. */
  aheadUntil: string | null;
  /** It could be delivered without a person. */
  hasFile: boolean;
}

export function BuyPanel({ isOwned, ...panel }: BuyPanelProps) {
  const { skin, hasFile } = panel;
  useLookup(skin, !hasFile && !isOwned);
  // What was just paid is owned, and may have been the last one: its dialog still has its success to show.
  const [isBuying, setBuying] = useState(false);
  const isOffered = skin.available || isBuying;
  if (isOwned && !isBuying) return <Owned {...panel} />;
  return (
    <>
      <p className="mt-4 font-heading text-xl font-bold text-accent sm:text-2xl">
        <Price cents={skin.priceCents} />
      </p>
      {isOffered ? (
        <Purchase {...panel} onBuy={() => setBuying(true)} />
      ) : (
        <p
          role="status"
          className="mt-5 mb-3 rounded-control border border-line bg-surface px-4 py-3 text-sm"
        >
          <strong className="font-semibold">{skin.soldOut ? 'Sem estoque.' : 'Indisponível.'}</strong>{' '}
          <span className="text-muted">
            {skin.soldOut
              ? 'A última foi vendida. Volte mais tarde: pode haver mais.'
              : 'Esta skin está fora de venda no momento.'}
          </span>
        </p>
      )}
      {!isOffered && (!hasFile || skin.soldOut) && <WishForm skin={skin} news="arrival" />}
    </>
  );
}

function Purchase({
  skin,
  isUpdating,
  aheadUntil,
  hasFile,
  onBuy,
}: Omit<BuyPanelProps, 'isOwned'> & { onBuy: () => void }) {
  const session = useSession();
  const cart = useCart();
  const navigate = useNavigate();
  const [isSentToSignIn, setSentToSignIn] = useState(false);
  const isLeaving = useNavigation().state !== 'idle' && isSentToSignIn;
  const payment = usePaymentDialog();
  const reloadMarks = useReloadMarks();
  const id = skinKey(skin.sku);
  const isInCart = cart.items.some((item) => item.id === id);

  function buyNow(): void {
    if (session) {
      onBuy();
      return void payment.show();
    }
    showToast({
      title: 'Login necessário',
      description: 'Você precisa estar logado para comprar. Redirecionando...',
      tone: 'danger',
      stays: true,
      about: 'login',
    });
    setSentToSignIn(true);
    void navigate(`/auth?${new URLSearchParams({ voltar: skinPath(skin) })}`);
  }

  return (
    <div className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
      {aheadUntil && <AheadNote untils={[aheadUntil]} className="sm:col-span-2 lg:col-span-1" />}
      {isUpdating && <UpdateNote updating={1} className="sm:col-span-2 lg:col-span-1" />}
      <Button
        onClick={buyNow}
        size="large"
        loading={payment.isOpening || isLeaving}
        {...(session && { onPointerEnter: payment.warm, onFocus: payment.warm })}
      >
        Comprar agora
      </Button>
      <Button variant="outline" className="min-h-12" onClick={() => cart.add(toCartItem(skin))}>
        <ShoppingCart aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
        Adicionar ao carrinho
      </Button>
      <WishForm skin={skin} news={hasFile ? null : aheadUntil ? 'arrival' : 'at_once'} />
      {isInCart && (
        <LinkButton to="/carrinho" variant="ghost" className="-my-1 text-info! sm:col-span-2 lg:col-span-1">
          Já está no carrinho. Ver carrinho
        </LinkButton>
      )}
      {payment.Dialog && (
        <payment.Dialog
          open={payment.open}
          onOpenChange={payment.setOpen}
          purchase={{ kind: 'skin', skin: nameSkin(skin) }}
          updatingCount={isUpdating ? 1 : 0}
          releases={aheadUntil ? [aheadUntil] : []}
          totalCents={quotePurchase([skin]).totalCents}
          onPaid={(hasLeft) => {
            payment.setOpen(false);
            cart.drop([id]);
            reloadMarks();
            if (!hasLeft) void navigate('/dashboard/pedidos');
          }}
        />
      )}
    </div>
  );
}

function Owned({ skin, isUpdating, aheadUntil }: Omit<BuyPanelProps, 'isOwned'>) {
  const navigate = useNavigate();
  const payment = usePaymentDialog();
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p className="flex items-center gap-2.5 text-base font-semibold text-ok">
        <CircleCheck aria-hidden="true" className="size-5" />
        Na sua coleção
      </p>
      <LinkButton
        to="/dashboard/colecao"
        variant="outline"
        className="min-h-12 sm:self-start lg:self-stretch"
      >
        Abrir minha coleção
      </LinkButton>
      {skin.available && (
        <Button
          variant="ghost"
          onClick={() => void payment.show()}
          loading={payment.isOpening}
          className="sm:self-start lg:self-stretch"
        >
          <Gift aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
          Dar de presente
        </Button>
      )}
      {payment.Dialog && (
        <payment.Dialog
          open={payment.open}
          onOpenChange={payment.setOpen}
          purchase={{ kind: 'skin', skin: nameSkin(skin) }}
          updatingCount={isUpdating ? 1 : 0}
          releases={aheadUntil ? [aheadUntil] : []}
          totalCents={quotePurchase([skin]).totalCents}
          onlyAsGift
          onPaid={(hasLeft) => {
            payment.setOpen(false);
            if (!hasLeft) void navigate('/dashboard/pedidos');
          }}
        />
      )}
    </div>
  );
}

function nameSkin({ sku, name, championName }: CardSkin) {
  return { sku, skinName: name, championName };
}
