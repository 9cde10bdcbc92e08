import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world.ts';

export interface ShopAnswer {
  status: number;
  body: unknown;
}

export interface ShopRequest {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

let visitors = 0;

/** One request to whichever process serves. null: nobody answered, and nobody knows what became of it. */
export async function askShop(world: World, request: ShopRequest): Promise<ShopAnswer | null> {
  const shop = world.anyShop();
  if (!shop) {
    await sleep(15);
    return null;
  }
  try {
    const response = await fetch(`${shop.url}${request.path}`, {
      method: request.method ?? (request.json || request.form ? 'POST' : 'GET'),
      headers: {
        origin: shop.url,
        // Each request is a visitor of its own to limits by address.
        'x-forwarded-for': `203.0.${(++visitors >> 8) % 250}.${visitors % 250}`,
        ...(request.cookie === undefined ? {} : { cookie: request.cookie }),
        ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
      ...(request.form === undefined ? {} : { body: new URLSearchParams(request.form) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  } catch {
    await sleep(10);
    return null;
  }
}

/** Asks again while nobody answers or the shop says that it cannot at this moment. null: it never could. */
export async function insist(world: World, request: () => ShopRequest): Promise<ShopAnswer | null> {
  let answered = 0;
  while (!world.isOver()) {
    const answer = await askShop(world, request());
    if (answer && answer.status < 500) return answer;
    // A shop that is up and cannot: a gateway that fails. Nobody tries that a hundred times.
    if (answer && ++answered >= 25) return null;
    if (answer) await sleep(20);
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
