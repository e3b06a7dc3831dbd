import { type ErrorType, HTTP_STATUS, type Route } from './contract.ts';
import { EXAMPLE_ID, type JsonSchema } from './openapi-schemas.ts';
import { PROBLEMS, PROBLEMS_PATH, PROBLEM_TYPE, toProblem } from './problem.ts';

/** Errors of every call: malformed requests, rate limits, bugs, maintenance and outages. */
const ALWAYS: readonly ErrorType[] = ['MALFORMED', 'TOO_MANY_REQUESTS', 'INTERNAL', 'MAINTENANCE', 'UNAVAILABLE'];

/** Lists the errors that a call can have. */
export function listErrors(route: Route, hasInput: boolean): ErrorType[] {
  const isPublic = route.access === 'public';
  const hasBody = route.method === 'POST' || route.method === 'PUT';
  const errors: readonly (readonly [boolean, readonly ErrorType[]])[] = [
    [true, ALWAYS],
    [!isPublic, ['UNAUTHENTICATED', 'FORBIDDEN']],
    [!isPublic && route.access !== 'unverified', ['EMAIL_NOT_VERIFIED']],
    [route.isForPeople === true, ['FORBIDDEN']],
    [route.confirmIdentity !== undefined, ['IDENTITY_NOT_CONFIRMED']],
    [route.path.includes('{'), ['NOT_FOUND']],
    [!isPublic && route.method !== 'GET', ['CONFLICT']],
    [hasBody, ['TOO_LARGE', 'UNSUPPORTED_MEDIA']],
    [hasInput, ['INVALID']],
    [true, route.errors ?? []],
  ];
  return [...new Set(errors.flatMap(([applies, types]) => (applies ? types : [])))];
}

/** Returns the error responses of a call by status. */
export function toErrorResponses(errors: readonly ErrorType[]): Record<string, JsonSchema> {
  const statuses = [...new Set(errors.map((type) => HTTP_STATUS[type]))].toSorted((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${getName(status)}` }]));
}

/** Returns the shared error responses, each with an example of every type of error with its status. */
export function describeErrorResponses(siteUrl: string): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(Object.keys(PROBLEMS) as ErrorType[], (type) => HTTP_STATUS[type]);
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [getName(status), toResponse(status, types, siteUrl)]),
  );
}

function toResponse(status: number, types: readonly ErrorType[], siteUrl: string): JsonSchema {
  const hasRetryAfter = status === 429 || status === 503;
  return {
    description: types.map((type) => `**${type}**: ${PROBLEMS[type].description}`).join('\n\n'),
    ...(hasRetryAfter && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: {
      [PROBLEM_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(types.map((type) => [type, { value: getExample(type, siteUrl) }])),
      },
    },
  };
}

function getExample(errorType: ErrorType, siteUrl: string) {
  const message = PROBLEMS[errorType].description;
  const fields = errorType === 'INVALID' ? { title: 'This is required.' } : undefined;
  return toProblem({ errorType, message, fields }, siteUrl, EXAMPLE_ID);
}

/** The names of the shared responses by status. */
function getName(status: number): string {
  const names: Readonly<Record<number, string>> = {
    400: 'Malformed',
    401: 'Unauthenticated',
    403: 'Forbidden',
    404: 'NotFound',
    409: 'Conflict',
    413: 'TooLarge',
    415: 'UnsupportedMedia',
    422: 'Invalid',
    429: 'TooManyRequests',
    500: 'Internal',
    503: 'Unavailable',
  };
  return names[status] ?? `Status${status}`;
}

/** The type of errors as a JSON Schema. */
export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: `An error by RFC 9457. Programs decide by errorType; people are shown message. ${PROBLEMS_PATH} explains all types.`,
  required: ['type', 'title', 'status', 'detail', 'instance', 'errorType', 'message'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The URL of an explanation of the type of error.' },
    title: {
      type: 'string',
      description:
        'The type of error in words; for invalid input also which fields, or the message if it is about none.',
    },
    status: { type: 'integer', description: 'The status of the response.' },
    detail: { type: 'string', description: 'How to fix this error; the same as message.' },
    instance: {
      type: 'string',
      format: 'uri',
      description: 'The id of the request, as in the header X-Request-Id and in the log of the site.',
    },
    errorType: { type: 'string', enum: Object.keys(PROBLEMS) },
    message: { type: 'string', description: 'How a person can fix it.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Messages by input field, such as `title` or `filters.0.field`.',
    },
  },
};
