import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditPage } from '../../src/contract/console/audit.ts';
import { DirectoryCollectives } from '../../src/contract/console/directory.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { Gridhelm, runToEnd } from '../support/gridhelm.ts';
import { OperatorClient } from '../support/operator-client.ts';

/** A Command, and the Collective that it is for. */
interface Dispatch {
  collectiveId: string;
  body: { type: string; value: string | null };
}

const folder = () => mkdtempSync(path.join(tmpdir(), 'gridhelm-backup-'));

describe('commands for the data of a running console', () => {
  const dataDir = folder();
  const backup = path.join(folder(), 'backup');
  const verify = (of: string, ...head: string[]) =>
    runToEnd('audit-verify.js', head, { DATA_DIR: of });
  let gridhelm: Gridhelm;
  let client: OperatorClient;
  let dispatches: Dispatch[] = [];

  beforeAll(async () => {
    gridhelm = await Gridhelm.start({ DATA_DIR: dataDir });
    client = await new OperatorClient(gridhelm.origin).signIn();
    const { collectives } = await client.read(
      DirectoryCollectives,
      CONSOLE_ROUTES.collectives.path,
    );
    // A second dispatch to one Collective would be refused while the outcome of the first is unknown.
    dispatches = collectives.map(({ id, type }) => ({
      collectiveId: id,
      body:
        type === 'SolarFarm'
          ? { type: 'LimitFeedIn', value: '20000' }
          : { type: 'StopCharging', value: null },
    }));
  });
  afterAll(async () => {
    await gridhelm.dispose();
  });

  /** Dispatches one after another until stopped, and records each answered one. */
  async function dispatchOn(
    { collectiveId, body }: Dispatch,
    answered: string[],
    until: AbortSignal,
  ): Promise<void> {
    while (!until.aborted) {
      const key = randomUUID();
      const answer = await client.dispatchAnyway(collectiveId, body, { [IDEMPOTENCY_HEADER]: key });
      if (answer.status === 201) answered.push(key);
    }
  }

  test(
    'a backup under load, restored into an empty folder, lacks no dispatch answered before it',
    { timeout: 180_000 },
    async () => {
      const answered: string[] = [];
      const stop = new AbortController();
      const load = Promise.all(
        dispatches.map((dispatch) => dispatchOn(dispatch, answered, stop.signal)),
      );
      await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(9);
      const before = [...answered];
      const taken = await runToEnd('backup.js', [backup], { DATA_DIR: dataDir });
      const during = answered.length - before.length;
      const whileRunning = await verify(dataDir);
      stop.abort();
      await load;
      expect(taken).toMatchObject({ code: 0 });
      expect(taken.output).toContain('console.db');
      expect(whileRunning.output).toContain('The chain holds.');
      expect(whileRunning.code).toBe(0);

      const refused = await runToEnd('restore.js', [backup], { DATA_DIR: dataDir });
      expect(refused.code).toBe(1);
      expect(refused.output).toContain('in use by another Gridhelm');

      const empty = path.join(folder(), 'data');
      const restored = await runToEnd('restore.js', [backup], { DATA_DIR: empty });
      expect(restored).toMatchObject({ code: 0 });
      expect(readdirSync(empty).toSorted()).toEqual(
        expect.arrayContaining(['console.db', 'service-credentials.json']),
      );
      const second = await Gridhelm.start({ DATA_DIR: empty });
      try {
        const reader = await new OperatorClient(second.origin).signIn('administrator');
        for (const id of before) {
          const detail = await reader.batch(id);
          expect(detail.rows.length).toBeGreaterThan(0);
        }
        const page = await reader.read(AuditPage, `${CONSOLE_ROUTES.audit.path}?action=restored`);
        expect(page.acts).toHaveLength(1);
        expect(await verify(empty)).toMatchObject({ code: 0 });
        console.log(
          `backup under load: ${before.length} dispatches answered before it, ${during} while it was taken, 0 missing`,
        );
      } finally {
        await second.dispose();
      }
    },
  );

  test('the audit log is verified on a stopped console as well, and a cut tail is found', async () => {
    await gridhelm.end('SIGTERM');
    const whole = await verify(dataDir);
    expect(whole.code).toBe(0);
    const told = /last row is (\d+), (\w+)/.exec(whole.output)?.slice(1) ?? [];
    expect(await verify(dataDir, ...told)).toMatchObject({ code: 0 });
    const { openStore } = await import('../../src/store/open-store.ts');
    const { sql } = await import('kysely');
    const db = await openStore(path.join(dataDir, 'console.db'));
    for (const name of ['audit_log_no_delete', 'audit_head_only_grows']) {
      await sql`drop trigger ${sql.ref(name)}`.execute(db);
    }
    const head = "(select value from counters where name = 'audit')";
    await sql.raw(`delete from audit_log where sequence = ${head}`).execute(db);
    await sql`update counters set value = value - 1 where name = 'audit'`.execute(db);
    await db.destroy();
    // Without its counter the tail is missed only by who knows the head from the log.
    expect(await verify(dataDir)).toMatchObject({ code: 0 });
    const cut = await verify(dataDir, ...told);
    expect(cut.code).toBe(1);
    expect(cut.output).toContain(`Row ${told[0]} is missing`);
    const none = await verify(folder());
    expect(none).toMatchObject({ code: 1 });
    expect(none.output).toContain('There is no database');
    await gridhelm.start();
  });
});
