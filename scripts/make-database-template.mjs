// Makes an empty embedded database in the folder named by the first argument. The first start of a shop copies it:
// to make one takes PGlite 600 MB of memory, which a small machine that only runs the shop does not have.
import { PGlite } from '@electric-sql/pglite';

const database = await PGlite.create({ dataDir: process.argv[2] });
await database.close();
