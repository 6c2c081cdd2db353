import { z } from './zod.ts';
import { optional } from './primitives.ts';

/** One item of an error body; every part may be null. Spec, "Error body". */
export const ErrorItem = z.object({
  code: optional(z.string()),
  description: optional(z.string()),
  message: optional(z.string()),
});
export type ErrorItem = z.infer<typeof ErrorItem>;

/** The body of every failure. Spec, "Error body". */
export const ErrorBody = z.object({
  errors: optional(z.array(ErrorItem)),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
