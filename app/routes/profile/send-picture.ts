/** XMLHttpRequest and not fetch: only it tells how much of an upload has left. */
export function sendPicture(
  kind: 'avatar' | 'capa',
  file: File,
  onProgress: (percent: number) => void,
): Promise<{ ok: true } | { ok: false; message: string }> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    const fail = () =>
      done({ ok: false, message: 'A loja não respondeu. Confira a conexão e tente de novo.' });
    request.open('POST', `/dashboard/perfil/imagem/${kind}`);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? Math.round((100 * loaded) / total) : 0),
    );
    request.addEventListener('error', fail);
    request.addEventListener('load', () => {
      if (request.status === 200) return done({ ok: true });
      const body = request.response as { error?: { message?: string } } | null;
      if (body?.error?.message) done({ ok: false, message: body.error.message });
      else fail();
    });
    const form = new FormData();
    form.set('picture', file);
    request.send(form);
  });
}
