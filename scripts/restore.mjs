// `npm run restore`
import { runBuilt } from './run/run-built.mjs';

await runBuilt('restore.js');
