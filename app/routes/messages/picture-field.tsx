import { TextField } from '#app/ui/form/text-field.tsx';

export function PictureField() {
  return (
    <TextField
      label="Imagem (opcional)"
      hint="Um print do problema ajuda: JPEG, PNG ou WebP, até 8 MB. Só você e a equipe a veem."
      name="picture"
      type="file"
      className="[&_input]:py-2 [&_input]:file:mr-3 [&_input]:file:font-semibold"
      accept="image/jpeg,image/png,image/webp"
    />
  );
}

/** It was sent, but not as a whole. */
export function Notice({ text }: { text: string | undefined }) {
  return (
    <p
      role="status"
      className="rounded-control border border-info/40 bg-info/10 px-3.5 py-3 text-sm empty:hidden"
    >
      {text}
    </p>
  );
}
