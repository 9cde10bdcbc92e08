import { expect, test } from 'vitest';
import { attachment } from './attachment.ts';

test.each([
  ['Áurea "3".zip', "attachment; filename*=UTF-8''%C3%81urea%20%223%22.zip"],
  // Chrome and Edge leave a name with a third apostrophe out, and its ending with it.
  ["Kai'Sa (2022)*.fantome", "attachment; filename*=UTF-8''Kai%27Sa%20%282022%29%2A.fantome"],
])('%s', (name, header) => {
  expect(attachment(name)).toBe(header);
});
