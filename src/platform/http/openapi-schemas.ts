import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;
/** The schema of an object: its properties, and the names of those that are required. */
export interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}
type Direction = 'input' | 'output';

/** The id in examples. */
export const EXAMPLE_ID = '0197a0f4-6c1e-7d53-9a57-2f1c3be0a6d8';
const EXAMPLES: Readonly<Record<string, string>> = {
  uuid: EXAMPLE_ID,
  date: '2026-11-24',
  'date-time': '2026-11-24T09:30:00Z',
  email: 'isla@northlight.example',
};
const COMPONENTS = '#/components/schemas/';

/**
 * Converts schemas to JSON Schema. Named schemas become components that others refer to. One that differs as input, for example by
 * defaults, becomes a second component with the suffix `Input`.
 */
export class SchemaConverter {
  readonly components: Record<string, JsonSchema> = {};
  readonly #registry: z.core.$ZodRegistry<Record<string, unknown>>;

  constructor(schemas: Readonly<Record<string, z.ZodType>>) {
    this.#registry = createRegistry(schemas);
  }

  convert(schema: z.ZodType, io: Direction): JsonSchema {
    // In an object, since the outermost schema is never replaced by a reference.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ schema }), {
      io,
      unrepresentable: 'any',
      metadata: this.#registry,
      override: ({ jsonSchema }) => {
        // A format says the same in fewer words.
        if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
        joinPatterns(jsonSchema);
        listProperties(jsonSchema);
        // Outputs may get more fields in future.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        const example = EXAMPLES[jsonSchema.format ?? ''];
        if (example) jsonSchema.examples ??= [example];
      },
    });
    const names = new Map(Object.keys($defs).map((name) => [name, this.#chooseName(name, $defs, io)]));
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...component } = replaceReferences(definition, names) as Record<string, unknown>;
      this.components[names.get(name)!] = component;
    }
    return replaceReferences(properties!['schema'], names) as JsonSchema;
  }

  /** Converts the schema of an object to its properties, even if it has a name. */
  convertObject(schema: z.ZodType, io: Direction): ObjectSchema {
    const converted = this.convert(schema, io);
    const reference = converted['$ref'];
    if (typeof reference !== 'string') return converted;
    return this.components[reference.slice(COMPONENTS.length)]!;
  }

  /** Returns the name of a component, with a suffix if the name is taken by a different one. */
  #chooseName(name: string, definitions: Readonly<Record<string, unknown>>, io: Direction): string {
    const existing = this.components[name];
    if (existing === undefined) return name;
    const names = new Map(Object.keys(definitions).map((other) => [other, other]));
    const { id: _, ...schema } = replaceReferences(definitions[name], names) as Record<string, unknown>;
    return JSON.stringify(schema) === JSON.stringify(existing) ? name : `${name}${io === 'input' ? 'Input' : 'Output'}`;
  }
}

/** Writes several patterns of a text as one. Generators of types take `allOf` for an intersection of unknown types. */
function joinPatterns(schema: z.core.JSONSchema.BaseSchema): void {
  const patterns = schema.allOf?.map((part) => part.pattern);
  if (!patterns?.every((pattern) => pattern !== undefined)) return;
  schema.pattern = patterns.map((pattern) => `(?=${pattern})`).join('');
  delete schema.allOf;
}

/** Writes a record whose keys are known as an object with these properties. */
function listProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties } = schema;
  if (typeof propertyNames !== 'object' || !propertyNames.enum || typeof additionalProperties !== 'object') return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [String(name), additionalProperties]));
  delete schema.propertyNames;
  schema.additionalProperties = false;
}

/** A registry that adds names to what schemas themselves declare, such as their descriptions. */
function createRegistry(schemas: Readonly<Record<string, z.ZodType>>): z.core.$ZodRegistry<Record<string, unknown>> {
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  const registry = z.registry<Record<string, unknown>>();
  registry.get = (schema) => {
    const { id: _, ...declared } = (z.globalRegistry.get(schema as never) ?? {}) as Record<string, unknown>;
    const name = names.get(schema);
    return (name === undefined ? declared : { ...declared, id: name }) as never;
  };
  registry.has = () => true;
  return registry;
}

function replaceReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== '$ref' || typeof item !== 'string') return [key, replaceReferences(item, names)];
      return [key, COMPONENTS + names.get(item.slice('#/$defs/'.length))!];
    }),
  );
}
