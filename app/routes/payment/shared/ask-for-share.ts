/** Asks the shop for the address of an order, or takes it back. A sentence says why it could not. */
export async function askForShare(
  orderId: string,
  method: 'POST' | 'DELETE',
): Promise<{ ok: true; url: string | null } | { ok: false; message: string }> {
  try {
    const response = await fetch(`/api/orders/${orderId}/share`, {
      method,
      headers: { Accept: 'application/json' },
    });
    if (response.ok) return { ok: true, ...((await response.json()) as { url: string | null }) };
    const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
    return { ok: false, message: error?.message ?? 'Tente de novo em instantes.' };
  } catch {
    return { ok: false, message: 'Sem conexão com a loja. Tente de novo em instantes.' };
  }
}
