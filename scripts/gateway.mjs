// `npm run gateway -- register-webhook|show-webhook|remove-webhook`
import { runBuilt } from './run/run-built.mjs';

await runBuilt('gateway.js');
