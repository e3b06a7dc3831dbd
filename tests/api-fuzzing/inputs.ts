import fc, { type Arbitrary } from 'fast-check';

export type Schema = Readonly<Record<string, any>>;

/** Finds a schema that others refer to. */
export type Resolve = (reference: string) => Schema;

/** Texts that have broken parsers, queries and pages elsewhere. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '\uD800',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '%00',
  '\u202E\u0000',
  'null',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  '0x10',
  'x'.repeat(2_000),
  '🎬'.repeat(300),
  'İ'.repeat(200),
  '\r\nSet-Cookie: a=b',
  '__proto__',
  '2026-02-30',
  '[object Object]',
];

/** Values of any type, most of them invalid for any field. */
const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 2 ** 53, -(2 ** 31) - 1, 1e308, [], {}, [[]], { a: { b: [null] } }),
  fc.array(fc.constantFrom(...HOSTILE_TEXTS), { maxLength: 4 }),
);

/** Creates values of a schema. Those with patterns and refinements are often only nearly valid. */
function validValue(schema: Schema, resolve: Resolve, depth = 0): Arbitrary<unknown> {
  if (schema['$ref']) return validValue(resolve(schema['$ref']), resolve, depth);
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (schema['enum']) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (alternatives) return fc.oneof(...alternatives.map((other) => validValue(other, resolve, depth)));
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'string':
      return validText(schema);
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(schema['minimum'] ?? -10),
        max: Math.min(schema['maximum'] ?? 100, 1_000_000),
      });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validValue(schema['items'] ?? {}, resolve, depth + 1), {
        minLength: schema['minItems'] ?? 0,
        maxLength: Math.max(schema['minItems'] ?? 0, depth > 2 ? 1 : 3),
      });
    case 'object':
      return validObject(schema, resolve, depth);
    default:
      return fc.constantFrom<unknown>('text', 1, null);
  }
}

function validText(schema: Schema): Arbitrary<unknown> {
  const { format, minLength = 0, maxLength = 40, examples } = schema;
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'date') return fc.constantFrom('2026-12-01', '2027-02-28');
  if (format === 'email') return fc.constantFrom('isla@northlight.example', 'a@b.example');
  const words = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
  return examples ? fc.oneof(fc.constantFrom(...(examples as unknown[])), words) : words;
}

function validObject({ properties = {}, required = [] }: Schema, resolve: Resolve, depth: number) {
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, schema]) => [name, validValue(schema, resolve, depth + 1)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
}

/**
 * Creates inputs of a call: valid by the schema, valid but for one field, and hostile in every field.
 * @param known inputs that are known to be valid, which take part
 */
export function callInput(schema: Schema, resolve: Resolve, known: object): Arbitrary<Record<string, unknown>> {
  const names = [...Object.keys((schema['properties'] as object | undefined) ?? {}), 'unknown'];
  const valid = fc.oneof(
    fc.constant({ ...known }),
    validObject(schema, resolve, 0).map((created) => ({ ...created, ...known })),
    validObject(schema, resolve, 0),
  ) as Arbitrary<Record<string, unknown>>;
  const nearlyValid = fc
    .tuple(valid, fc.constantFrom(...names), fc.option(hostileValue, { nil: undefined }))
    .map(([input, name, value]) => ({ ...input, [name]: value }));
  const hostile = fc.dictionary(fc.constantFrom(...names), hostileValue, { minKeys: 1, maxKeys: names.length });
  return fc.oneof(
    { weight: 2, arbitrary: valid },
    { weight: 3, arbitrary: nearlyValid },
    { weight: 2, arbitrary: hostile.map((fields) => ({ ...fields })) },
    { weight: 1, arbitrary: hostile.map((fields) => ({ ...known, ...fields })) },
  );
}
