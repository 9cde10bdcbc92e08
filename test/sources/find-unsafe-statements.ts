import {
  builtIndex,
  isConcurrent,
  needsStop,
  statementsOf,
  type Migration,
} from '#db/apply-migrations.server.ts';

/** Tables that stay small in a shop of any size. All others may hold a million rows. */
export const SMALL_TABLES = [
  'catalog_import',
  'catalog_state',
  'catalogs',
  'champions',
  'files',
  'products',
  'revoked_staff',
  'schema_migrations',
  'settings',
  'skin_files',
  'skins',
  'splash_colors',
  'user_roles',
];

/**
 * What of a migration would stop a grown shop: each finding says the statement and what to write instead. It reads
 * only the first words of a statement, as our migrations are written; it is no parser.
 */
export function findUnsafeStatements({ name, text }: Migration): string[] {
  if (needsStop(text)) return [];
  const statements = statementsOf(isConcurrent(name) ? text : withoutBodies(text)).map((statement) =>
    statement.replaceAll(/\s+/g, ' '),
  );
  const made = statements.flatMap(
    (each) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/i.exec(each)?.[1] ?? [],
  );
  const grows = (table: string) => !SMALL_TABLES.includes(table) && !made.includes(table);
  return statements.flatMap((statement) => {
    const cures = isConcurrent(name)
      ? judgeConcurrent(statement)
      : [...judge(statement, grows), ...judgeRemoval(statement, made, text)];
    return cures.map((cure) => `${statement.slice(0, 80)}: ${cure}`);
  });
}

/** A function's body may hold semicolons and is run later. */
const withoutBodies = (text: string) => text.replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''");

function judgeConcurrent(statement: string): string[] {
  if (/^create (?:unique )?index/i.test(statement)) {
    return builtIndex(statement)
      ? []
      : ['write CREATE INDEX CONCURRENTLY name ON …; the runner itself looks whether it is there'];
  }
  if (/^(?:drop|reindex) index concurrently |^alter table \w+ validate constraint /i.test(statement))
    return [];
  return ['only what keeps nobody waiting runs outside of a transaction; it belongs into an ordinary file'];
}

function judge(statement: string, grows: (table: string) => boolean): string[] {
  if (/\bconcurrently\b/i.test(statement)) return ['CONCURRENTLY belongs into a file named ….concurrent.sql'];
  const indexed = /^create (?:unique )?index .*? on (?:only )?(\w+)/i.exec(statement)?.[1];
  if (indexed && grows(indexed))
    return ['build it CONCURRENTLY, in a file of its own named ….concurrent.sql'];
  const written = /^(?:update|delete from) (\w+)/i.exec(statement)?.[1];
  if (written && grows(written)) return ['a million rows are written in small steps, by a job'];
  const [, altered, actions] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/i.exec(statement) ?? [];
  return altered && actions && grows(altered) ? splitActions(actions).flatMap(judgeAction) : [];
}

/** The release before runs beside this one, and may take over again: docs/updating.md. */
function judgeRemoval(statement: string, made: string[], text: string): string[] {
  const isReleased = /^-- Unread since \d+\.\d+\.\d+\b/m.test(text);
  const altered = /^alter (?:table|view) (?:if exists )?(?:only )?(\w+) (.*)$/i.exec(statement);
  const isGone =
    /^drop (?:table|view|function|type) /i.test(statement) ||
    (altered !== null && !made.includes(altered[1]!) && /\b(?:drop column|rename)\b/i.test(altered[2]!));
  return isGone && !isReleased
    ? ['the release before still asks for it: take it away one release later, with -- Unread since VERSION']
    : [];
}

/** At commas outside of brackets and quotes. */
const splitActions = (actions: string): string[] =>
  (actions.match(/(?:'[^']*'|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^,])+/g) ?? []).map((action) =>
    action.trim(),
  );

const CONSTANT =
  /^(?:'[^']*'|-?\d+(?:\.\d+)?|true|false|null|now\(\)|current_timestamp)(?:::[\w[\]]+)?(?= |$)/i;

function judgeAction(action: string): string[] {
  if (/^validate constraint /i.test(action))
    return ['VALIDATE CONSTRAINT belongs into a file named ….concurrent.sql'];
  if (/^add (?:constraint|check|unique|primary|foreign|exclude)\b/i.test(action)) {
    return / not valid$/i.test(action)
      ? []
      : ['add it NOT VALID, and VALIDATE it in a file named ….concurrent.sql'];
  }
  if (/^alter (?:column )?\w+ (?:set data )?type /i.test(action))
    return ['a new type writes the table anew: add a column'];
  if (/^alter (?:column )?\w+ set not null/i.test(action))
    return ['SET NOT NULL reads the table: CHECK (… IS NOT NULL) NOT VALID'];
  return /^add (?:column )?/i.test(action) ? judgeColumn(action) : [];
}

function judgeColumn(column: string): string[] {
  const fault = (matches: boolean, cure: string) => (matches ? [cure] : []);
  const value = / default (.*)$/i.exec(column)?.[1];
  const isConstant = value !== undefined && CONSTANT.test(value);
  return [
    ...fault(value !== undefined && !isConstant, 'a default that is no constant writes the table anew'),
    ...fault(/ not null\b/i.test(column) && !isConstant, 'NOT NULL needs a constant default'),
    ...fault(
      /\b(?:big|small)?serial\b| generated /i.test(column),
      'a column that is generated writes the table anew',
    ),
    ...fault(/ check ?\(| unique\b| primary key\b/i.test(column), 'add the constraint by itself, NOT VALID'),
    ...fault(
      / references /i.test(column) && value !== undefined,
      'a reference with a default reads the table',
    ),
  ];
}
