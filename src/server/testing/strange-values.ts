import fc from 'fast-check';
import { z } from '../../contract/zod.ts';

/** The parts of a JSON schema from which bodies are made. */
interface Shape {
  type?: string | undefined;
  format?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  anyOf?: Shape[] | undefined;
  oneOf?: Shape[] | undefined;
  items?: Shape | undefined;
  properties?: Record<string, Shape> | undefined;
  minItems?: number | undefined;
  minLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}

const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().optional().catch(undefined),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(Shape).optional(),
    oneOf: z.array(Shape).optional(),
    items: Shape.optional().catch(undefined),
    properties: z.record(z.string(), Shape).optional(),
    minItems: z.number().optional(),
    minLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
);

/** Texts that break careless code: control characters, lone and complete surrogates, formulas. */
const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('\ud83d', '\ude00', '\u0000', '\u2028', '😀', '%', "'", 'é'),
    maxLength: 60,
  }),
  fc.constantFrom('', ' ', '__proto__', '=1+1', '../..', `x${'😀'.repeat(3000)}`, 'a'.repeat(9000)),
);
const strangeNumber = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 0.1),
);
const strange: fc.Arbitrary<unknown> = fc.oneof(
  strangeText,
  strangeNumber,
  fc.constantFrom(null, true, [], {}, [[]], { ['__proto__']: { a: 1 } }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** A small set of ids, so that they repeat. @param ids meaningful ids */
function sane(shape: Shape, ids: readonly string[]): fc.Arbitrary<unknown> {
  const parts = shape.anyOf ?? shape.oneOf;
  if (parts !== undefined && parts.length > 0) {
    return fc.oneof(...parts.map((part) => valued(part, ids)));
  }
  if (shape.enum !== undefined && shape.enum.length > 0) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.format === 'uuid') return fc.constantFrom(...ids);
  if (shape.format === 'date-time') {
    return fc.constantFrom('2026-03-01T00:00:00Z', '2031-03-01T12:30:00Z', '0001-01-01T00:00:00Z');
  }
  switch (shape.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(shape.properties ?? {}).map(([name, part]) => [name, valued(part, ids)]),
        ),
      );
    case 'array':
      return fc.array(valued(shape.items ?? {}, ids), {
        minLength: Math.min(shape.minItems ?? 0, 3),
        maxLength: 4,
      });
    case 'integer':
    case 'number': {
      const min = Math.max(shape.minimum ?? 0, -1e6);
      return fc.integer({ min, max: Math.max(min, Math.min(shape.maximum ?? 1000, 1e6)) });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.oneof(
        strangeText.filter((text) => text.length >= (shape.minLength ?? 0)),
        fc.constantFrom('StopCharging', 'Europe/Berlin', '2026-03-01', 'Name', ...ids),
      );
    case undefined:
    default:
      return strange;
  }
}

/** Usually what the schema asks for, sometimes something else. */
function valued(shape: Shape, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: sane(shape, ids) }, { weight: 1, arbitrary: strange });
}

/** Bodies for a schema: many that are nearly valid, some valid ones, and some arbitrary ones. */
export function strangeBodies(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  const json: unknown = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return fc.oneof(
    { weight: 8, arbitrary: sane(Shape.parse(json), ids) },
    { weight: 1, arbitrary: strange },
  );
}
