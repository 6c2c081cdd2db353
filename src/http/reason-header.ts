import type { FastifyRequest } from 'fastify';
import { REASON_HEADER, REASON_MAX } from '../contract/console/headers.ts';
import { lineProblem } from '../contract/texts.ts';
import { invalid } from './problems.ts';

/** A header of a request; null if it is missing or empty. */
export function headerText(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * The operator's reason for a request; null: none is given.
 * @throws Failure 400 if it cannot be decoded or kept
 */
export function readReason(request: FastifyRequest): string | null {
  const encoded = headerText(request, REASON_HEADER);
  if (encoded === null) return null;
  let reason: string;
  try {
    reason = decodeURIComponent(encoded).trim();
  } catch {
    throw invalid(REASON_HEADER, 'The reason is not percent-encoded UTF-8.');
  }
  if (reason.length > REASON_MAX) {
    throw invalid(REASON_HEADER, `The reason has more than ${REASON_MAX} characters.`);
  }
  const problem = lineProblem(reason);
  if (problem !== null) throw invalid(REASON_HEADER, `The reason cannot be kept. ${problem}`);
  return reason === '' ? null : reason;
}
