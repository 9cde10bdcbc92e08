import { sql } from 'kysely';
import { followsFile } from './follows-file.ts';

/** The stored file that the owner of an entry of a collection gets. The query joins the skin's file as `file`. */
export const contentFileId = sql<string | null>`case
  when ${followsFile('user_collection')} then file.file_id else user_collection.file_id end`;
