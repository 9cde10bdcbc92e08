/** Of what a person says about a file that they accept. */
export const ACCEPT_LIMITS = { least: 3, most: 300 };
