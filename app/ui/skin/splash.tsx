import { createContext, use, useState } from 'react';

/** What a picture needs to know of a skin. */
export interface SplashSkin {
  sku: string;
  championName: string;
  name: string;
  /** Path of the image route, without width. */
  splashPath: string;
  /** `#rrggbb` that stands in its place while it loads. */
  color: string | null;
  /** Staff's own picture, shown instead of the splash. Its host is not ours, so it can be gone at any time. */
  imageUrl?: string;
}

const RATIO = { width: 1215, height: 717 };

const Widths = createContext<readonly number[] | null>(null);

/** The widths that the image route keeps. They come from the server, which refuses any other. */
export const SplashWidths = Widths.Provider;

interface SplashProps {
  skin: Pick<SplashSkin, 'splashPath' | 'color' | 'name' | 'championName' | 'imageUrl'>;
  /** The `sizes` attribute: how wide the picture is shown at which viewport. */
  sizes: string;
  /** On the first screen: fetched at once and with priority. */
  eager?: boolean;
  /** Empty where the skin's name stands beside the picture anyway. */
  alt?: string;
  className?: string;
}

/** The picture of a skin: staff's own while it can be had, the splash otherwise. */
export function Splash(props: SplashProps) {
  const { imageUrl } = props.skin;
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (!imageUrl || imageUrl === failedUrl) return <SplashArt {...props} />;
  return <ProductPicture {...props} imageUrl={imageUrl} onFail={() => setFailedUrl(imageUrl)} />;
}

function ProductPicture({
  skin,
  imageUrl,
  onFail,
  eager = false,
  alt,
  className = '',
}: SplashProps & { imageUrl: string; onFail: () => void }) {
  return (
    <img
      {...RATIO}
      // It may have failed before there was anyone to hear of it.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) onFail();
      }}
      src={imageUrl}
      alt={alt ?? `${skin.name}, arte de ${skin.championName}`}
      referrerPolicy="no-referrer"
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding={eager ? 'sync' : 'async'}
      onError={onFail}
      className={`size-full object-cover text-xs text-muted ${skin.color ? '' : 'bg-raised'} ${className}`}
      style={skin.color ? { backgroundColor: skin.color } : undefined}
    />
  );
}

/** Splash art that keeps its box while loading: its own colour first, then the picture. */
function SplashArt({ skin, sizes, eager = false, alt, className = '' }: SplashProps) {
  const widths = use(Widths);
  if (!widths) throw new Error('Splash must be used within SplashWidths');
  return (
    <img
      {...RATIO}
      src={`${skin.splashPath}?w=${widths.find((width) => width >= 480)}`}
      srcSet={widths.map((width) => `${skin.splashPath}?w=${width} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt ?? `${skin.name}, arte de ${skin.championName}`}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding={eager ? 'sync' : 'async'}
      // A picture that the server does not have leaves its box, never a broken image.
      onError={(event) => event.currentTarget.style.setProperty('visibility', 'hidden')}
      className={`size-full object-cover object-[50%_22%] text-xs text-muted ${skin.color ? '' : 'bg-raised'} ${className}`}
      style={skin.color ? { backgroundColor: skin.color } : undefined}
    />
  );
}
