import { Heart } from 'lucide-react';
import { Button } from '#app/ui/form/button.tsx';
import { useMark } from '#app/ui/skin/marks.tsx';

/** The heart of the skin's page. Without scripts the form keeps the wish for whoever is signed in. */
export function WishForm({ skin }: { skin: { sku: string } }) {
  const { mark, toggle } = useMark(skin.sku);
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
        Lista de desejos
      </Button>
    </form>
  );
}
