// Mozilla's Observatory against one origin, in a process of its own: NODE_EXTRA_CA_CERTS is read only at start.
// Its own `scan()` takes no port, so its retriever, tests and grader are called as it calls them.
import { existsSync, writeFileSync } from 'node:fs';
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import {
  getGradeForScore,
  getScoreDescription,
  getScoreModifier,
} from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js';

// Fetched by an install script, which nothing of ours runs: here no host is on the browsers' list.
const list = new URL('./node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json', import.meta.url);
if (!existsSync(list)) writeFileSync(list, '{}');

const [hostname, httpPort, httpsPort, path] = process.argv.slice(2);
const retrieved = await retrieve(hostname, { httpPort, httpsPort, path });
if (!retrieved.responses.auto) throw new Error(`No answer from https://${hostname}:${httpsPort}${path}`);
const results = ALL_TESTS.map((test) => test(retrieved)).filter(({ result }) => result);
const modifiers = results.map(({ result }) => getScoreModifier(result));
const penalties = modifiers.filter((each) => each < 0).reduce((sum, each) => sum + each, 100);
// Extra credit counts only for who would have an A without it.
const score =
  penalties >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? modifiers.reduce((sum, each) => sum + each, 100) : penalties;
console.log(
  JSON.stringify({
    tests: results.length,
    score,
    grade: getGradeForScore(score).grade,
    lost: results
      .filter(({ result }) => getScoreModifier(result) < 0)
      .map(({ result }) => getScoreDescription(result)),
    gained: results
      .filter(({ result }) => getScoreModifier(result) > 0)
      .map(({ result }) => `${result} +${getScoreModifier(result)}`),
  }),
);
