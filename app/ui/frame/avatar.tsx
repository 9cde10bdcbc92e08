import { useState } from 'react';

interface AvatarProps {
  /** Path of the picture; null where there is none. */
  picture: string | null;
  /** Display name or else e-mail: its first letter stands where no picture is. */
  name: string;
  /** Empty where the name stands beside it. */
  alt?: string;
  className?: string;
}

/** A person's picture in a circle, or the first letter of their name. */
export function Avatar({ picture, name, alt = '', className = 'size-8 text-sm' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const circle = `grid shrink-0 place-items-center overflow-hidden rounded-full ${className}`;
  if (!picture || picture === failed) {
    return (
      <span aria-hidden="true" className={`${circle} bg-line font-heading font-bold text-text uppercase`}>
        {firstLetter(name)}
      </span>
    );
  }
  return (
    <span className={`${circle} bg-raised`}>
      <img
        // It may have failed before there was anyone to hear of it.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setFailed(picture);
        }}
        src={picture}
        alt={alt}
        width={256}
        height={256}
        onError={() => setFailed(picture)}
        className="size-full object-cover"
      />
    </span>
  );
}

/** By code point: half of an emoji would be a box. */
function firstLetter(name: string): string {
  return [...name.trim()][0] ?? '?';
}
