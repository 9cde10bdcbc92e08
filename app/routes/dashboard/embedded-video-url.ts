/**
 * The player's address for a video's address, in the form that sets no cookies before it plays. Only hosts
 * that the Content-Security-Policy lets into a frame; null for any other, which would stay blank.
 */
export function embeddedVideoUrl(videoUrl: string | null): string | null {
  const url = videoUrl === null ? null : readUrl(videoUrl);
  if (!url || url.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id =
      url.searchParams.get('v') ?? /^\/(?:(?:embed|shorts|live)\/)?([\w-]{6,20})$/.exec(url.pathname)?.[1];
    return id && /^[\w-]{6,20}$/.test(id)
      ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
      : null;
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const id = /^\/(?:video\/)?(\d{5,15})/.exec(url.pathname)?.[1];
    return id ? `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1` : null;
  }
  return null;
}

/** `URL.parse` is younger than the phones of many. */
function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
