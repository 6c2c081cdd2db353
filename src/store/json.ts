import type { z } from '../contract/zod.ts';

/** Reads a JSON column that must hold what a schema says. */
export function fromJson<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const parsed: unknown = JSON.parse(text);
  return schema.parse(parsed);
}

/** Reads a nullable JSON column. */
export function fromNullableJson<S extends z.ZodType>(
  schema: S,
  text: string | null,
): z.output<S> | null {
  return text === null ? null : fromJson(schema, text);
}

/** The text of a nullable JSON column. */
export function toNullableJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
