import { z } from './zod.ts';

/** A schema in JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The bodies of a request or an answer, by media type. */
export type Content = Readonly<Record<string, { schema: JsonSchema }>>;

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

/** Schemas of a document that have a name. */
export interface NamedSchemas {
  /** All of them by name; they refer to each other by `$ref`. */
  readonly all: () => Record<string, JsonSchema>;
  /** A schema as operations use it: a reference if it has a name, also inside a list. */
  readonly schemaOf: (schema: z.ZodType) => JsonSchema;
  /** The parameters that an object of schemas describes. */
  readonly parameters: (
    where: Parameter['in'],
    shape: z.ZodObject,
    describe: (name: string) => string,
  ) => Parameter[];
  /** A JSON body. */
  readonly json: (schema: z.ZodType) => Content;
}

const REF = '#/components/schemas/';

/** A schema without what its document provides: dialect, ids, and the named parts it refers to. */
function plain(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _id, id: _name, $defs: _parts, ...rest } = schema;
  const text = JSON.stringify(rest).replaceAll('"#/$defs/', `"${REF}`);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/**
 * Names schemas for an OpenAPI document.
 * @param named each name once
 * @param io which side of the schemas is described: their input or their output
 */
export function nameSchemas(
  named: Iterable<readonly [string, z.ZodType]>,
  io: 'input' | 'output' = 'input',
): NamedSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  const options = { io, unrepresentable: 'any', metadata: registry } as const;

  const schemaOf = (schema: z.ZodType): JsonSchema => {
    const name = registry.get(schema)?.id;
    if (name !== undefined) return { $ref: `${REF}${name}` };
    if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) {
      const { minItems } = z.toJSONSchema(schema, options);
      return {
        type: 'array',
        ...(minItems !== undefined && { minItems }),
        items: schemaOf(schema.element),
      };
    }
    return plain(z.toJSONSchema(schema, options));
  };

  return {
    schemaOf,
    all() {
      const { schemas } = z.toJSONSchema(registry, { ...options, uri: (id) => `${REF}${id}` });
      return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]));
    },
    parameters: (where, shape, describe) =>
      Object.entries(shape.shape).flatMap(([name, schema]) =>
        schema instanceof z.ZodType
          ? [
              {
                name,
                in: where,
                required: !schema.safeParse(undefined).success,
                description: describe(name),
                schema: schemaOf(schema),
              },
            ]
          : [],
      ),
    json: (schema) => ({ 'application/json': { schema: schemaOf(schema) } }),
  };
}
