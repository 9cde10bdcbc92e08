import { Avatar } from '#app/ui/frame/avatar.tsx';
import { PictureButton } from './picture-button.tsx';

/** Cover and avatar as they are, each with its button. */
export function ProfilePictures({
  name,
  avatar,
  cover,
}: {
  /** Display name or else e-mail. */
  name: string;
  avatar: string | null;
  cover: string | null;
}) {
  return (
    <section
      aria-label="Capa e avatar"
      className="overflow-hidden rounded-card border border-line bg-surface"
    >
      {cover ? (
        <div className="aspect-[3/1] bg-raised">
          <img src={cover} alt="Sua capa" width={1200} height={400} className="size-full object-cover" />
        </div>
      ) : (
        <p className="grid h-28 place-items-center bg-raised pb-6 text-xs text-muted sm:h-36">
          Sua capa aparece aqui
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3 p-4 sm:px-6">
        <Avatar
          picture={avatar}
          name={name}
          alt="Seu avatar"
          className="-mt-12 size-20 border-4 border-surface text-xl sm:-mt-16 sm:size-28 sm:text-2xl"
        />
        <div className="flex grow flex-wrap gap-2 sm:justify-end">
          <PictureButton kind="avatar" />
          <PictureButton kind="capa" />
        </div>
        <p className="w-full text-xs text-muted">JPEG, PNG ou WebP de até 8 MB.</p>
      </div>
    </section>
  );
}
