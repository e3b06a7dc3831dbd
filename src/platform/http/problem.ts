import { type ErrorBody, type ErrorType, HTTP_STATUS } from './contract.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** The title and the explanation of each type of error, for developers. People are shown the message. */
export const PROBLEMS: Readonly<Record<ErrorType, { readonly title: string; readonly description: string }>> = {
  MALFORMED: {
    title: 'Malformed request',
    description:
      'The request cannot be read: broken JSON, a form without its file, or characters that cannot be stored.',
  },
  UNAUTHENTICATED: {
    title: 'Not signed in',
    description: 'The call needs a token, or the token has expired, was revoked, or belongs to a deleted account.',
  },
  FORBIDDEN: {
    title: 'Not permitted',
    description: 'The account or the service token lacks the permission for the call.',
  },
  EMAIL_NOT_VERIFIED: {
    title: 'Email address not verified',
    description: 'The account has to verify its email address first, by the link in the email.',
  },
  IDENTITY_NOT_CONFIRMED: {
    title: 'Identity not confirmed',
    description:
      'The call changes something sensitive: confirm the password by POST /session/confirm, or a second factor, then call again.',
  },
  VERIFICATION_FAILED: {
    title: 'Human verification failed',
    description: 'The solution of the proof-of-work challenge is wrong, expired or used already. Get a new challenge.',
  },
  NOT_FOUND: {
    title: 'Not found',
    description: 'The route or object does not exist, or the account may not know that it exists.',
  },
  CONFLICT: {
    title: 'Conflict with the current state',
    description:
      'Somebody else has changed the object since the given version, or its state does not allow the change. Read it again, then decide.',
  },
  TOO_LARGE: { title: 'Too large', description: 'The body or the file is larger than the limit in the message.' },
  UNSUPPORTED_MEDIA: {
    title: 'Unsupported content type',
    description: 'The call needs another content type, or the file has another format than allowed.',
  },
  INVALID: {
    title: 'Invalid input',
    description: 'The input breaks a rule. `fields` has a message by input field, if the error concerns fields.',
  },
  TOO_MANY_REQUESTS: {
    title: 'Too many requests',
    description: 'A rate limit is exceeded. Wait for the seconds in the header Retry-After.',
  },
  INTERNAL: {
    title: 'Internal error',
    description: 'Something went wrong on the side of the server. Quote `instance` when you report it.',
  },
  MAINTENANCE: { title: 'Under maintenance', description: 'The site is under maintenance. Try again later.' },
  UNAVAILABLE: {
    title: 'Temporarily unavailable',
    description:
      'The server is overloaded, or its database, storage or disk space is missing. Try again after Retry-After.',
  },
};

/** The path of the page that explains all types of errors. */
export const PROBLEMS_PATH = '/api/problems';

/** Returns the section of the page that explains a type of error. */
export function getProblemAnchor(errorType: ErrorType): string {
  return errorType.toLowerCase().replaceAll('_', '-');
}

/** The body of an error by RFC 9457, with the fields of {@link ErrorBody} as extension members. */
interface Problem extends ErrorBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
}

/** The fields that a title names; the others are in `fields`. */
const MAX_TITLE_FIELDS = 3;

/**
 * Returns the title of an error: that of its type, and for invalid input what is invalid. RFC 9457 advises one title for each type;
 * programs that log the title only would then see nothing but that something was invalid.
 */
function getTitle({ errorType, message, fields }: ErrorBody): string {
  if (errorType !== 'INVALID') return PROBLEMS[errorType].title;
  // An error about the whole input has no name.
  const names = Object.keys(fields ?? {}).filter((name) => name !== '');
  if (names.length === 0) return fields?.[''] ?? message;
  const others = names.length - MAX_TITLE_FIELDS;
  const named = names.slice(0, MAX_TITLE_FIELDS).join(', ');
  return `${PROBLEMS.INVALID.title}: ${named}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Converts an error to the body of a response. @param requestId a UUID; that of the header X-Request-Id and of the log */
export function toProblem(
  body: ErrorBody,
  siteUrl: string,
  requestId: string,
  status: number = HTTP_STATUS[body.errorType],
) {
  const { errorType, message, fields } = body;
  return {
    type: `${siteUrl}${PROBLEMS_PATH}#${getProblemAnchor(errorType)}`,
    title: getTitle(body),
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    errorType,
    message,
    ...(fields && { fields }),
  } satisfies Problem;
}
