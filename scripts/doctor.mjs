// `npm run doctor`
import { runBuilt } from './run/run-built.mjs';

await runBuilt('doctor.js');
