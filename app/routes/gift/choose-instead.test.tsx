import { expect, test } from 'vitest';
import { renderScreen } from '#test/visitor/render-screen.tsx';
import { ChooseInstead } from './choose-instead.tsx';

// Who speaks to a machine says what is written on the button.
test('the name of each button begins with what it shows, and goes on with its skin', () => {
  const skin = {
    key: 'Aurea_3',
    name: 'Áurea do Eclipse',
    championName: 'Áurea',
    splashPath: '/img/Aurea_3',
  };
  const screen = <ChooseInstead query="" skins={[skin as never]} skinName="Lux" />;
  expect(renderScreen(screen)).toMatch(/aria-label="Escolher esta: Áurea do Eclipse"[^>]*>Escolher esta</);
});
