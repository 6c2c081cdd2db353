import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { ServiceFailure } from '../errors.ts';
import { type Random, randomFor } from '../random.ts';
import { makeGate } from './gate.ts';
import { tokenOf } from './paging-faults.ts';
import { type FaultRule, type Target, isAboutCommands, reaches } from './rules.ts';
import { makeRush } from './rush.ts';

/** Counts of received requests, for tests. */
interface ReceivedRequests {
  /** By endpoint name. */
  counts: Record<string, number>;
  /** By endpoint name and method, for example `sendCommand POST`. */
  byMethod: Record<string, number>;
  /** By endpoint name: the most that arrived within one second of real time. */
  mostInASecond: Record<string, number>;
  /** Bodies of the requests that send or schedule Commands, as received. */
  batches: { endpoint: Target; path: string; body: string }[];
  /** Requests that currently wait for the rules to be replaced. */
  held: number;
}

/** Disturbs the service on request and counts what it receives. */
export interface Faults {
  replace(rules: readonly FaultRule[]): void;
  requests(): ReceivedRequests;
  received(target: Target, method: string): void;
  receivedBatch(target: Target, path: string, body: string): void;
  /** Breaks a connection before any of the request's body is read; returns whether it did. */
  unread(target: Target, request: FastifyRequest, reply: FastifyReply): boolean;
  /**
   * Applies faults before a request is handled. Afterwards `reply.sent` shows whether the request
   * is done. Throws unauthorized if a fault rejects the token.
   * @returns the faults that change what is read, done or answered
   */
  before(target: Target, request: FastifyRequest, reply: FastifyReply): Promise<FaultRule[]>;
  /** Holds an answer back until the rules are replaced, if a rule requires it. */
  beforeAnswer(struck: readonly FaultRule[]): Promise<void>;
  /** Ends hanging requests and releases held ones, so that the service can stop. */
  release(): void;
}

interface Armed {
  rule: FaultRule;
  left: number;
}

const INJECTED = { code: 'Injected', description: 'An injected fault.', message: null };

function breakOff(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

function sendStatus(rule: FaultRule, reply: FastifyReply): FastifyReply {
  void reply.code(rule.status ?? 500);
  if (rule.retryAfterS !== undefined) void reply.header('retry-after', rule.retryAfterS);
  return rule.errors === null ? reply.send() : reply.send({ errors: rule.errors ?? [INJECTED] });
}

/**
 * Makes the faults; without rules they only count.
 * @param seed decides, with the order of the requests, which of them a probability affects
 * @param clock the simulated time that `clock-jump` advances
 */
export function makeFaults(seed: number, clock: Clock): Faults {
  let armed: Armed[] = [];
  let random: Random = randomFor(seed, 'faults');
  const rush = makeRush();
  const gate = makeGate();
  const log: Omit<ReceivedRequests, 'held'> = {
    counts: {},
    byMethod: {},
    mostInASecond: rush.most,
    batches: [],
  };
  const hanging = new Set<FastifyRequest>();

  /** Whether a rule affects a request; each call counts. */
  const strikes = (entry: Armed, target: Target, { query, url }: FastifyRequest): boolean => {
    const { rule } = entry;
    if (entry.left <= 0 || !reaches(rule, target)) return false;
    const isElsewhere = rule.address !== undefined && !url.includes(rule.address);
    if (isElsewhere && !isAboutCommands(rule)) return false;
    // A first page cannot repeat an earlier one.
    if (rule.kind === 'duplicate-page' && tokenOf(query) === null) return false;
    if (rule.probability !== undefined && !random.chance(rule.probability)) return false;
    entry.left -= 1;
    return true;
  };

  return {
    replace: (rules) => {
      armed = rules.map((rule) => ({ rule, left: rule.count ?? Number.POSITIVE_INFINITY }));
      random = randomFor(seed, 'faults');
      gate.open();
    },
    requests: () => ({ ...log, held: gate.held() }),
    received: (target, method) => {
      const key = `${target} ${method}`;
      log.counts[target] = (log.counts[target] ?? 0) + 1;
      log.byMethod[key] = (log.byMethod[key] ?? 0) + 1;
      rush.arrived(target, performance.now());
    },
    receivedBatch: (endpoint, path, body) => {
      log.batches.push({ endpoint, path, body });
    },
    unread: (target, request, reply) => {
      const unread = armed.filter(({ rule }) => rule.kind === 'reset-unread');
      if (!unread.some((entry) => strikes(entry, target, request))) return false;
      breakOff(request, reply);
      return true;
    },
    before: async (target, request, reply) => {
      const after: FaultRule[] = [];
      for (const entry of armed.filter(({ rule }) => rule.kind !== 'reset-unread')) {
        if (!strikes(entry, target, request)) continue;
        const { rule } = entry;
        if (rule.kind === 'delay') {
          await gate.delay(rule.ms ?? 0);
        } else if (rule.kind === 'hold') {
          await gate.hold();
        } else if (rule.kind === 'clock-jump') {
          clock.advance(rule.ms ?? 0);
        } else if (rule.kind === 'hang') {
          hanging.add(request);
          reply.hijack();
          request.raw.socket.once('close', () => hanging.delete(request));
          return [];
        } else if (rule.kind === 'reset-before') {
          breakOff(request, reply);
          return [];
        } else if (rule.kind === 'status') {
          await sendStatus(rule, reply);
          return [];
        } else if (rule.kind === 'token-refused') {
          throw new ServiceFailure('unauthorized', 'An injected fault: this token is refused.');
        } else {
          after.push(rule);
        }
      }
      return after;
    },
    beforeAnswer: async (struck) => {
      if (struck.some(({ kind }) => kind === 'hold-answer')) await gate.hold();
    },
    release: () => {
      gate.stop();
      for (const request of hanging) request.raw.socket.destroy();
    },
  };
}
