import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import type { Clock } from '../clock.ts';
import { deviceState } from '../devices/device-state.ts';
import { ServiceFailure, asFailure, failureOf } from '../errors.ts';
import type { Simulation } from '../devices/simulation.ts';
import type { Store } from '../store/store.ts';
import { MAX_CLOCK_OFFSET_MS, MAX_DRIFT_PPM, type ReportedClock } from '../reported-clock.ts';
import type { Faults } from './faults.ts';
import { refuseForeign } from './foreign.ts';
import { readLedger } from './ledger.ts';
import { FaultRules } from './rules.ts';
import { SCENARIOS, SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';

const ClockChange = z.strictObject({
  /** Advances the simulation. */
  advanceMs: z
    .int()
    .min(0)
    .max(366 * 86_400_000)
    .optional(),
  /** Offset of the reported clock from the simulation; the devices do not notice. */
  offsetMs: z.int().min(-MAX_CLOCK_OFFSET_MS).max(MAX_CLOCK_OFFSET_MS).optional(),
  driftPpm: z.number().min(-MAX_DRIFT_PPM).max(MAX_DRIFT_PPM).optional(),
});

const ScenarioChoice = z.strictObject({ name: z.enum(SCENARIO_NAMES) });

const DevicePath = z.strictObject({ entityId: Uuid });

function parsed<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw failureOf('invalidBody', result.error.issues);
  return result.data;
}

/** Dependencies of the controls. */
interface ControlParts {
  faults: Faults;
  clock: Clock;
  reported: ReportedClock;
  simulation: Simulation;
  store: Store;
  seed: number;
  /** The current state as a world file, in chunks. */
  world: () => AsyncIterable<string>;
}

/**
 * The fault controls: a separate listener for tests. Off unless a port is set, and never reachable from
 * another machine.
 */
export function makeControl(parts: ControlParts): FastifyInstance {
  const app = Fastify({ return503OnClosing: false });
  app.setErrorHandler((error, _request, reply) => {
    const failure = asFailure(error);
    return reply.code(failure.status).send(failure.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const failure = new ServiceFailure(
      'noRoute',
      'Try PUT /faults, GET or PUT /scenario, GET /requests, GET /ledger, GET /devices/{entityId}, GET /world or POST /clock.',
    );
    return reply.code(failure.status).send(failure.body);
  });
  refuseForeign(app);
  registerFaults(app, parts.faults);
  app.get('/requests', (_request, reply) => reply.send(parts.faults.requests()));
  app.post('/clock', async (request, reply) => {
    const { advanceMs, ...change } = parsed(ClockChange, request.body);
    parts.reported.set(change);
    parts.clock.advance(advanceMs ?? 0);
    await parts.simulation.advance();
    return reply.send({ nowMs: parts.clock.now(), toldMs: parts.reported.now() });
  });
  app.get('/ledger', async (_request, reply) => {
    await parts.simulation.advance();
    return reply.send({ batches: await readLedger(parts.store) });
  });
  app.get('/world', async (_request, reply) => {
    await parts.simulation.advance();
    return reply.type('application/json').send(Readable.from(parts.world()));
  });
  app.get('/devices/:entityId', async (request, reply) => {
    const { entityId } = parsed(DevicePath, request.params);
    await parts.simulation.advance();
    return reply.send(await deviceState(parts.store, parts.seed, entityId, parts.simulation.now()));
  });
  return app;
}

/** Single rules, and the named sets of them. */
function registerFaults(app: FastifyInstance, faults: Faults): void {
  /** Null: the rules are not a named scenario. */
  let current: ScenarioName | null = 'healthy';
  app.put('/faults', (request, reply) => {
    faults.replace(parsed(FaultRules, request.body));
    current = null;
    return reply.code(204).send();
  });
  app.delete('/faults', (_request, reply) => {
    faults.replace([]);
    current = 'healthy';
    return reply.code(204).send();
  });
  app.get('/scenario', (_request, reply) =>
    reply.send({
      name: current,
      scenarios: SCENARIO_NAMES.map((name) => ({ name, ...SCENARIOS[name] })),
    }),
  );
  app.put('/scenario', (request, reply) => {
    current = parsed(ScenarioChoice, request.body).name;
    faults.replace(SCENARIOS[current].rules);
    return reply.code(204).send();
  });
}
