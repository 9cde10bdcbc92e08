const MEGABYTE = 1024 * 1024;

type UploadAnswer = { ok: true; body: unknown } | { ok: false; message: string };

/** Sends a file to the shop. A plain fetch does not say how far it is. */
export function uploadFile(
  file: File,
  {
    maxFileMb,
    onProgress,
    signal,
  }: { maxFileMb: number; onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = (message: string) => resolve({ ok: false, message });
    if (file.size > maxFileMb * MEGABYTE) return fail(`O arquivo passa de ${maxFileMb} MB.`);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => fail('Sem conexão com a loja.'));
    request.addEventListener('abort', () => fail('O envio foi cancelado.'));
    request.addEventListener('load', () => {
      const body = request.response as { error?: { message?: string } } | null;
      if (request.status === 200) return resolve({ ok: true, body });
      fail(body?.error?.message ?? 'O servidor não respondeu como esperado.');
    });
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.open('POST', '/api/admin/files');
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    request.send(form);
  });
}
