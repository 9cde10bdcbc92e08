import { count } from '#shop/text/count.ts';
import type { Restored } from './restore-backup.ts';

/** What the owner reads after a restore. `hasSecret`: AUTH_SECRET is set. */
export function describeRestored(
  { backup, at, into, counts, files, bucket, heldKeys }: Restored,
  hasSecret: boolean,
): string {
  const lines = [
    `Restaurado ${backup} (loja como estava em ${at}) em ${into}: ${counts.orders} pedidos e ${files} arquivos, conferidos.`,
  ];
  if (heldKeys > 0)
    lines.push(
      `${count(heldKeys, 'chave do estoque espera: pode já ter sido vendida', 'chaves do estoque esperam: podem já ter sido vendidas')} depois do backup. Até alguém conferir e liberar em Chaves, no painel, a loja não ${heldKeys === 1 ? 'a' : 'as'} entrega.`,
    );
  if (bucket !== null) lines.push(`Os arquivos enviados não estavam no backup: são os do bucket ${bucket}.`);
  if (hasSecret)
    lines.push(
      'AUTH_SECRET está definida e vale no lugar do segredo do backup: confira que é a mesma de antes, ou retire-a.',
    );
  return lines.join('\n');
}
