/** A statement of a migration, in lower case, with single spaces. Comments, strings and the bodies of functions are left out. */
export interface SqlStatement {
  readonly text: string;
  /** The comment lines directly before it. */
  readonly comments: readonly string[];
  readonly line: number;
  /** The code of a `do` block, which runs with the migration. */
  readonly block: string | undefined;
}

/** One token: a comment, a string, a body in dollar quotes, a quoted name, the end of a statement, or any other character. */
const TOKEN =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:[^']|'')*')|(?<body>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<end>;)|(?<other>"[^"]*"|[^;])/gi;

/** Splits a migration into its statements. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let text = '';
  let comments: string[] = [];
  let bodies: string[] = [];
  let start = 0;
  const finish = () => {
    const normal = text.trim().replace(/\s+/g, ' ').toLowerCase();
    if (normal !== '') {
      const block = /^do\b/.test(normal) ? bodies.join('\n') : undefined;
      statements.push({ text: normal, comments, line: sql.slice(0, start).split('\n').length, block });
    }
    [text, comments, bodies] = ['', [], []];
  };
  for (const { groups = {}, index } of sql.matchAll(TOKEN)) {
    const { comment, string, body, end, other } = groups;
    if (comment !== undefined) {
      if (text.trim() === '') comments.push(comment);
    } else if (end !== undefined) finish();
    else {
      if (text.trim() === '') start = index;
      if (body !== undefined) bodies.push(body.replace(/^\$\w*\$|\$\w*\$$/g, ''));
      text += string === undefined ? (body === undefined ? other : '$$') : "''";
    }
  }
  finish();
  return statements;
}

/** Splits the actions of `alter table` at the commas outside parentheses. */
export function splitActions(actions: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of actions) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
