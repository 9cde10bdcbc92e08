import { ImageOff, Link2, Trash2 } from 'lucide-react';
import { Badge } from '#app/ui/list/badge.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { Price } from '#app/ui/skin/price.tsx';
import { Splash } from '#app/ui/skin/splash.tsx';
import type { ShownProduct } from './shown-product.ts';

export function ProductCard({
  product,
  onEdit,
  onDelete,
}: {
  product: ShownProduct;
  onEdit: () => void;
  onDelete: () => void;
}) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <div className="relative grid aspect-video place-items-center overflow-hidden bg-raised text-muted">
        <Picture product={product} />
        {!product.isActive && (
          <span className="absolute top-2 left-2">
            <Badge>Inativo</Badge>
          </span>
        )}
      </div>
      <div className="flex grow flex-col p-4">
        <h3 className="line-clamp-3 font-heading text-base leading-snug font-semibold break-words">
          {product.name}
        </h3>
        {product.champion && <p className="mt-0.5 truncate text-xs text-muted">{product.champion}</p>}
        {product.description && (
          <p className="mt-2 line-clamp-2 text-sm break-words text-muted">{product.description}</p>
        )}
        {product.skin && (
          <p className="mt-2 flex items-start gap-1.5 text-xs text-muted">
            <Link2 aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0 break-words">
              {product.skin.name} - {product.skin.championName}
              {product.isActive && product.downloadUrl && (
                <span className="block text-ok">Entrega automática</span>
              )}
            </span>
          </p>
        )}
        <p className="mt-3 flex items-baseline justify-between gap-3">
          <Price cents={product.priceCents} className="font-semibold text-accent" />
          <span className="text-xs text-muted tabular-nums">Estoque: {groupThousands(product.stock)}</span>
        </p>
        <div className="mt-auto flex gap-2 pt-3 *:first:grow">
          <OpenButton variant="outline" className="w-full" name="produto" value={product.id} onOpen={onEdit}>
            Editar
            <span className="sr-only"> {product.name}</span>
          </OpenButton>
          <OpenButton
            variant="danger"
            className="w-11 shrink-0 px-0!"
            aria-label={`Excluir ${product.name}`}
            name="excluir"
            value={product.id}
            onOpen={onDelete}
          >
            <Trash2 aria-hidden="true" className="size-[18px]" />
          </OpenButton>
        </div>
      </div>
    </article>
  );
}

/** The product's own picture, or else the art of its skin. */
function Picture({ product: { skin, imageUrl } }: { product: ShownProduct }) {
  if (skin) {
    // An inactive product's picture is not in the catalogue, but it is what this product would show.
    const { imageUrl: _inCatalog, ...art } = skin;
    return (
      <Splash
        skin={imageUrl ? { ...art, imageUrl } : art}
        alt=""
        sizes="(min-width: 1280px) 380px, (min-width: 640px) 48vw, 92vw"
        className="absolute inset-0"
      />
    );
  }
  return (
    <>
      <ImageOff aria-hidden="true" className="size-7" strokeWidth={1.5} />
      {imageUrl && (
        <img
          key={imageUrl}
          src={imageUrl}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) hide(image);
          }}
          onError={(event) => hide(event.currentTarget)}
          className="absolute inset-0 size-full bg-raised object-cover"
        />
      )}
    </>
  );
}

function hide(image: HTMLImageElement): void {
  image.style.setProperty('visibility', 'hidden');
}
