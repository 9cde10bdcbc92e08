// The owner's commands, each by the name of its program: `npm run backup` is `owner.mjs backup`.
import { runBuilt } from './run/run-built.mjs';

const [program, ...words] = process.argv.slice(2);
await runBuilt(`${program}.js`, words);
