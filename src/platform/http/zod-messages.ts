import { z } from 'zod';
import { formatNumber } from '../text/numbers.ts';
import { chooseOneOf } from '../text/common-messages.ts';

/** Default messages of invalid inputs and settings, for schemas without a message of their own. */
z.config({ customError: (issue) => getMessage(issue) });

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0];

/** Replaces all built-in messages of zod, which do not tell a person what to do. */
function getMessage(issue: Issue): string {
  if (issue.code === 'unrecognized_keys')
    return `Remove the unknown fields: ${issue.keys.join(', ').slice(0, MAX_QUOTED_LENGTH)}.`;
  if (issue.input === undefined) return 'This is required.';
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_MESSAGES[issue.expected] ?? FALLBACK_MESSAGE;
    case 'too_small':
      return `${formatLimit(issue.origin, 'at least', issue.minimum)}.`;
    case 'too_big':
      return `${formatLimit(issue.origin, 'at most', issue.maximum)}.`;
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'invalid_value':
      return chooseOneOf(issue.values);
    case 'invalid_format':
      return FORMAT_MESSAGES[issue.format] ?? FALLBACK_MESSAGE;
    case 'invalid_union':
      return getClosestMessage(issue.errors) ?? FALLBACK_MESSAGE;
    default:
      return FALLBACK_MESSAGE;
  }
}

/** Limits how much client input a message quotes. */
const MAX_QUOTED_LENGTH = 200;

const FALLBACK_MESSAGE = 'Enter a valid value.';

const ENTER_OBJECT = 'Enter an object.';
const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Enter true or false.',
  array: 'Enter a list.',
  object: ENTER_OBJECT,
  record: ENTER_OBJECT,
};

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  uuid: 'Enter an id.',
  date: 'Enter a date such as 2026-11-12.',
  datetime: 'Enter a date and time such as 2026-11-12T09:30:00Z.',
};

function formatLimit(origin: string, bound: string, limit: number | bigint): string {
  const amount = `${bound} ${formatNumber(limit)}`;
  if (origin === 'string') return `Use ${amount} characters`;
  return origin === 'array' ? `Choose ${amount}` : `Enter a number of ${amount}`;
}

/** Returns the message of the last alternative that accepts the type of the value. */
function getClosestMessage(alternatives: readonly (readonly { readonly code?: string; readonly message: string }[])[]) {
  const first = alternatives.flatMap(([issue]) => issue ?? []);
  return (first.findLast(({ code }) => code !== 'invalid_type') ?? first.at(-1))?.message;
}
