import { UserRound } from 'lucide-react';
import { PictureButton } from './picture-button.tsx';

/** Cover and avatar as they are, each with its button. */
export function ProfilePictures({ avatar, cover }: { avatar: string | null; cover: string | null }) {
  return (
    <section
      aria-label="Capa e avatar"
      className="overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="aspect-[3/1] bg-raised">
        {cover && (
          <img src={cover} alt="Sua capa" width={1200} height={400} className="size-full object-cover" />
        )}
      </div>
      <div className="flex flex-wrap items-end gap-3 p-4 sm:px-6">
        <div className="-mt-12 grid size-20 place-items-center overflow-hidden rounded-full border-4 border-surface bg-raised sm:-mt-16 sm:size-28">
          {avatar ? (
            <img src={avatar} alt="Seu avatar" width={256} height={256} className="size-full object-cover" />
          ) : (
            <UserRound aria-hidden="true" className="size-8 text-muted" strokeWidth={1.75} />
          )}
        </div>
        <div className="flex grow flex-wrap gap-2 sm:justify-end">
          <PictureButton kind="avatar" />
          <PictureButton kind="capa" />
        </div>
        <p className="w-full text-xs text-muted">JPEG, PNG ou WebP de até 8 MB.</p>
      </div>
    </section>
  );
}
