import pg from 'pg';

/** One statement past the shop, on its own PostgreSQL. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    // A connection that stays says why the server stopped, in place of what the statement had wrong.
    await client.end();
  }
}

/** What one statement reads there. */
export async function readRows<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Takes a table away; the answer puts it back. */
export async function hideTable(url: string, table: string): Promise<() => Promise<void>> {
  await runStatement(url, `alter table ${table} rename to ${table}_hidden`);
  return () => runStatement(url, `alter table ${table}_hidden rename to ${table}`);
}

/** Puts one without rows in its place; the answer puts it back. */
export async function emptyTable(url: string, table: string): Promise<() => Promise<void>> {
  const back = await hideTable(url, table);
  await runStatement(url, `create table ${table} (like ${table}_hidden)`);
  return async () => {
    await runStatement(url, `drop table ${table}`);
    await back();
  };
}
