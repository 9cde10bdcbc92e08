import { expect, test } from 'vitest';
import { embeddedVideoUrl } from './embedded-video-url.ts';

const youtube = 'https://www.youtube-nocookie.com/embed/abc_DEF-123?autoplay=1&rel=0';

test.each([
  ['https://www.youtube.com/watch?v=abc_DEF-123&t=5', youtube],
  ['https://youtu.be/abc_DEF-123', youtube],
  ['https://m.youtube.com/shorts/abc_DEF-123', youtube],
  ['https://www.youtube-nocookie.com/embed/abc_DEF-123', youtube],
  ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1'],
  ['https://player.vimeo.com/video/123456789', 'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1'],
  ['https://www.youtube.com/', null],
  ['https://youtube.com.mal.exemplo/watch?v=abc_DEF-123', null],
  ['https://exemplo.com/video.mp4', null],
  ['javascript:alert(1)', null],
  ['not a link', null],
  [null, null],
])('%s plays as %s', (url, player) => {
  expect(embeddedVideoUrl(url)).toBe(player);
});
