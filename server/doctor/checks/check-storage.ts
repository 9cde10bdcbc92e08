import { randomUUID } from 'node:crypto';
import { createS3Files } from '../../storage/s3-files.ts';
import { broken, ok, type Check } from '../check.ts';

const PATIENCE_MS = 8_000;

/** Writes, reads and deletes a small file in the bucket. */
export const checkStorage: Check = {
  name: 'storage',
  title: 'Arquivos',
  async examine({ env: { s3 } }) {
    if (s3 === null) return ok('Os arquivos ficam em DATA_DIR/files.');
    const files = createS3Files(s3, PATIENCE_MS);
    const key = `check/${randomUUID()}`;
    const content = Buffer.from('fulgor');
    const steps: [right: string, take: () => Promise<unknown>][] = [
      ['gravar', () => files.write(key, content)],
      [
        'ler',
        async () => {
          if (!(await files.read(key))?.equals(content))
            throw new Error('o que se leu não é o que se gravou');
        },
      ],
      ['apagar', () => files.remove(key)],
    ];
    for (const [right, take] of steps) {
      try {
        await take();
      } catch (error) {
        const said = /HTTP .*$/.exec((error as Error).message)?.[0];
        return broken(
          said
            ? `O armazenamento não deixa ${right} no bucket ${s3.bucket} (${said}).`
            : `O armazenamento não responde ao ${right} (${s3.endpoint}).`,
          said
            ? 'Dê à chave os direitos de listar, ler, gravar e apagar nesse bucket; confira também S3_REGION e S3_SECRET_ACCESS_KEY.'
            : 'Veja se o serviço está no ar e se S3_ENDPOINT está certo.',
        );
      }
    }
    return ok(`A loja grava, lê e apaga no bucket ${s3.bucket}.`);
  },
};
