import { expect, test } from 'vitest';
import { spreadLinks } from './spread-links.ts';

const links = ['https://a.exemplo/1.zip', 'https://a.exemplo/2.zip?x=1,2;3', 'https://a.exemplo/3.zip'];

test.each(['\n', '\r\n', '\n\n  ', '\t', ' ', ', ', ';\n'])(
  'links separated by %j are told apart',
  (separator) => {
    expect(spreadLinks(links.join(separator))).toEqual(links);
    expect(spreadLinks(`\n${links.join(separator)}\n`)).toEqual(links);
  },
);

test('one link is one link, whatever signs it contains', () => {
  expect(spreadLinks(` ${links[1]}\n`)).toEqual([links[1]]);
  expect(spreadLinks('')).toEqual([]);
});

test('quotes of a spreadsheet are dropped', () => {
  expect(spreadLinks(`"${links[0]}"\t"${links[2]}"`)).toEqual([links[0], links[2]]);
});
