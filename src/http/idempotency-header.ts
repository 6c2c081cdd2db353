import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_HEADER } from '../contract/console/headers.ts';
import { Uuid } from '../contract/primitives.ts';
import { failure, invalid } from './problems.ts';
import { headerText } from './reason-header.ts';

/**
 * The Idempotency-Key of a request, a UUID.
 * @param named what it names, and what a missing one means: the end of a sentence
 * @throws Failure 400 if it is missing or not a UUID
 */
export function readIdempotencyKey(request: FastifyRequest, named: string): string {
  const text = headerText(request, IDEMPOTENCY_HEADER);
  if (text === null) {
    throw failure(
      400,
      'idempotency_key_missing',
      `The header ${IDEMPOTENCY_HEADER} is missing: it names ${named}.`,
    );
  }
  const key = Uuid.safeParse(text);
  if (!key.success) {
    throw invalid(IDEMPOTENCY_HEADER, `The header ${IDEMPOTENCY_HEADER} must be a UUID.`);
  }
  return key.data;
}
