// `npm start`
import { runBuilt } from './run/run-built.mjs';

await runBuilt('main.js');
