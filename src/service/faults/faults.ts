import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Random, randomFor } from '../random.ts';
import type { FaultKind, FaultRule, Target } from './rules.ts';

/** What has been received, for tests that count. */
interface ReceivedRequests {
  /** By endpoint name. */
  counts: Record<string, number>;
  /** By endpoint name and method, for example `sendCommand POST`. */
  byMethod: Record<string, number>;
  /** Bodies of the requests that send or schedule Commands, as received. */
  batches: { endpoint: Target; path: string; body: string }[];
}

/** Disturbs the service on request and counts what it receives. */
export interface Faults {
  replace(rules: readonly FaultRule[]): void;
  requests(): ReceivedRequests;
  received(target: Target, method: string): void;
  receivedBatch(target: Target, path: string, body: string): void;
  /**
   * Applies what happens before a request is acted on. Afterwards `reply.sent` tells that the request
   * is done with.
   * @returns the fault that is to change the answer, or null
   */
  before(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<FaultKind | null>;
  /** Ends what hangs, so that the service can stop. */
  release(): void;
}

interface Armed {
  rule: FaultRule;
  left: number;
}

const emptyLog = (): ReceivedRequests => ({ counts: {}, byMethod: {}, batches: [] });

/** Makes the faults; without rules they only count. */
export function makeFaults(seed: number): Faults {
  let armed: Armed[] = [];
  let random: Random = randomFor(seed, 'faults');
  const log = emptyLog();
  const hanging = new Set<FastifyRequest>();

  const take = (target: Target): FaultRule[] =>
    armed
      .filter(({ rule, left }) => left > 0 && (rule.endpoint === '*' || rule.endpoint === target))
      .filter(({ rule }) => rule.probability === undefined || random.chance(rule.probability))
      .map((entry) => {
        entry.left -= 1;
        return entry.rule;
      });

  return {
    replace: (rules) => {
      armed = rules.map((rule) => ({ rule, left: rule.count ?? Number.POSITIVE_INFINITY }));
      random = randomFor(seed, 'faults');
    },
    requests: () => log,
    received: (target, method) => {
      const key = `${target} ${method}`;
      log.counts[target] = (log.counts[target] ?? 0) + 1;
      log.byMethod[key] = (log.byMethod[key] ?? 0) + 1;
    },
    receivedBatch: (endpoint, path, body) => {
      log.batches.push({ endpoint, path, body });
    },
    before: async (target, request, reply) => {
      let after: FaultKind | null = null;
      for (const rule of take(target)) {
        if (rule.kind === 'delay') {
          await wait(rule.ms ?? 0);
        } else if (rule.kind === 'hang') {
          hanging.add(request);
          reply.hijack();
          request.raw.socket.once('close', () => hanging.delete(request));
          return null;
        } else if (rule.kind === 'reset-before') {
          reply.hijack();
          request.raw.socket.destroy();
          return null;
        } else if (rule.kind === 'status') {
          const errors = rule.errors ?? [
            { code: 'Injected', description: 'A fault was asked for.', message: null },
          ];
          await reply.code(rule.status ?? 500).send({ errors });
          return null;
        } else {
          after = rule.kind;
        }
      }
      return after;
    },
    release: () => {
      for (const request of hanging) request.raw.socket.destroy();
    },
  };
}
