import { z } from 'zod';
import { ERROR_TYPES, type Route } from './contract.ts';

const errorBody = z.object({
  errorType: z.enum(ERROR_TYPES),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** A route outside the JSON API, such as that of a picture. */
export interface FileRoute {
  readonly path: `/${string}`;
  readonly summary: string;
  readonly contentTypes: readonly string[];
}

/** Describes every route as an OpenAPI 3.1 document. */
export function describeApi(
  info: { title: string; version: string; url: string },
  routes: readonly Route[],
  files: readonly FileRoute[],
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[`/api${route.path}`] = { ...paths[`/api${route.path}`], [route.method.toLowerCase()]: toOperation(route) };
  }
  for (const file of files) paths[file.path] = { get: toFileOperation(file) };
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    servers: [{ url: info.url }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toObjectSchema(errorBody, 'output') },
    },
  };
}

function toSuccessResponse({ output, contentType }: Route) {
  if (contentType) return { 200: { description: 'Success', content: { [contentType]: {} } } };
  if (output instanceof z.ZodVoid) return { 204: { description: 'Success, no content' } };
  return {
    200: { description: 'Success', content: { 'application/json': { schema: toObjectSchema(output, 'output') } } },
  };
}

function toOperation(route: Route) {
  const { properties = {}, required = [] } = toObjectSchema(route.input, 'input');
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const inBody = (route.method === 'POST' || route.method === 'PUT') && route.body !== 'bytes';
  const entries = Object.entries(properties);
  const parameters = entries
    .filter(([name]) => inPath.has(name) || !inBody)
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.includes(name),
      schema,
    }));
  const body = entries.filter(([name]) => !inPath.has(name));
  return {
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': route.access,
    ...(route.confirmIdentity && { 'x-confirm-identity': route.confirmIdentity }),
    parameters,
    ...(inBody && {
      requestBody: {
        required: true,
        content: {
          [route.body === 'multipart' ? 'multipart/form-data' : 'application/json']: {
            schema: {
              type: 'object',
              properties: Object.fromEntries(body),
              required: required.filter((name) => !inPath.has(name)),
            },
          },
        },
      },
    }),
    ...(route.body === 'bytes' && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      ...toSuccessResponse(route),
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function toFileOperation({ summary, contentTypes }: FileRoute) {
  return {
    summary,
    security: [],
    responses: {
      200: { description: 'Success', content: Object.fromEntries(contentTypes.map((type) => [type, {}])) },
      404: { description: 'Not found' },
    },
  };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function toObjectSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as ObjectSchema;
}
