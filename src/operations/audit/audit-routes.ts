import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { MOST_BREAKS, MadeFile, type AuditCheck } from '../../contract/console/audit.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { isTimeZone, isoInstant } from '../../domain/instant.ts';
import { defineRoute } from '../../http/define-route.ts';
import { invalid } from '../../http/problems.ts';
import { act, type Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { auditCsv } from './audit-file.ts';
import { readActs } from './read-acts.ts';
import { verifyChain } from './verify.ts';

/** The target of a recorded file: its subject. */
function fileTarget(body: unknown): string {
  const file = MadeFile.safeParse(body).data;
  if (file === undefined) return 'a file';
  return file.id === null ? file.what : `${file.what} ${file.id}`;
}

/** Checks the chain of the audit log. */
async function checkAudit(db: Kysely<Store>, now: number): Promise<AuditCheck> {
  const { rows, breaks, since } = await verifyChain(db);
  return {
    rows,
    checkedAt: isoInstant(now),
    breaks: breaks.slice(0, MOST_BREAKS),
    breaksTotal: breaks.length,
    since,
  };
}

/** The routes of the audit log. */
export function auditRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { audit, auditFile, checkAudit: check, recordFile } = CONSOLE_ROUTES;
  const reads = { permission: 'read-audit', audit: 'none' } as const;
  // Checking a long log takes time; requests that arrive meanwhile share one check.
  let checking: Promise<AuditCheck> | null = null;
  return [
    defineRoute(audit, reads, ({ query }) => readActs(db, query, clock.now())),
    defineRoute(
      auditFile,
      {
        permission: 'read-audit',
        audit: act('export', 'audit log', { effect: 'elsewhere', needsRoom: false }),
      },
      ({ query: { zone, ...filter }, reply }) => {
        if (!isTimeZone(zone)) throw invalid('zone', `${zone} is not a time zone.`);
        const now = clock.now();
        const name = `audit-${isoInstant(now).slice(0, 10)}.csv`;
        reply.headers({
          'Content-Disposition': `attachment; filename="${name}"`,
          'Content-Type': 'text/csv; charset=utf-8',
        });
        return Readable.from(auditCsv(db, filter, zone, now), { objectMode: false });
      },
    ),
    defineRoute(check, reads, () => {
      checking ??= checkAudit(db, clock.now()).finally(() => {
        checking = null;
      });
      return checking;
    }),
    defineRoute(
      recordFile,
      { permission: 'read', audit: act('export', fileTarget, { needsRoom: false }) },
      // Only the recording is needed.
      ({ record }) => record.done(() => Promise.resolve()),
    ),
  ];
}
