// `npm run admin -- grant|revoke|reset-2fa EMAIL`
import { runBuilt } from './run/run-built.mjs';

await runBuilt('admin.js');
