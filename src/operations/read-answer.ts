import { jsonOf, unusable } from '../bff/upstream/client.ts';
import type { RawAnswer } from '../bff/upstream/exchange.ts';
import type { z } from '../contract/zod.ts';

/**
 * Reads the body of a success.
 * @returns what the schema parsed
 * @throws UpstreamFault `unusable` naming the first offending path and quoting nothing
 */
export function readAnswer<S extends z.ZodType>(schema: S, answer: RawAnswer): z.output<S> {
  return checkAnswer(schema, jsonOf(answer), answer);
}

/**
 * Checks a part of an answer whose JSON has been read already.
 * @throws UpstreamFault `unusable` naming the first offending path and quoting nothing
 */
export function checkAnswer<S extends z.ZodType>(
  schema: S,
  value: unknown,
  answer: Pick<RawAnswer, 'status'>,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  const what = path === '' ? 'it is not of the right kind' : `"${path}" is missing or wrong`;
  throw unusable(answer, what);
}
