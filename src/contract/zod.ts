import * as z from 'zod';

// The page's Content-Security-Policy forbids eval: zod must not compile its parsers in a browser,
// which has to be set before the first schema is made. So all code imports `z` from here.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** What is said of an id that is none. */
export const NOT_AN_ID = 'Not an id: expected a UUID.';

/** Replaces messages that contain zod's terms; undefined: zod's own, or that of the rule. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return `Not known here: ${issue.keys.join(', ')}.`;
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'This is needed.' : `At least ${issue.minimum} characters.`;
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `At most ${issue.maximum} characters.`;
  }
  const isId = issue.code === 'invalid_format' && ['guid', 'uuid'].includes(issue.format);
  return isId ? NOT_AN_ID : undefined;
}
z.config({ customError: plainMessage });

export { z };
