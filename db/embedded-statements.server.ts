import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite';
import { StatementNames } from './named-statements.server.ts';

const { serialize } = protocol;
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface PreparedStatement {
  name: string;
  /** Type of each value, as an oid. */
  types: number[];
  /** What the rows look like; nothing where the statement answers none. */
  columns: Messages;
}

/**
 * Statements of the embedded database that come back: parsed and planned once, and then one message in place of six.
 * PGlite's own `query` prepares each anew, which takes six to ten times as long. Whoever calls holds the connection.
 */
export class EmbeddedStatements {
  readonly #pglite: PGlite;
  readonly #names = new StatementNames();
  readonly #prepared = new Map<string, PreparedStatement>();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async query<R>(text: string, values: readonly unknown[]): Promise<Results<R>> {
    const name = values.length > 0 ? this.#names.nameOf(text) : undefined;
    if (name === undefined) return this.#pglite.query<R>(text, [...values]);
    const statement = this.#prepared.get(name) ?? (await this.#prepare(name, text));
    const answer = await this.#send(
      serialize.bind({ statement: name, values: this.#write(values, statement.types) }),
      serialize.execute(),
    );
    const [result] = parse.parseResults([...statement.columns, ...answer], this.#pglite.parsers);
    return result as Results<R>;
  }

  async #prepare(name: string, text: string): Promise<PreparedStatement> {
    const answer = await this.#send(
      // Of an earlier try that got no further.
      serialize.close({ type: 'S', name }),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const statement = {
      name,
      types: parse.parseDescribeStatementResults(answer),
      columns: answer.filter((message) => message.name === 'rowDescription'),
    };
    this.#prepared.set(name, statement);
    return statement;
  }

  /** As PGlite's `query` writes them. */
  #write(values: readonly unknown[], types: number[]): (string | null)[] {
    return values.map((value, index) => {
      if (value === null || value === undefined) return null;
      return (this.#pglite.serializers[types[index] ?? 0] ?? String)(value);
    });
  }

  /** The last message ends the statement, so that one that failed leaves nothing behind. */
  #send(...messages: Uint8Array[]): Promise<Messages> {
    // PGlite's files are the disk's: there is nothing to carry over after a statement.
    return this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), {
      syncToFs: false,
    });
  }
}
