import { BadgeCheck, Headset, LockKeyhole, ShieldCheck, Tag, Zap, type LucideIcon } from 'lucide-react';
import { useOffer } from '#app/ui/frame/offer.tsx';

const OFFICIAL = 'Skins oficiais';
const ONE_PRICE = 'Preço único';
const AT_ONCE = 'Entrega imediata';
const BENEFITS: { icon: LucideIcon; label: string }[] = [
  { icon: BadgeCheck, label: OFFICIAL },
  { icon: Tag, label: ONE_PRICE },
  { icon: Headset, label: 'Suporte 24/7' },
  { icon: ShieldCheck, label: 'Garantia total' },
  { icon: LockKeyhole, label: 'Compra segura' },
  { icon: Zap, label: AT_ONCE },
];

/** `isLater`: its file is still to come. `isOfGame`: it is a skin of the game, and nothing of the shop's own. */
export function BenefitNotes({ isLater, isOfGame }: { isLater: boolean; isOfGame: boolean }) {
  const { hasOnePrice } = useOffer();
  const isTrue = (label: string) =>
    (isOfGame || label !== OFFICIAL) &&
    (hasOnePrice || label !== ONE_PRICE) &&
    (!isLater || label !== AT_ONCE);
  return (
    <ul className="mt-7 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-6">
      {BENEFITS.filter(({ label }) => isTrue(label)).map(({ icon: Icon, label }) => (
        <li key={label} className="flex items-center gap-2.5 text-sm text-muted">
          <Icon aria-hidden="true" className="size-[18px] shrink-0 text-text" strokeWidth={1.75} />
          {label}
        </li>
      ))}
    </ul>
  );
}
