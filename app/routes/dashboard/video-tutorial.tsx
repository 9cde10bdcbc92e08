import { Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

/** The page loads nothing from the video's host until the visitor starts the video. */
export function VideoTutorial({ url }: { url: string | null }) {
  const [playing, setPlaying] = useState(false);
  if (url === null) {
    return (
      <p className="mt-6 rounded-card border border-line bg-surface p-5 text-muted">
        O vídeo ainda não está disponível.{' '}
        <Link to="?" replace className="text-info underline underline-offset-2">
          Siga o tutorial escrito
        </Link>
        .
      </p>
    );
  }
  return (
    <div className="mt-6 aspect-video overflow-hidden rounded-card border border-line bg-surface">
      {playing ? (
        <iframe
          src={url}
          title="Tutorial em vídeo"
          allow="autoplay; fullscreen; picture-in-picture"
          // Another origin, so its scripts cannot lift the sandbox.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
          className="size-full"
        />
      ) : (
        <button
          type="button"
          onClick={() => setPlaying(true)}
          className="group flex size-full flex-col items-center justify-center gap-3"
        >
          <span className="grid size-16 place-items-center rounded-full bg-accent text-accent-ink transition-transform duration-150 ease-out group-hover:scale-105">
            <Play aria-hidden="true" className="size-7 translate-x-0.5" />
          </span>
          <span className="font-semibold">Assistir ao vídeo</span>
          <span className="text-xs text-muted">O vídeo abre de outro site.</span>
        </button>
      )}
    </div>
  );
}
