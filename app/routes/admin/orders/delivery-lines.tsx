import { formatDateTime } from '#shop/text/format-date.ts';
import { FoldedList } from '#app/ui/list/folded-list.tsx';
import type { DeliveryRecord } from '#shop/delivery/list-records.ts';

const WORDS: Record<DeliveryRecord['kind'], string> = {
  link_sent: 'Link enviado',
  page_opened: 'Página com o link aberta',
  downloaded: 'Baixado',
};

const WORDS_OF_KEY: typeof WORDS = {
  link_sent: 'Chave entregue',
  page_opened: 'Coleção com a chave aberta',
  downloaded: 'Chave vista',
};

/** What is known about the delivery, newest first; each line names its skin where there are several. */
export function DeliveryLines({
  records,
  items,
}: {
  records: DeliveryRecord[];
  items: { id: string; skinName: string; keyEnd: string | null }[];
}) {
  const isKey = ({ itemId }: DeliveryRecord) =>
    items.some(({ id, keyEnd }) => id === itemId && keyEnd !== null);
  return (
    <FoldedList limit={10} noun="registros" className="divide-y divide-line border-y border-line">
      {records.map((record) => (
        <li
          key={record.id}
          className="flex flex-col gap-x-4 gap-y-0.5 py-2.5 text-sm sm:flex-row sm:items-baseline"
        >
          <time
            dateTime={record.at.toISOString()}
            className="shrink-0 text-xs whitespace-nowrap text-muted tabular-nums sm:w-32"
          >
            {formatDateTime(record.at)}
          </time>
          <span className="min-w-0 grow break-words">
            <span className="font-medium">{(isKey(record) ? WORDS_OF_KEY : WORDS)[record.kind]}</span>
            {items.length > 1 && (
              <span className="text-muted"> {items.find(({ id }) => id === record.itemId)?.skinName}</span>
            )}
          </span>
          {record.network && (
            <span className="shrink-0 text-xs text-muted tabular-nums">
              {record.device ?? 'Aparelho desconhecido'} · {record.network}
            </span>
          )}
        </li>
      ))}
    </FoldedList>
  );
}
