// `npm run backup`
import { runBuilt } from './run/run-built.mjs';

await runBuilt('backup.js');
