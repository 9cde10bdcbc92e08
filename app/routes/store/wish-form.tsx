import { Heart } from 'lucide-react';
import { Link } from 'react-router';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { Button } from '#app/ui/form/button.tsx';
import { useSession } from '#app/ui/frame/session.tsx';
import { useMark } from '#app/ui/skin/marks.tsx';

/**
 * The heart of the skin's page. `news`: it has no file, or no key left, and whoever wishes for it is told by mail when that
 * comes, because it comes at all or because it is delivered at once from then on. Without scripts the form keeps the wish
 * for whoever is signed in.
 */
export function WishForm({ skin, news }: { skin: { sku: string }; news: 'arrival' | 'at_once' | null }) {
  const { mark, toggle } = useMark(skin.sku);
  const session = useSession();
  const isWished = mark === 'wished';
  return (
    <form
      method="post"
      action="/dashboard/desejos"
      className="grid sm:col-span-2 lg:col-span-1"
      onSubmit={(event) => {
        event.preventDefault();
        void toggle();
      }}
    >
      <input type="hidden" name="sku" value={skin.sku} />
      <Button
        type="submit"
        variant="ghost"
        name="do"
        value="add"
        aria-pressed={mark === undefined ? undefined : isWished}
        className={isWished ? 'text-accent!' : ''}
      >
        <Heart
          aria-hidden="true"
          className={`size-[18px] ${isWished ? 'fill-current' : ''}`}
          strokeWidth={1.75}
        />
        {news === 'arrival' ? 'Avise-me quando chegar' : 'Lista de desejos'}
        {news === 'arrival' && <span className="sr-only"> (lista de desejos)</span>}
        {news === 'at_once' && <span className="sr-only">: avise-me quando tiver entrega na hora</span>}
      </Button>
      {news === 'arrival' && (
        <p className="text-center text-xs text-muted">
          {session ? (
            'Um aviso, uma vez só, no e-mail confirmado da sua conta.'
          ) : (
            <>
              <Link
                to={`/auth?${new URLSearchParams({ voltar: skinPath(skin) })}`}
                className="text-info underline underline-offset-2 hover:text-text"
              >
                Entre na sua conta
              </Link>{' '}
              para receber o aviso.
            </>
          )}
        </p>
      )}
    </form>
  );
}
