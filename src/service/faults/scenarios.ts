import { ENDPOINTS } from '../../contract/endpoints.ts';
import { keysOf } from '../../lib/objects.ts';
import type { FaultRule } from './rules.ts';

/** A named state of the service: a complete set of rules. */
interface Scenario {
  description: string;
  rules: readonly FaultRule[];
}

const UNAVAILABLE = {
  code: 'ServiceUnavailable',
  description: 'The service is not available at the moment.',
  message: 'Try again later.',
};

const busy = (probability: number): FaultRule => ({
  endpoint: '*',
  kind: 'status',
  status: 503,
  errors: [UNAVAILABLE],
  retryAfterS: 1,
  probability,
});

/** Scenarios that a test or a demonstration can select by name. */
export const SCENARIOS = {
  healthy: { description: 'No faults.', rules: [] },
  slow: {
    description: 'Every answer takes 800 ms.',
    rules: [{ endpoint: '*', kind: 'delay', ms: 800 }],
  },
  flaky: {
    description:
      'One request in ten is answered 503, one in twenty has its connection reset before it is read.',
    rules: [
      { endpoint: '*', kind: 'reset-unread', probability: 0.05 },
      { endpoint: '*', kind: 'status', status: 503, errors: null, probability: 0.1 },
    ],
  },
  degraded: {
    description:
      'Half of the answers take 400 ms, three requests in ten are answered 503, one answer in ten breaks off.',
    rules: [
      { endpoint: '*', kind: 'delay', ms: 400, probability: 0.5 },
      busy(0.3),
      { endpoint: '*', kind: 'truncated', probability: 0.1 },
    ],
  },
  outage: {
    description: 'Every request, including for a token, gets 503 and has no effect.',
    rules: [busy(1)],
  },
  ambiguous: {
    description: 'Every change takes effect, but its answer is lost; reads are answered.',
    rules: keysOf(ENDPOINTS)
      .filter((name) => ENDPOINTS[name].method !== 'GET')
      .map((endpoint): FaultRule => ({ endpoint, kind: 'reset-after' })),
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = keysOf(SCENARIOS);
