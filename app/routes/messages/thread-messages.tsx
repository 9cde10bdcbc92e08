import { formatDateTime } from '#shop/text/format-date.ts';

export interface ShownReply {
  id: string;
  /** Who wrote it, as this reader may know them. */
  author: string;
  /** Of the reader's side. */
  isMine: boolean;
  text: string;
  hasPicture: boolean;
  createdAt: Date;
}

/** A thread, oldest first. */
export function ThreadMessages({ replies }: { replies: ShownReply[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {replies.map(({ id, author, isMine, text, hasPicture, createdAt }) => (
        <li
          key={id}
          className={`rounded-card border border-line p-4 ${isMine ? 'bg-raised sm:ml-10' : 'bg-surface sm:mr-10'}`}
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-muted">
            <span className="font-semibold break-words text-text">{author}</span>
            <time dateTime={createdAt.toISOString()} className="tabular-nums">
              {formatDateTime(createdAt)}
            </time>
          </p>
          <p className="mt-2 max-w-[68ch] [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</p>
          {hasPicture && (
            <a
              href={`/dashboard/suporte/imagem/${id}`}
              target="_blank"
              rel="noopener noreferrer"
              className="mt-3 block h-44 w-full max-w-72 overflow-hidden rounded-control border border-line bg-ink hover:border-muted/50"
            >
              <img
                src={`/dashboard/suporte/imagem/${id}`}
                alt={`Imagem enviada por ${author} (abre em nova aba)`}
                loading="lazy"
                className="size-full object-contain text-xs text-muted"
              />
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
