import { FileText, Play, type LucideIcon } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/how-to-use';
import { embeddedVideoUrl } from './embedded-video-url.ts';
import { requireSession } from './require-session.ts';
import { VideoTutorial } from './video-tutorial.tsx';
import { WrittenTutorial } from './written-tutorial.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Como Utilizar');

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireSession(context, url);
  return { videoUrl: embeddedVideoUrl(getShop(context).settings.tutorialVideoUrl) };
}

/** Two tabs that are links: the address remembers which, and they work before scripts arrive. */
export default function HowToUse({ loaderData }: Route.ComponentProps) {
  const isVideo = useSearchParams()[0].get('formato') === 'video';
  return (
    <div className="max-w-[760px]">
      <h1 className="text-xl sm:text-2xl">Como Utilizar</h1>
      <p className="mt-1 text-muted">Escolha o formato de tutorial que preferir</p>
      <nav aria-label="Formato do tutorial" className="mt-6 flex gap-1 border-b border-line">
        <FormatTab to="?" label="Tutorial escrito" icon={FileText} isHere={!isVideo} />
        <FormatTab to="?formato=video" label="Tutorial em vídeo" icon={Play} isHere={isVideo} />
      </nav>
      {isVideo ? <VideoTutorial url={loaderData.videoUrl} /> : <WrittenTutorial />}
    </div>
  );
}

function FormatTab({
  to,
  label,
  icon: Icon,
  isHere,
}: {
  to: string;
  label: string;
  icon: LucideIcon;
  isHere: boolean;
}) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={isHere ? 'page' : undefined}
      className={`-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm font-medium sm:px-4 ${isHere ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-text'}`}
    >
      <Icon aria-hidden="true" className="hidden size-[18px] shrink-0 sm:block" strokeWidth={1.75} />
      {label}
    </Link>
  );
}
