import { createUpstreamClient } from '../bff/upstream/client.ts';
import type { Command } from '../contract/command.ts';
import { createAnswerSubscriber } from '../operations/answers.ts';
import { learnMembership } from '../operations/directory/learn-answers.ts';
import { createLearning } from '../operations/directory/learning.ts';
import { createFleetWriter } from '../operations/fleet/reads/writer.ts';
import { createOutageBreaker } from '../operations/jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../operations/jobs/request-budget.ts';
import type { ConsoleOptions } from './console-options.ts';
import type { Core } from './core.ts';
import { createMetrics } from './metrics.ts';
import { watchService } from './service-state.ts';

/** The Device Connectivity Service as the rooms reach it. */
export type ServiceAccess = ReturnType<typeof createServiceAccess>;

/**
 * Creates the client of the Service, and what learns from its answers.
 * @param onCommand called for each Command that an answer describes
 */
export function createServiceAccess(
  core: Core,
  { upstream: settings }: Pick<ConsoleOptions, 'upstream'>,
  onCommand: (command: Command) => Promise<void>,
) {
  const { config, db, reader, clock, storeHealth, diskRoom, notifier, steps } = core;
  const learning = createLearning({
    db,
    clock,
    onStored: () => {
      notifier.tell({ fleet: null });
    },
    onError: core.failed('facts from an answer could not be stored in the directory'),
  });
  steps.push(() => learning.settle());
  const writer = createFleetWriter({
    db,
    clock,
    policy: config.fleetPolicy,
    onStored: (changed) => {
      notifier.tell(changed);
    },
  });
  const answers = createAnswerSubscriber({
    clock,
    writer,
    ...learning,
    onCommand,
    onCollective: (collective) => learnMembership(db, collective, clock.now()),
    onError: core.failed('an answer of the Service could not be stored'),
  });
  steps.push(() => answers.settle());
  const budget = createRequestBudget(config.requestsPerSecond, clock, {
    places: settings.maxInFlight,
    whenWritable: (ending) => storeHealth.whenWritable(ending),
    whenForChanges: (ending) => diskRoom.whenForChanges(ending),
  });
  const metrics =
    config.metrics === null ? null : createMetrics(config.metrics, { db: reader, storeHealth });
  const client = createUpstreamClient(settings, clock, budget);
  const service = watchService(core.realClock, () => notifier.tell({}));
  steps.push(() => service.stop());
  const upstream = answers.watch(service.watch(metrics?.watch(client) ?? client));
  steps.push(() => upstream.close());
  return {
    /** Each of its answers is learned from; see `withPriority`. */
    upstream,
    answers,
    /** Stores what is read. */
    writer,
    budget,
    breaker: createOutageBreaker(clock),
    state: () => service.state(),
    metrics,
    /** A dispatch reached Entities that the directory does not have. */
    onStrangers: () => learning.onBatch(),
  };
}
