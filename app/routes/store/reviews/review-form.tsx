import { FailureNote } from '#app/ui/feedback/failure-note.tsx';
import { Button } from '#app/ui/form/button.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { STAR } from '#app/ui/skin/stars.tsx';
import { MOST_STARS, REVIEW_TEXT_MAX } from '#shop/reviews/review-limits.ts';
import type { ShownReviews } from './load-reviews.ts';
import { countStars } from './rating-words.ts';

const DONE = { salva: 'Avaliação salva. Obrigado!', apagada: 'Avaliação apagada.' };

/** A plain form of the browser: it posts the page, with scripts and without. */
export function ReviewForm({
  skin,
  own: { review, name, done },
  answer,
}: {
  skin: { sku: string };
  own: NonNullable<ShownReviews['own']>;
  answer: FormAnswer | undefined;
}) {
  const { stars: chosen, text = review?.text } = answer?.typed ?? {};
  const shownStars = answer ? Number(chosen) : review?.stars;
  const [refusal = answer?.message ?? ''] = Object.values(answer?.fields ?? {});
  return (
    <form
      method="post"
      action={`${skinPath(skin)}#avaliacoes`}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <h3 className="text-base">{review ? 'Sua avaliação' : 'Você tem esta skin: o que achou?'}</h3>
      <input type="hidden" name="sku" value={skin.sku} />
      <FailureNote failure={answer && { title: 'Avaliação não salva', description: refusal }} />
      {done && !answer && (
        <p role="status" className="rounded-control border border-ok/40 bg-ok/10 px-3.5 py-3 text-sm">
          {DONE[done]}
        </p>
      )}
      {review?.hiddenReason && (
        <p className="rounded-control border border-danger/40 bg-danger/10 px-3.5 py-3 text-sm [overflow-wrap:anywhere]">
          <strong className="block font-semibold">Só você vê esta avaliação</strong>A equipe a ocultou.
          Motivo: {review.hiddenReason}
        </p>
      )}
      <fieldset>
        <legend className="text-sm font-medium">Sua nota</legend>
        <div className="-ml-2 flex">
          {Array.from({ length: MOST_STARS }, (_, index) => index + 1).map((stars) => (
            <label
              key={stars}
              className="relative grid size-11 place-items-center text-muted/60 has-checked:text-accent [&:has(~_label_:checked)]:text-accent"
            >
              <input
                type="radio"
                name="stars"
                value={stars}
                required
                defaultChecked={shownStars === stars}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control forced-colors:appearance-auto"
              />
              <svg viewBox="0 0 16 16" aria-hidden="true" className="size-7 fill-current">
                <path d={STAR} />
              </svg>
              <span className="sr-only">{countStars(stars)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label="Comentário (opcional)"
        name="text"
        rows={3}
        maxLength={REVIEW_TEXT_MAX}
        defaultValue={text}
      />
      <p className="text-xs text-muted">
        Aparece na loja para todos, com o nome {name} e a data. Até {REVIEW_TEXT_MAX} caracteres.
      </p>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Button type="submit" name="do" value="reviews.save">
          {review ? 'Salvar mudanças' : 'Publicar avaliação'}
        </Button>
        {review && (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center px-2 text-sm text-muted underline underline-offset-2 hover:text-text">
              Apagar avaliação
            </summary>
            <Button type="submit" variant="danger" name="do" value="reviews.delete" formNoValidate>
              Apagar de vez
            </Button>
          </details>
        )}
      </div>
    </form>
  );
}
