import { useState, type CSSProperties, type ReactNode } from 'react';
import { BrandMark, BrandProvider, useBrand } from '#app/ui/frame/brand.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { Splash, type SplashSkin } from '#app/ui/skin/splash.tsx';
import {
  computeTheme,
  describeColorRefusal,
  refuseColor,
  type ColorRefusal,
} from '#shop/brand/compute-theme.ts';
import { OWN_LOOK, readLook, type LookSettings } from '#shop/brand/read-look.ts';
import { SETTING_WORDS } from '#shop/settings/setting-words.ts';
import type { Typed } from '#shop/chapters/typed-names.ts';

export type PreviewSkin = SplashSkin & { priceCents: number };

/** What the inputs say, as far as it can be shown: what cannot yet be read is Fulgor's. */
function lookOf(typed: Typed): LookSettings {
  const { brandColor = '', brandNeutral = '', brandTypeface = '', brandRadius = '' } = typed;
  const color = brandColor.trim().toLowerCase();
  const isOne = (options: object, value: string) => Object.hasOwn(options, value);
  return {
    ...OWN_LOOK,
    ...(/^#[\da-f]{6}$/.test(color) && { brandColor: color }),
    ...(isOne(SETTING_WORDS.brandNeutral.options, brandNeutral) && {
      brandNeutral: brandNeutral as LookSettings['brandNeutral'],
    }),
    ...(isOne(SETTING_WORDS.brandTypeface.options, brandTypeface) && {
      brandTypeface: brandTypeface as LookSettings['brandTypeface'],
    }),
    ...(/^\d{1,2}$/.test(brandRadius) && { brandRadius: Math.min(Number(brandRadius), 20) }),
  };
}

/** Five screens in the look that stands in the form, before anybody else sees it. `logo`: an address, or null. */
export function LookPreview({
  typed,
  logo,
  skins,
  formId,
}: {
  typed: Typed;
  logo: string | null;
  skins: readonly PreviewSkin[];
  formId: string;
}) {
  const look = lookOf(typed);
  const refusal = refuseColor(look.brandColor);
  // What nobody can read is shown as the nearest that can be read.
  const shown = { ...look, brandColor: refusal?.nearest ?? look.brandColor };
  const theme = computeTheme({ color: shown.brandColor, neutral: shown.brandNeutral });
  const style = {
    ...Object.fromEntries(Object.entries(theme).map(([name, color]) => [`--color-${name}`, color])),
    '--font-heading': 'var(--font-bricolage)',
    '--radius-control': '8px',
    '--radius-card': '10px',
    ...readLook(shown).style,
  } as CSSProperties;
  const brand = useBrand();
  return (
    <section aria-labelledby="preview-title" className="flex flex-col gap-4">
      <h3 id="preview-title" className="text-base font-semibold">
        Como fica
      </h3>
      {refusal && <Refusal refusal={refusal} formId={formId} />}
      <BrandProvider value={{ ...brand, logo }}>
        <div inert style={style} className="grid gap-4 text-text sm:grid-cols-2" aria-hidden="true">
          <StoreScreen skins={skins} />
          <SkinScreen skins={skins} />
          <PaymentScreen />
          <OrdersScreen />
          <MailScreen />
        </div>
      </BrandProvider>
    </section>
  );
}

function Refusal({ refusal, formId }: { refusal: ColorRefusal; formId: string }) {
  return (
    <div role="alert" className="rounded-card border border-danger/40 bg-surface p-4 text-sm">
      <p>{describeColorRefusal(refusal)}</p>
      <div className="mt-3 grid grid-cols-2 gap-3" aria-hidden="true">
        {[refusal.color, refusal.nearest].map((color) => (
          <svg key={color} viewBox="0 0 160 48" className="rounded-control">
            <rect width="160" height="48" fill={refusal.ground} />
            <text x="80" y="30" textAnchor="middle" fontSize="17" fontWeight="600" fill={color}>
              R$ 15,00
            </text>
          </svg>
        ))}
      </div>
      <Button
        type="submit"
        form={formId}
        name="nearest"
        value={refusal.nearest}
        variant="outline"
        className="mt-3"
      >
        Usar {refusal.nearest} e salvar
      </Button>
    </div>
  );
}

function StoreScreen({ skins }: { skins: readonly PreviewSkin[] }) {
  return (
    <Screen name="Loja">
      <Head />
      <div className="grid grid-cols-2 gap-2 p-3">
        {skins.slice(0, 2).map((skin) => (
          <div key={skin.sku} className="overflow-hidden rounded-card border border-line bg-surface">
            <span className="block aspect-video">
              <Splash skin={skin} sizes="160px" alt="" />
            </span>
            <span className="block p-2">
              <span className="line-clamp-2 min-h-[2lh] font-heading text-xs font-semibold">{skin.name}</span>
              <Price cents={skin.priceCents} className="text-xs font-semibold text-accent" />
            </span>
          </div>
        ))}
      </div>
    </Screen>
  );
}

function SkinScreen({ skins }: { skins: readonly PreviewSkin[] }) {
  return (
    <Screen name="Página da skin">
      {skins.slice(0, 1).map((skin) => (
        <div key={skin.sku}>
          <span className="block aspect-[2/1]">
            <Splash skin={skin} sizes="320px" alt="" />
          </span>
          <div className="p-3">
            <h4 className="font-heading text-base font-bold">{skin.name}</h4>
            <p className="text-xs text-muted">{skin.championName}</p>
            <Price cents={skin.priceCents} className="mt-1 block text-lg font-semibold text-accent" />
            <Button className="mt-2 w-full">Comprar agora</Button>
          </div>
        </div>
      ))}
    </Screen>
  );
}

function PaymentScreen() {
  return (
    <Screen name="Pagamento">
      <Head />
      <div className="flex flex-col gap-2.5 p-3">
        <h4 className="font-heading text-base font-bold">Pague com PIX</h4>
        <span className="rounded-control border border-line bg-raised px-3 py-2 text-xs break-all text-muted">
          00020126580014br.gov.bcb.pix0136…
        </span>
        <Button>Copiar código</Button>
        <p className="text-xs text-muted">
          Expira em <span className="text-accent tabular-nums">59:41</span>
        </p>
      </div>
    </Screen>
  );
}

function OrdersScreen() {
  return (
    <Screen name="Meus Pedidos">
      <div className="flex flex-col gap-2.5 p-3">
        <h4 className="font-heading text-base font-bold">Meus Pedidos</h4>
        <div className="rounded-card border border-line bg-surface p-3">
          <div className="flex flex-wrap gap-2">
            <Badge tone="ok">Recebido</Badge>
            <Badge tone="info">Aguardando Envio</Badge>
            <Badge tone="accent">Nova</Badge>
          </div>
          <p className="mt-2 text-xs text-muted">2 skins</p>
          <span className="mt-2 block text-xs text-info underline underline-offset-2">Ver recibo</span>
        </div>
      </div>
    </Screen>
  );
}

function MailScreen() {
  const { name, logo } = useBrand();
  return (
    <Screen name="E-mail">
      <div className="p-4" style={{ background: '#f1f2f5', color: '#14161f' }}>
        <p className="flex items-center gap-2 pb-3 text-base font-bold">
          {logo && <BrandMark className="h-7" />}
          {name}
        </p>
        <div className="bg-white p-4" style={{ border: '1px solid #dfe1e8', borderRadius: 10 }}>
          <p className="text-base font-bold">Pagamento confirmado</p>
          <span
            className="mt-3 inline-block bg-accent px-4 py-2 text-sm font-bold text-accent-ink"
            style={{ borderRadius: 8 }}
          >
            Ver meus pedidos
          </span>
        </div>
      </div>
    </Screen>
  );
}

function Head() {
  const { name } = useBrand();
  return (
    <span className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 font-heading text-sm font-bold">
      <BrandMark className="h-6" />
      {name}
    </span>
  );
}

function Screen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1.5 text-xs text-muted">{name}</figcaption>
      <div className="overflow-hidden rounded-card border border-line bg-ink">{children}</div>
    </figure>
  );
}

/** What stands in the form now, and the picture that was chosen there. Typed by hand, so it follows each key. */
export function useTypedLook(saved: Typed, savedLogo: string | null) {
  const [typed, setTyped] = useState<{ values: Typed; logo: string | null } | null>(null);
  return {
    values: typed?.values ?? saved,
    logo: typed ? typed.logo : savedLogo,
    follow(form: HTMLFormElement) {
      const values = new FormData(form);
      const file = values.get('brandLogo.file');
      const isNone = values.get('brandLogo.none') === 'on';
      setTyped({
        values: Object.fromEntries([...values].filter(([, value]) => typeof value === 'string')) as Typed,
        logo: file instanceof File && file.size > 0 ? URL.createObjectURL(file) : isNone ? null : savedLogo,
      });
    },
  };
}
