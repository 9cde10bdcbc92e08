import { expect, test } from 'vitest';
import { CLERK, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import AdminAttention from '../desk/attention.tsx';
import AdminMessages from '../people/messages.tsx';
import AdminReviews from '../reviews/reviews.tsx';

const NOTHING = {
  differences: [],
  entries: [],
  givenUp: [],
  failing: [],
  broken: [],
  withheld: [],
  hidden: {},
  unread: [],
  off: [],
  disputes: [],
  backup: null,
};

/** On a phone the navigation says only 'Mais'. */
test.each([
  ['Atenção', AdminAttention, { ...NOTHING, nextPage: null }],
  ['Mensagens', AdminMessages, { entries: [], nextPage: null }],
  ['Avaliações', AdminReviews, { entries: [], nextPage: null, isHidden: false }],
])('a clerk reads which screen this is: %s', (name, Screen, loaderData) => {
  const html = renderScreen(screenOf(Screen, { loaderData }), { session: CLERK, path: '/admin' });
  expect(html.match(/<h2[^>]*>[^<]*/g)?.map((tag) => tag.replace(/<h2[^>]*>/, ''))).toEqual([name]);
});
