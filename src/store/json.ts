import type { z } from '../contract/zod.ts';

/** Parses a JSON column by its schema. */
export function fromJson<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const parsed: unknown = JSON.parse(text);
  return schema.parse(parsed);
}

/** Parses a nullable JSON column. */
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
