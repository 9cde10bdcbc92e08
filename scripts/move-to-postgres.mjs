// `npm run move-to-postgres`
import { runBuilt } from './run/run-built.mjs';

await runBuilt('move-to-postgres.js');
