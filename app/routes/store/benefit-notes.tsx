import { BadgeCheck, Headset, LockKeyhole, ShieldCheck, Tag, Zap, type LucideIcon } from 'lucide-react';

const BENEFITS: { icon: LucideIcon; label: string }[] = [
  { icon: BadgeCheck, label: 'Skins oficiais' },
  { icon: Tag, label: 'Preço único' },
  { icon: Headset, label: 'Suporte 24/7' },
  { icon: ShieldCheck, label: 'Garantia total' },
  { icon: LockKeyhole, label: 'Compra segura' },
  { icon: Zap, label: 'Entrega imediata' },
];

export function BenefitNotes() {
  return (
    <ul className="mt-7 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-6">
      {BENEFITS.map(({ icon: Icon, label }) => (
        <li key={label} className="flex items-center gap-2.5 text-sm text-muted">
          <Icon aria-hidden="true" className="size-[18px] shrink-0 text-text" strokeWidth={1.75} />
          {label}
        </li>
      ))}
    </ul>
  );
}
