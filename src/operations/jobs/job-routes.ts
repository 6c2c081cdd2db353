import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { JOB_ROUTES } from '../../contract/console/job-routes.ts';
import type { JobChange } from '../../contract/console/job.ts';
import { isoInstant } from '../../domain/instant.ts';
import { denialReason, permits } from '../../domain/permissions.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../http/define-route.ts';
import { failure } from '../../http/problems.ts';
import { READ, act, type Act, type Route } from '../../http/route.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { ItemRunner } from './item-runner.ts';
import { changeJobState, createJob, type NewJob } from './job-store.ts';
import { newCancel, newChange } from './new-jobs.ts';
import { readItems, readJob, readJobs } from './read-jobs.ts';
import { readTargets } from './targets.ts';

/** Largest request that begins a job, in bytes. */
const BODY_LIMIT = 2 * 1024 * 1024;

/** What beginning a job needs of its request. */
interface Beginning {
  signedIn: SignedIn;
  record: Act;
  reply: FastifyReply;
}
/** What stopping or resuming one needs. */
type Change = Omit<Beginning, 'reply'> & { params: { id: string } };

/** The routes that change many Entities, cancel many Commands, and show the progress. */
export function jobRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  runner: Pick<ItemRunner, 'wake' | 'pause'>;
  requireConfirmed: Sessions['requireConfirmed'];
  /** Called after something of a job was stored. @param dispatchId whose Commands it cancels, or null */
  onChange(dispatchId: string | null): void;
}): Route[] {
  const { db, clock, runner } = parts;
  const routes = JOB_ROUTES;

  /** Requires of an offboarding the permission for it, and that it is them. @throws Failure 403 */
  const requireOffboard = async (signedIn: SignedIn, { kind }: JobChange) => {
    if (kind !== 'offboarding') return;
    const { role } = signedIn.operator;
    if (!permits(role, 'offboard')) {
      throw failure(403, 'forbidden', denialReason(role, 'offboard'));
    }
    await parts.requireConfirmed(signedIn);
  };
  const stored = async (id: string) => {
    const answer = await detail(id);
    const { change } = answer.job;
    parts.onChange(change.kind === 'cancel' ? change.dispatchId : null);
    runner.wake();
    return answer;
  };
  const detail = async (id: string) => ({
    job: await readJob(db, id, runner.pause()),
    asOf: isoInstant(clock.now()),
  });
  const begin = async (job: NewJob, { signedIn, record, reply }: Beginning) => {
    const { id, created } = await record.done((trx) => createJob(trx, job, signedIn, clock.now()));
    reply.code(created ? 201 : 200);
    return stored(id);
  };
  /** Each family of jobs has its own permission, which must not reach the other. */
  const changeTo =
    (family: 'bulk' | 'cancel', to: 'running' | 'stopped') =>
    async ({ params: { id }, signedIn, record }: Change) => {
      const job = await readJob(db, id, null);
      if ((job.change.kind === 'cancel') !== (family === 'cancel')) {
        throw failure(404, 'not_found', `There is no run ${id}.`);
      }
      if (to === 'running') await requireOffboard(signedIn, job.change);
      await record.done((trx) => changeJobState(trx, id, to));
      return stored(id);
    };

  const bulk = {
    permission: 'change-entity',
    audit: act('bulk', 'bulk change {id}, resume'),
  } as const;
  const cancel = {
    permission: 'cancel-command',
    audit: act('sweep', 'sweep {id}, resume'),
  } as const;
  // What only ends something does not need room on the disk.
  const endsBulk = {
    ...bulk,
    audit: act('bulk', 'bulk change {id}, stop', { needsRoom: false }),
  } as const;
  const endsCancel = {
    ...cancel,
    audit: act('sweep', 'sweep {id}, stop', { needsRoom: false }),
  } as const;

  return [
    defineRoute(routes.bulkRuns, READ, () => readJobs(db, null, runner.pause(), clock.now())),
    defineRoute(
      routes.startBulk,
      { ...bulk, audit: act('bulk', 'bulk change'), bodyLimit: BODY_LIMIT },
      async (input) => {
        await requireOffboard(input.signedIn, input.body.change);
        return begin(newChange(input.body), input);
      },
    ),
    defineRoute(routes.stopBulk, endsBulk, changeTo('bulk', 'stopped')),
    defineRoute(routes.resumeBulk, bulk, changeTo('bulk', 'running')),
    defineRoute(routes.bulkTargets, { ...READ, bodyLimit: BODY_LIMIT }, ({ body }) =>
      readTargets(db, body, clock.now()),
    ),
    defineRoute(routes.sweeps, READ, ({ params }) =>
      readJobs(db, params.id, runner.pause(), clock.now()),
    ),
    defineRoute(
      routes.startSweep,
      { ...cancel, audit: act('sweep', 'batch {id}', { dispatchParam: 'id' }) },
      (input) => begin(newCancel(input.params.id, input.body), input),
    ),
    defineRoute(routes.stopSweep, endsCancel, changeTo('cancel', 'stopped')),
    defineRoute(routes.resumeSweep, cancel, changeTo('cancel', 'running')),
    defineRoute(routes.job, READ, ({ params }) => detail(params.id)),
    defineRoute(routes.jobItems, READ, ({ params, query }) =>
      readItems(db, params.id, query, clock.now()),
    ),
  ];
}
