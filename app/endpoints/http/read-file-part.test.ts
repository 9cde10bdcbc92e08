import { expect, test } from 'vitest';
import { readFilePart } from './read-file-part.ts';

test.each([`boundary=${'a'.repeat(300)}`, 'x-boundary=a', 'boundary='])(
  'a body whose parts nobody can tell apart (%s) has no file',
  async (said) => {
    const headers = { 'content-type': `multipart/form-data; ${said}` };
    const request = new Request('http://localhost/', { method: 'POST', headers, body: '--a--' });
    expect(await readFilePart(request, 'file', async () => 'taken')).toBeNull();
  },
);
