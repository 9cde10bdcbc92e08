import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { sendPicture } from './send-picture.ts';

const TEXTS = {
  avatar: { label: 'Trocar avatar', done: 'Avatar atualizado!', failed: 'Erro ao atualizar avatar' },
  capa: { label: 'Trocar capa', done: 'Capa atualizada!', failed: 'Erro ao atualizar capa' },
};

const MAX_BYTES = 8 * 1024 * 1024;

export function PictureButton({ kind }: { kind: 'avatar' | 'capa' }) {
  const input = useRef<HTMLInputElement>(null);
  const { revalidate } = useRevalidator();
  const [percent, setPercent] = useState<number | null>(null);
  const { label, done, failed } = TEXTS[kind];

  async function upload(file: File): Promise<void> {
    setPercent(0);
    const answer =
      file.size > MAX_BYTES
        ? { ok: false as const, message: 'A imagem deve ter no máximo 8 MB.' }
        : await sendPicture(kind, file, setPercent);
    setPercent(null);
    if (answer.ok) {
      showToast({ title: done, tone: 'success', about: 'picture' });
      return revalidate();
    }
    console.error(failed, answer.message);
    showToast({ title: failed, description: answer.message, tone: 'danger', stays: true, about: 'picture' });
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void upload(file);
          // The same file chosen again is a new try.
          target.value = '';
        }}
      />
      <Button
        variant="outline"
        className="grow sm:grow-0"
        loading={percent !== null}
        loadingLabel={`Enviando ${percent ?? 0}%`}
        onClick={() => input.current?.click()}
      >
        <Camera aria-hidden="true" className="size-[18px] shrink-0" strokeWidth={1.75} />
        {label}
      </Button>
    </>
  );
}
