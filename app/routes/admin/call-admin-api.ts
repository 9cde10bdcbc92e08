export type AdminAnswer =
  | { ok: true; body: unknown }
  /** `status` 0: no answer arrived. `fields`: a sentence per order item. */
  | { ok: false; status: number; message: string; fields: Record<string, string> };

/**
 * A plain fetch instead of a router submission: with that, a network error would replace the screen and everything
 * typed with an error page.
 */
export async function callAdminApi(
  path: string,
  body: unknown,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
  /** Identifies one press of a button, which the shop carries out once. */
  idempotencyKey?: string,
  /** It is carried out also when the page is closed meanwhile. A browser takes few bytes for such a call. */
  outlivesPage = false,
): Promise<AdminAnswer> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
      keepalive: outlivesPage,
    });
    if (response.ok) return { ok: true, body: (await response.json().catch(() => null)) as unknown };
    const { error } = (await response.json().catch(() => ({}))) as {
      error?: { message?: string; fields?: Record<string, string> };
    };
    return {
      ok: false,
      status: response.status,
      message: error?.message ?? 'O servidor não respondeu como esperado.',
      fields: error?.fields ?? {},
    };
  } catch {
    return { ok: false, status: 0, message: 'Sem conexão com a loja.', fields: {} };
  }
}
