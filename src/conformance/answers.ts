import type { EndpointName } from '../contract/endpoints.ts';
import { ErrorBody, ErrorItem } from '../contract/error-body.ts';
import { z } from '../contract/zod.ts';
import { Differs, may, shown } from './outcome.ts';

/** One answer, unmodified. */
export interface Answer {
  /** Method and address without the base, for the table. */
  asked: string;
  status: number;
  headers: Headers;
  text: string;
  /** Undefined if the text is not JSON. */
  json: unknown;
}

/** Whether the request was refused as faulty. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/**
 * Throws Differs unless the status means success.
 * @param name of the endpoint: its failures with one status have one cause
 */
export function mustSucceed(answer: Answer, name: EndpointName): void {
  if (isSuccess(answer)) return;
  const moved = answer.status < 400 ? ` to ${shown(answer.headers.get('location'))}` : '';
  throw new Differs(`${saw(answer)}${moved}`, { root: `${name}: ${answer.status}` });
}

/** A short description of an answer. */
export function saw(answer: Answer): string {
  return `${shown(answer.asked)}: ${answer.status} ${shown(answer.text)}`;
}

/** Fields of every failure. The list may be null, but must be present. Spec, "Error body". */
const Failure = ErrorBody.extend({ errors: z.array(ErrorItem).nullable() });

/** Throws Differs unless the body is an error body. Spec, "Errors" 1. */
export function mustHaveErrorBody(answer: Answer): void {
  if (Failure.safeParse(answer.json).success) return;
  throw new Differs(`no error body: ${saw(answer)}`, { root: 'no error body' });
}

/** Whether a success has content: rows, or fields that are not empty. */
function givesSomething({ json }: Answer): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const values: unknown[] = Array.isArray(json) ? json : Object.values(json);
  const page = z.object({ data: z.array(z.unknown()).nullable() }).safeParse(json);
  if (page.success) return (page.data.data ?? []).length > 0;
  if (Failure.safeParse(json).success) return false;
  return values.some((value) => value !== null && !(Array.isArray(value) && value.length === 0));
}

/**
 * Throws Differs if a request without permission gets data. The form of the refusal is not documented.
 * @param root names the cause, if several checks can meet it
 */
export function mustGiveNothing(answer: Answer, root?: string): void {
  if (!isSuccess(answer) || !givesSomething(answer)) return;
  throw new Differs(saw(answer), root === undefined ? {} : { root });
}

/**
 * Throws Differs unless a request that the specification forbids was refused, with any status from 400 on and
 * an error body. Spec, "Errors" 1 and 5.
 */
export function mustBeRefused(answer: Answer): void {
  if (answer.status < 400) throw new Differs(saw(answer));
  mustHaveErrorBody(answer);
  may(answer.status < 500, saw(answer));
}

/**
 * The same for a request whose outcome the specification leaves open: it may succeed; a refusal has
 * an error body. Spec, "Errors" 1 and 5.
 * @param statuses those of the embedded service; absent: any from 400 to 499
 */
export function mayBeRefused(answer: Answer, ...statuses: readonly number[]): void {
  may(answer.status >= 400, saw(answer));
  mustHaveErrorBody(answer);
  const fits = statuses.length === 0 ? answer.status < 500 : statuses.includes(answer.status);
  may(fits, saw(answer));
}
