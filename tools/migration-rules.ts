import { type SqlStatement, splitActions, splitStatements } from './sql-statements.ts';

/**
 * Finds the statements of a migration that a running older release does not survive, or that would end the transaction of the migration.
 * docs/migrations.md explains the rules. A comment before the statement allows it: `-- contract: RELEASE REASON`, with a release that no
 * longer uses what the statement removes.
 * @param releases the versions that are released
 * @returns one line for each problem
 */
export function findMigrationProblems(sql: string, releases: readonly string[]): string[] {
  const statements = splitStatements(sql);
  const created = new Set(statements.flatMap(({ text }) => /^create (?:unlogged )?table (\S+)/.exec(text)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const at = (problem: string) => `line ${statement.line}: ${problem}`;
    const endsTransaction = findTransactionCommand(statement);
    if (endsTransaction) return [at(endsTransaction)];
    const problems = findBreakingChanges(statement, created);
    const contract = findContract(statement);
    if (problems.length === 0) return contract ? [at('nothing needs the contract comment: remove it')] : [];
    if (!contract) return problems.map(at);
    return [findContractProblem(contract, releases)].flatMap((problem) => (problem ? [at(problem)] : []));
  });
}

/** Each migration is one transaction, so that it is applied as a whole or not at all. */
function findTransactionCommand({ text, block }: SqlStatement): string | undefined {
  const commands = /^(begin|commit|end|rollback|abort|start transaction|savepoint|release|prepare transaction)\b/;
  const blockCommands = /\b(commit|rollback)\s*(;|and\b)/i;
  if (commands.test(text) || (block !== undefined && blockCommands.test(block)))
    return `${text.split(' ')[0]} would split the transaction of the migration`;
  if (/\bconcurrently\b|^vacuum\b/.test(text)) return 'this cannot run in the transaction of the migration';
  return undefined;
}

type Contract = { readonly release: string | undefined; readonly reason: string };

function findContract({ comments }: SqlStatement): Contract | undefined {
  const line = comments.find((comment) => /^--\s*contract\b/i.test(comment));
  if (line === undefined) return undefined;
  const [, release, reason = ''] = /^-- contract: (\d+\.\d+\.\d+)\b(.*)$/.exec(line) ?? [];
  return { release, reason };
}

function findContractProblem({ release, reason }: Contract, releases: readonly string[]): string | undefined {
  if (release === undefined || !/\w/.test(reason)) return 'write the comment as: -- contract: RELEASE REASON';
  if (!releases.includes(release))
    return `${release} is not released (CHANGELOG.md): the code must have stopped using this one release earlier`;
  return undefined;
}

/** Statements that leave everything in place that an older release uses. All others are rejected. */
const EXPANDING =
  /^(create (or replace )?(unlogged )?(table|index|sequence|function|procedure|view|trigger|type|domain|schema|extension|statistics)|comment on|insert into|update|delete from|select|with|grant|alter type \S+ add value|alter default privileges|analyze)\b/;

function findBreakingChanges({ text, block }: SqlStatement, created: ReadonlySet<string>): string[] {
  if (block !== undefined) return findInBlock(block, created);
  const table = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(text);
  if (table) {
    const [, name = '', actions = ''] = table;
    return created.has(name) ? [] : splitActions(actions).flatMap(findBreakingAction);
  }
  const unique = /^create unique index .*?\bon (?:only )?([^\s(]+)/.exec(text);
  if (unique)
    return created.has(unique[1]!) ? [] : [`${unique[0]}: the older release may write rows that are not unique`];
  return EXPANDING.test(text) ? [] : [`‘${shorten(text)}’ may take away what an older release uses`];
}

/** The block of `do` runs with the migration. Dynamically executed statements cannot be checked. */
function findInBlock(block: string, created: ReadonlySet<string>): string[] {
  if (/\bexecute\b/i.test(block)) return ['do … execute: this statement cannot be checked'];
  const inner = splitStatements(block).map((statement) => ({
    ...statement,
    text: statement.text.replace(/^(?:(?:declare|begin|else|end if|end|if\b.*?\bthen)\b ?)+/, ''),
  }));
  return inner
    .filter(({ text }) => /^(alter|drop|truncate|create unique|rename|revoke)\b/.test(text))
    .flatMap((statement) => findBreakingChanges(statement, created));
}

/** Actions of `alter table` that an older release does not notice. */
const EXPANDING_ACTIONS = [
  /^validate constraint\b/,
  /^alter (column )?\S+ set (default|statistics|storage|compression)\b/,
  // By our naming convention these are checks: a wider one takes the place of a narrower one.
  /^drop constraint (if exists )?\S+_check$/,
  /^(set|reset) \(/,
];

function findBreakingAction(action: string): string[] {
  const reject = (reason: string) => [`‘${shorten(action)}’: ${reason}`];
  if (EXPANDING_ACTIONS.some((pattern) => pattern.test(action))) return [];
  if (/^add (constraint|check|unique|primary key|foreign key|exclude)\b/.test(action)) {
    if (/\bnot valid$/.test(action) && !/\b(unique|primary key|exclude)\b/.test(action)) return [];
    return reject(
      'a new constraint checks every row under a lock: add it NOT VALID, and validate it in a later migration',
    );
  }
  if (/^add\b/.test(action)) {
    const isFilled = /\bdefault\b|\bgenerated\b/.test(action);
    return /\bnot null\b|\bprimary key\b|\bserial\b/.test(action) && !isFilled
      ? reject('an older release inserts rows without this column: give it a default')
      : [];
  }
  return reject('an older release may depend on what this changes');
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
