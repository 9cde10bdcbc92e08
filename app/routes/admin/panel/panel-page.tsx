import { useId, type ReactNode } from 'react';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';

type Read<Loaded> = Exclude<Loaded, { failure: unknown }>;

/**
 * A screen of the panel: its name, what can be done here, what it is for, and what was read. Where nothing could be
 * read it says so.
 */
export function PanelPage<Loaded extends object>({
  title,
  end,
  about,
  tools,
  width = 'max-w-[960px]',
  loaded,
  children,
}: {
  title: string;
  end?: ReactNode;
  about?: string;
  /** Above what was read, and also where nothing could be read. */
  tools?: ReactNode;
  width?: string;
  loaded: Loaded;
  children: (read: Read<Loaded>) => ReactNode;
}) {
  const id = useId();
  const failure = 'failure' in loaded ? (loaded.failure as ScreenFailure) : null;
  return (
    <section aria-labelledby={id} className={`pt-5 ${width}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {end}
      </div>
      {about && <p className="mt-1 mb-4 max-w-[68ch] text-sm text-muted">{about}</p>}
      {tools}
      {failure ? <LoadFailure {...failure} /> : children(loaded as Read<Loaded>)}
    </section>
  );
}
