/** What a disk answers about a file or a folder that is not there, as null: for `catch`. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
