/**
 * Packages that the built server reads from node_modules: they bring their own binaries or data files. All others are
 * in the bundle (vite.config.ts), so a folder that only runs the shop needs no more than these (scripts/package.mjs).
 */
export const EXTERNAL_PACKAGES = [
  '@electric-sql/pglite',
  '@fastify/busboy',
  'sharp',
  'pg',
  'nodemailer',
  'undici',
];
