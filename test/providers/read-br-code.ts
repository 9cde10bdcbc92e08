export interface BrCode {
  /** Top-level objects by their two-digit id, in the order they stand. */
  objects: Map<string, string>;
  /** The Merchant Account Information template (id 26): 00 name, 01 key or 25 url, 02 text. */
  account: Map<string, string>;
  amountCents: number | null;
  txid: string | null;
}

/**
 * Reads a "Pix copia e cola" code without the library that writes ours, so that a bug there cannot vouch
 * for itself. Throws where a bank app would refuse the code.
 * Source: EMV QR Code Merchant-Presented Mode; bacen/pix-api issue 189.
 */
export function readBrCode(code: string): BrCode {
  if (code.length > 512) throw new Error(`BR Code of ${code.length} characters, more than 512`);
  const bytes = new TextEncoder().encode(code);
  const declared = code.slice(-4);
  const computed = crc16(bytes.subarray(0, -4)).toString(16).toUpperCase().padStart(4, '0');
  if (declared !== computed) throw new Error(`BR Code ends in ${declared}, its CRC is ${computed}`);

  const objects = readObjects(code);
  const expected = { '00': '01', '52': '0000', '53': '986', '58': 'BR', '63': declared };
  for (const [id, value] of Object.entries(expected)) {
    if (objects.get(id) !== value)
      throw new Error(`BR Code object ${id} is ${objects.get(id)}, not ${value}`);
  }
  const account = readObjects(objects.get('26') ?? '');
  if (account.get('00')?.toLowerCase() !== 'br.gov.bcb.pix') throw new Error('BR Code names no Pix account');
  if (account.has('01') === account.has('25')) throw new Error('BR Code needs either a key or a url');
  atMost('59', objects.get('59'), 25);
  atMost('60', objects.get('60'), 15);
  const txid = readObjects(objects.get('62') ?? '').get('05');
  atMost('62.05', txid, 25);

  const amount = objects.get('54');
  if (amount !== undefined && !/^\d{1,10}\.\d{2}$/.test(amount)) throw new Error(`BR Code amount ${amount}`);
  return {
    objects,
    account,
    amountCents: amount === undefined ? null : Number(amount.replace('.', '')),
    txid: txid === undefined || txid === '***' ? null : txid,
  };
}

function readObjects(text: string): Map<string, string> {
  const objects = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const [, id, length] = /^(\d{2})(\d{2})/.exec(text.slice(at)) ?? [];
    if (!id || !length) throw new Error(`BR Code broken at "${text.slice(at, at + 8)}"`);
    const end = at + 4 + Number(length);
    if (end > text.length) throw new Error(`BR Code object ${id} is longer than its template`);
    objects.set(id, text.slice(at + 4, end));
    at = end;
  }
  return objects;
}

function atMost(id: string, value: string | undefined, length: number): void {
  if (!value || value.length > length)
    throw new Error(`BR Code object ${id} needs 1 to ${length} characters`);
}

/** CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, nothing reflected. "123456789" gives 29B1. */
function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
