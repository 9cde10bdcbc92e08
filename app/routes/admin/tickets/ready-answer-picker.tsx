import { useId } from 'react';
import { Form } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { inputClass } from '#app/ui/form/text-field.tsx';

export interface FilledAnswer {
  id: string;
  title: string;
  text: string;
}

/** Hands on the ready-made answer that is chosen. Without scripts the page comes back with it in the form. */
export function ReadyAnswerPicker({
  answers,
  onUse,
}: {
  answers: FilledAnswer[];
  onUse: (text: string) => void;
}) {
  const id = useId();
  if (answers.length === 0) return null;
  return (
    <Form
      method="get"
      className="mb-4 flex flex-col gap-1.5"
      onSubmit={(event) => {
        const chosen = new FormData(event.currentTarget).get('resposta');
        const answer = answers.find((each) => each.id === chosen);
        if (!answer) return;
        event.preventDefault();
        onUse(answer.text);
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        Resposta pronta
      </label>
      <div className="flex gap-2">
        <select id={id} name="resposta" className={`${inputClass} min-w-0`}>
          {answers.map((answer) => (
            <option key={answer.id} value={answer.id}>
              {answer.title}
            </option>
          ))}
        </select>
        <Button type="submit" variant="outline" className="shrink-0">
          Usar
        </Button>
      </div>
    </Form>
  );
}
