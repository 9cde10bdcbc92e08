import { expect, test } from 'vitest';
import { openPlace } from './open-place.ts';

test('a bucket that is misspelt is no folder', () => {
  for (const to of ['S3', 's3:', 's3://fulgor', 'S3:fulgor'])
    expect(() => openPlace({ dataDir: '/srv/loja', s3: null, backupTo: null }, to), to).toThrow(
      'escreva só s3',
    );
  expect(() => openPlace({ dataDir: '/srv/loja', s3: null, backupTo: null }, 's3-copias')).not.toThrow();
});
