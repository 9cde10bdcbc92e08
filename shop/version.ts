import packageJson from '../package.json' with { type: 'json' };

/** Of the shop's release. */
export const VERSION: string = packageJson.version;
