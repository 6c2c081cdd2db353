import Fastify, { type FastifyInstance } from 'fastify';
import { z } from '../../contract/zod.ts';
import type { Clock } from '../clock.ts';
import { ServiceFailure, asFailure, failureOf } from '../errors.ts';
import type { Simulation } from '../devices/simulation.ts';
import type { Faults } from './faults.ts';
import { FaultRules } from './rules.ts';

const ClockJump = z.strictObject({
  advanceMs: z
    .int()
    .min(0)
    .max(366 * 86_400_000),
});

function parsed<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw failureOf('invalidBody', result.error.issues);
  return result.data;
}

/**
 * The fault controls: a listener of their own, for tests. Off unless a port is set, and never reachable
 * from another machine.
 */
export function makeControl(parts: {
  faults: Faults;
  clock: Clock;
  simulation: Simulation;
}): FastifyInstance {
  const app = Fastify({ return503OnClosing: false });
  app.setErrorHandler((error, _request, reply) => {
    const failure = asFailure(error);
    return reply.code(failure.status).send(failure.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const failure = new ServiceFailure('noRoute', 'Try PUT /faults, GET /requests or POST /clock.');
    return reply.code(failure.status).send(failure.body);
  });
  app.put('/faults', (request, reply) => {
    parts.faults.replace(parsed(FaultRules, request.body));
    return reply.code(204).send();
  });
  app.delete('/faults', (_request, reply) => {
    parts.faults.replace([]);
    return reply.code(204).send();
  });
  app.get('/requests', (_request, reply) => reply.send(parts.faults.requests()));
  app.post('/clock', async (request, reply) => {
    parts.clock.advance(parsed(ClockJump, request.body).advanceMs);
    await parts.simulation.advance();
    return reply.send({ nowMs: parts.clock.now() });
  });
  return app;
}
