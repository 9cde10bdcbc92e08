import { expect, test } from 'vitest';
import { readScreen, renderScreen } from '#test/visitor/render-screen.tsx';
import { ChooseInstead } from './choose-instead.tsx';

const skin = {
  key: 'Aurea_3',
  name: 'Áurea do Eclipse',
  championName: 'Áurea',
  splashPath: '/img/Aurea_3',
};
const choose = (chosenKey: string | null) => (
  <ChooseInstead query="eclipse" skins={[skin as never]} chosenKey={chosenKey} skinName="Lux" />
);

// Who speaks to a machine says what is written on the button.
test('the name of each button begins with what it shows, and goes on with its skin', () => {
  expect(renderScreen(choose(null))).toMatch(
    /aria-label="Escolher esta: Áurea do Eclipse"[^>]*>Escolher esta</,
  );
});

test('one tap exchanges nothing: the choice is asked about once more, and leads back to the search', () => {
  expect(renderScreen(choose(null))).not.toContain('method="post"');
  expect(readScreen(choose('Aurea_3'))).toContain('Ficar com Áurea do Eclipse? Não dá para trocar depois.');
  const html = renderScreen(choose('Aurea_3'));
  expect(html).toMatch(/<form [^>]*method="post".*name="instead" value="Aurea_3".*Ficar com/);
  expect(html).toContain('href="/?q=eclipse#outra"');
});

test('a choice that is not offered any more shows the list again', () => {
  expect(readScreen(choose('Aurea_9'))).toContain('Escolha outra no lugar de Lux');
});
