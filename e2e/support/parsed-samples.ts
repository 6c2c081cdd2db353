import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { PLAIN, TOLERATED } from '../../src/contract/samples/payloads.ts';

const SAMPLES = [
  null,
  true,
  1.5,
  'text',
  [],
  {},
  [{}],
  [1, 'a'],
  ...Object.values(PLAIN),
  ...Object.values(TOLERATED),
];

/** The result of each answer schema for each sample: the value, or all issues. */
export const PARSED = Object.entries({ ...CONSOLE_ROUTES, ...ENDPOINTS }).map(
  ([name, { answer }]) => {
    const results = SAMPLES.map((sample) => answer?.safeParse(sample));
    return {
      name,
      results: results.map((result) => result?.data ?? result?.error?.issues ?? null),
    };
  },
);
