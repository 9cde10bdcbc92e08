// `npm run admin -- grant|revoke EMAIL`
import { runBuilt } from './run-built.mjs';

await runBuilt('admin.js');
