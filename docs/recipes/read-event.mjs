/**
 * Confere um aviso da loja (Standard Webhooks), com o que Node, Deno e os Workers já têm. Devolve o aviso com seu número,
 * ou null: não é da loja, foi mudado no caminho ou é velho. O mesmo número pode vir duas vezes; guarde os que já viu.
 */
export async function readEvent(request, secret) {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => request.headers.get(`webhook-${name}`) ?? '',
  );
  const body = await request.text();
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return null;
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.slice('whsec_'.length)), hash, false, [
    'verify',
  ]);
  const text = new TextEncoder().encode(`${id}.${at}.${body}`);
  for (const signature of signatures.split(' '))
    if (
      signature.startsWith('v1,') &&
      (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), text))
    )
      return { id, ...JSON.parse(body) };
  return null;
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0));
