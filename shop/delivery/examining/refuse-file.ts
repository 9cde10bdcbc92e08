import type { Executor } from '#db/client.server.ts';
import type { KnownFile } from '#shop/delivery/files/stored-file.ts';

/** Why staff may not send this file for the skin, in a sentence; null: they may. A person who has looked at it says so first. */
export async function refuseFile(
  executor: Executor,
  sku: string,
  { id, verdict, reasons }: KnownFile,
): Promise<string | null> {
  if (verdict !== 'suspicious' && verdict !== null) return null;
  const accepted = await executor
    .selectFrom('skin_files')
    .select('id')
    .where((eb) => eb.and({ sku, file_id: id }))
    .where('accepted_at', 'is not', null)
    .executeTakeFirst();
  if (accepted) return null;
  if (reasons.length === 0) return 'A loja ainda está olhando este arquivo. Tente de novo em instantes.';
  return `${reasons.join(' ')} Guarde-o na skin, em Arquivos, olhe o que há nele e aceite, ou envie outro.`;
}
