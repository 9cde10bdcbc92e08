import type { encode as Encode } from 'uqr';

const QUIET_ZONE_MODULES = 4;

/** Black on white with its quiet zone. */
export function QrCode({ encode, text, label }: { encode: typeof Encode; text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE_MODULES, ecc: 'M' });
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-full">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={drawModules(data)} />
    </svg>
  );
}

/** One path of horizontal runs: a tenth of the elements, and no hairlines between modules. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let end = x;
      while (row[end + 1]) end++;
      path += `M${x} ${y}h${end - x + 1}v1H${x}z`;
      x = end;
    }
  });
  return path;
}
