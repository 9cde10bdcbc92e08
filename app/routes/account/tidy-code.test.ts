import { expect, test } from 'vitest';
import { tidyCode, tidyRecoveryCode } from './tidy-code.ts';

test.each(['123456', ' 123 456 ', '123-456', '12\t34\n56'])('%j is 123456', (typed) => {
  expect(tidyCode(typed)).toBe('123456');
});

test.each(['abcde-FGH12', 'abcdeFGH12', ' abcde FGH12\n', 'abcde – FGH12'])('%j is abcde-FGH12', (typed) => {
  expect(tidyRecoveryCode(typed)).toBe('abcde-FGH12');
});
