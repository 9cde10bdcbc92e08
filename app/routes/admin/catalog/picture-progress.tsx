import { ProgressBar } from './progress-bar.tsx';
import { groupThousands } from '#shop/text/group-thousands.ts';
import type { PictureProgress as Progress } from '#shop/media/picture-record.ts';

const ON_DEMAND = 'são feitas na hora, quando alguém abre a página';
const FINISHED = `Todas prontas: as listas de skins não esperam por nenhuma imagem. As maiores ${ON_DEMAND}.`;
const OFF = `A preparação está desligada (PREPARE_PICTURES=0). As imagens que faltam ${ON_DEMAND}.`;
const SOURCE_SILENT =
  'A fonte das imagens não está respondendo. A loja tenta de novo sozinha e continua de onde parou.';
const AT_WORK = `A loja prepara as imagens das listas enquanto a máquina está livre. As que faltam ${ON_DEMAND}.`;

/** How far the encoding ahead is; nothing to do for staff, so it offers nothing. */
export function PictureProgress({
  done,
  total,
  missing,
  bytes,
  pausedBy,
  isOff,
}: Progress & { isOff: boolean }) {
  const isFinished = done >= total;
  return (
    <section aria-labelledby="pictures-title" className="mt-6 text-sm">
      <h3 id="pictures-title" className="font-semibold">
        Imagens
      </h3>
      <p className="mt-1 tabular-nums">
        Imagens preparadas: {groupThousands(done)} de {groupThousands(total)}
        {bytes > 0 && ` (${formatMegabytes(bytes)} em disco)`}
      </p>
      {!isFinished && <ProgressBar name="Imagens preparadas" done={done} total={total} />}
      <p className="mt-2 text-muted">
        {isFinished ? FINISHED : isOff ? OFF : pausedBy === 'source_silent' ? SOURCE_SILENT : AT_WORK}
      </p>
      {missing > 0 && (
        <p className="mt-1 text-muted">
          {missing === 1
            ? 'Uma skin não tem imagem na fonte e aparece com uma arte da própria loja.'
            : `${groupThousands(missing)} skins não têm imagem na fonte e aparecem com uma arte da própria loja.`}
        </p>
      )}
    </section>
  );
}

function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return `${megabytes.toLocaleString('pt-BR', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`;
}
