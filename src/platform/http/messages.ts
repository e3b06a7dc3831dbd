import { z } from 'zod';

/** What a person reads of a wrong input or setting, where its schema has no words of its own. */
z.config({ customError: (issue) => messageOf(issue) });

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0];

function messageOf(issue: Issue): string | undefined {
  if (issue.input === undefined) return 'This is needed.';
  switch (issue.code) {
    case 'invalid_type':
      return EXPECTED[issue.expected];
    case 'too_small':
      return `${unitsOf(issue.origin, 'at least', issue.minimum)}.`;
    case 'too_big':
      return `${unitsOf(issue.origin, 'at most', issue.maximum)}.`;
    case 'invalid_value':
      return `Give one of: ${issue.values.join(', ')}.`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'Give an id as other answers have it.' : undefined;
    default:
      return undefined;
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Give a text.',
  number: 'Give a number.',
  int: 'Give a whole number.',
  array: 'Give a list.',
};

function unitsOf(origin: string, bound: string, limit: number | bigint): string {
  const amount = `${bound} ${limit.toLocaleString('en-GB')}`;
  if (origin === 'string') return `Use ${amount} characters`;
  return origin === 'array' ? `Give ${amount} of them` : `Give a number of ${amount}`;
}
