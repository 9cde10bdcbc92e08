/** `2026-12-24` as people write it: `24/12/2026`. It takes no calendar along, so pages that sell may read it. */
export const writeDay = (day: string): string => day.split('-').toReversed().join('/');
