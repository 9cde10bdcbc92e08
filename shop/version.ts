import packageJson from '../package.json' with { type: 'json' };

/** Of the shop's release: CHANGELOG.md says what came with it. */
export const VERSION: string = packageJson.version;
