import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../store/dialect/sqlite.ts';
import { createAudit } from '../../operations/audit/audit.ts';
import { NOBODY_ASKED } from '../../operations/audit/chain.ts';
import { verifyChain } from '../../operations/audit/verify.ts';
import { lockDataDir } from '../../store/data-lock.ts';
import { MIGRATIONS } from '../../store/baseline/baseline.ts';
import type { Store } from '../../store/schema/schema.ts';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take.ts';

const NOW = Date.UTC(2026, 2, 2);
const fresh = () => mkdtempSync(path.join(tmpdir(), 'backup-'));
const open = (dataDir: string, migrations = MIGRATIONS) =>
  openSqlite<Store>(path.join(dataDir, 'console.db'), migrations);

describe('a backup', () => {
  let dataDir: string;
  let backup: string;
  beforeEach(async () => {
    dataDir = fresh();
    backup = path.join(fresh(), 'the console');
    await inStore(dataDir, (db) => record(db, 3));
  });
  const record = async (db: Kysely<Store>, count: number) => {
    const audit = createAudit({ db, clock: manualClock(NOW), onError: () => {} });
    const entry = { ...NOBODY_ASKED, operator: null, sessionHash: null } as const;
    for (let at = 0; at < count; at += 1) {
      await audit.record({ ...entry, action: 'settings-changed', outcome: 'done' });
    }
  };
  const take = () => takeBackup(dataDir, backup, NOW);
  const restore = (to: string, brokenChain = false) =>
    restoreBackup({ dataDir: to, backup, brokenChain, now: NOW });
  /** Changes the store, and closes it. */
  const inStore = async <T>(folder: string, work: (db: Kysely<Store>) => Promise<T>) => {
    const db = await open(folder);
    const made = await work(db);
    await db.destroy();
    return made;
  };
  const filesIn = (folder: string) =>
    readdirSync(folder).filter((name) => !name.startsWith('console.lock'));

  test('holds the databases and the credentials, for its owner alone', async () => {
    writeFileSync(path.join(dataDir, 'service-credentials.json'), '{"clientId":"x"}');
    await (await openSqlite(path.join(dataDir, 'service-demo-1.db'), {})).destroy();
    const names = ['console.db', 'service-credentials.json', 'service-demo-1.db'];
    expect(take().toSorted()).toEqual([...names, 'taken-at']);
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(backup))).toEqual([path.basename(backup)]);
    const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: backup });
    expect([check.status, String(check.stdout).match(/OK/g)?.length]).toEqual([0, 4]);
    expect(() => take()).toThrow('exists already');
    const to = fresh();
    await restore(to);
    expect(readdirSync(to)).toEqual(expect.arrayContaining(names));
    const credentials = readFileSync(path.join(to, 'service-credentials.json'), 'utf8');
    expect(credentials).toBe('{"clientId":"x"}');
    for (const name of names) expect(statSync(path.join(to, name)).mode & 0o777).toBe(0o600);
  });

  test('is consistent during writes, and does not contain later ones', async () => {
    const db = await open(dataDir);
    await record(db, 2);
    take();
    await record(db, 2);
    await db.destroy();
    const to = fresh();
    expect((await restore(to)).auditRows).toBe(5);
    await inStore(to, async (restored) => {
      expect(await verifyChain(restored)).toMatchObject({ breaks: [], rows: 6 });
      const rows = restored.selectFrom('audit_log').where('sequence', '=', 6);
      const last = await rows.select(['action', 'body']).executeTakeFirst();
      const body = '{"takenAt":"2026-03-02T00:00:00.000Z"}';
      expect(last).toEqual({ action: 'restored', body });
    });
  });

  test('a restore ends all sessions and tokens, and stops background changes and what waits', async () => {
    const db = await open(dataDir);
    await sql`insert into sessions (id_hash, operator_id, created_at, last_used_at, confirmed_at)
      values ('s', 'o', ${NOW}, ${NOW}, ${NOW})`.execute(db);
    await sql`insert into api_tokens (id, token_hash, operator_id, name, created_at)
      values ('t', 'h', 'o', 'Sheet', ${NOW})`.execute(db);
    await sql`insert into approvals (dispatch_id, state, requested_at, expires_at)
      values ('d', 'waiting', ${NOW}, ${Number.MAX_SAFE_INTEGER})`.execute(db);
    for (const [id, state] of Object.entries({ a: 'running', b: 'done' })) {
      await sql`insert into jobs (id, kind, operator_id, operator_name, session_hash, change,
        subject, body_hash, state, total, created_at)
        values (${id}, 'cancel', 'o', 'O', 's', '{}', 's', 'h', ${state}, 0, 0)`.execute(db);
    }
    await db.destroy();
    take();
    const to = fresh();
    await restore(to);
    const restored = await open(to);
    expect(await restored.selectFrom('sessions').selectAll().execute()).toEqual([]);
    expect(await restored.selectFrom('api_tokens').selectAll().execute()).toEqual([]);
    const [waiting] = await restored.selectFrom('approvals').select('expires_at').execute();
    expect(waiting?.expires_at).toBeLessThanOrEqual(Date.now());
    const states = await restored.selectFrom('jobs').orderBy('id').select('state').execute();
    expect(states).toEqual([{ state: 'stopped' }, { state: 'done' }]);
    await restored.destroy();
  });

  test('a restore names who can sign in, since nobody is disabled who was not at the backup', async () => {
    const db = await open(dataDir);
    type Added = [id: string, name: string, disabled: number | null, hash: string | null];
    const added = async (...[id, name, disabled, hash]: Added) => {
      await sql`insert into operators (id, name, role, disabled_at, created_at)
        values (${id}, ${name}, 'approver', ${disabled}, ${NOW})`.execute(db);
      await sql`insert into identities (issuer, subject, operator_id, password_hash, created_at)
        values ('local', ${id}, ${id}, ${hash}, ${NOW})`.execute(db);
    };
    await added('a', 'Ada', null, 'hash');
    await added('b', 'Disabled', NOW, 'hash');
    await added('c', 'Invited', null, null);
    await added('demo-approver', 'Demo', null, null);
    take();
    await sql`update operators set disabled_at = ${NOW} where id = 'a'`.execute(db);
    await db.destroy();
    expect((await restore(fresh())).canSignIn).toEqual(['Ada (approver)']);
  });

  test('the previous files are moved aside', async () => {
    take();
    const to = fresh();
    await inStore(to, (old) => record(old, 1));
    const { aside } = await restore(to);
    expect(readdirSync(aside ?? '')).toContain('console.db');
    expect(statSync(aside ?? '').mode & 0o777).toBe(0o700);
    expect((await inStore(aside ?? '', (kept) => verifyChain(kept))).rows).toBe(1);
  });

  test('is refused while a console runs on the folder, and changes nothing', async () => {
    take();
    const to = fresh();
    const unlock = lockDataDir(to);
    const before = readdirSync(to);
    await expect(restore(to)).rejects.toThrow('in use by another Gridhelm');
    expect(readdirSync(to)).toEqual(before);
    unlock();
  });

  test('that is damaged, truncated or something else is refused, and changes nothing', async () => {
    take();
    const to = fresh();
    const database = path.join(backup, 'console.db');
    const whole = readFileSync(database);
    const at = whole.indexOf('settings-changed');
    const spoilt = Buffer.concat([whole.subarray(0, at), Buffer.from('x'), whole.subarray(at + 1)]);
    for (const content of [spoilt, whole.subarray(0, whole.length / 2)]) {
      writeFileSync(database, content);
      await expect(restore(to)).rejects.toThrow('console.db is missing or has changed');
    }
    rmSync(database);
    await expect(restore(to)).rejects.toThrow('console.db is missing or has changed');
    writeFileSync(path.join(backup, 'SHA256SUMS'), 'no list');
    await expect(restore(to)).rejects.toThrow('no list is missing or has changed');
    rmSync(backup, { recursive: true });
    await expect(restore(to)).rejects.toThrow('is not a Gridhelm backup');
    expect(filesIn(to)).toEqual([]);
  });

  test('of a newer version is refused with the unknown name', async () => {
    const newer = { ...MIGRATIONS, '999-from-tomorrow': { up: () => Promise.resolve() } };
    await (await open(dataDir, newer)).destroy();
    take();
    const to = fresh();
    await expect(restore(to)).rejects.toThrow('its schema has 999-from-tomorrow');
    expect(filesIn(to)).toEqual([]);
  });

  test('with a broken chain is refused with every break, or restored on request', async () => {
    await inStore(dataDir, async (db) => {
      await sql`drop trigger audit_log_no_update`.execute(db);
      await sql`update audit_log set target = 'forged' where sequence in (1, 3)`.execute(db);
    });
    take();
    const to = fresh();
    const attempt = restore(to);
    await expect(attempt).rejects.toThrow('Row 1 is not as it was written.');
    await expect(attempt).rejects.toThrow('Row 3 is not as it was written.');
    expect((await restore(to, true)).auditRows).toBe(3);
  });
});
