export const STAR = 'M8 .9 10.2 5.5 15.2 6.1 11.5 9.6 12.5 14.6 8 12.1 3.5 14.6 4.5 9.6 .8 6.1 5.8 5.5Z';

/** Five stars, of which the nearest whole number is full; what they mean stands beside them in words. */
export function Stars({ stars = 5, className }: { stars?: number; className: string }) {
  return (
    <svg viewBox="0 0 92 16" aria-hidden="true" className={`w-auto shrink-0 fill-accent ${className}`}>
      {[0, 19, 38, 57, 76].map((x, position) => (
        <path
          key={x}
          d={STAR}
          transform={`translate(${x})`}
          {...(position >= Math.round(stars) && { className: 'fill-line' })}
        />
      ))}
    </svg>
  );
}
