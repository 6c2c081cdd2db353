import { describe, expect, test } from 'vitest';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { standingOf, type WaitingEntity } from './bring-up-to-date.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-05-20T12:00:00Z');
const RUN = {
  run_no: 1,
  created_at: NOW - HOUR,
  read_from: NOW - 92 * 24 * HOUR,
  read_to: NOW,
  relation_kind: null,
};
const AGAIN = { ...RUN, relation_kind: 'again' };
const AT = { now: NOW, policy: FLEET_POLICY };

type Read = NonNullable<WaitingEntity['sessions']>;
/** A complete read two hours ago. */
const read = (change: Partial<Read> = {}): Read => ({
  rank: 1,
  due_at: NOW + 20 * HOUR,
  read_at: NOW - 2 * HOUR,
  tried_at: NOW - 2 * HOUR,
  message: null,
  known_from: 0,
  ...change,
});
const ENTITY: WaitingEntity['entity'] = {
  run_no: 1,
  entity_no: 1,
  entity_id: 'e',
  name: null,
  type: null,
  collectives: '',
  state: 'waiting',
  token: null,
  pages: 0,
  sessions: 0,
  duplicates: 0,
  restarts: 0,
  capture: null,
  error: null,
  hash: null,
  changed_at: NOW,
  asked: null,
  asked_at: null,
  read_at: null,
  known_from: null,
};
const of = (sessions: WaitingEntity['sessions'], history: WaitingEntity['history'] = null) => ({
  entity: ENTITY,
  sessions,
  history,
  isOffboarded: false,
});
/** The same after reads were requested half an hour ago. */
const askedFor = (asked: string, ...reads: Parameters<typeof of>) => ({
  ...of(...reads),
  entity: { ...ENTITY, asked, asked_at: NOW - HOUR / 2 },
});
const waits = { kind: 'waits' };
const ready = { kind: 'ready' };

describe('an Entity without requested reads', () => {
  test('is ready if its sessions are fresh and known far enough back', () => {
    expect(standingOf(RUN, of(read()), AT)).toEqual(ready);
    expect(standingOf(RUN, of(read({ known_from: RUN.read_from })), AT)).toEqual(ready);
  });

  test('needs what is stale, never read, or not known far enough back', () => {
    const both = { kind: 'ask', resources: ['sessions', 'history'] };
    expect(standingOf(RUN, of(null), AT)).toEqual(both);
    expect(standingOf(RUN, of(read({ read_at: null, known_from: null })), AT)).toEqual(both);
    const stale = of(read({ read_at: NOW - 31 * HOUR }));
    expect(standingOf(RUN, stale, AT)).toEqual({ kind: 'ask', resources: ['sessions'] });
    const short = of(read({ known_from: RUN.read_from + 1 }));
    expect(standingOf(RUN, short, AT)).toEqual({ kind: 'ask', resources: ['history'] });
  });

  test('whose last read failed counts as long as the one before is fresh', () => {
    expect(standingOf(RUN, of(read({ message: 'No.', tried_at: NOW })), AT)).toEqual(ready);
  });

  test('is read once more if the run is made again, unless that was done since', () => {
    expect(standingOf(AGAIN, of(read(), read()), AT).kind).toBe('ask');
    const since = read({ read_at: NOW - HOUR / 4 });
    expect(standingOf(AGAIN, of(since, since), AT)).toEqual(ready);
  });
});

describe('an Entity with requested reads', () => {
  const open = { rank: 0, due_at: NOW - HOUR / 2 };
  const done = { read_at: NOW - 1000, tried_at: NOW - 1000 };

  test('waits until they are done', () => {
    expect(standingOf(RUN, askedFor('sessions', read(open)), AT)).toEqual(waits);
    expect(standingOf(RUN, askedFor('sessions', read(done)), AT)).toEqual(ready);
    const short = read({ ...done, known_from: NOW });
    const both = askedFor('sessions history', short, read(open));
    expect(standingOf(RUN, both, AT)).toEqual(waits);
    const known = askedFor('sessions history', read(done), read(open));
    expect(standingOf(RUN, known, AT)).toEqual(ready);
  });

  test('does not wait for history that is done but reaches back less far', () => {
    const short = read({ ...done, known_from: NOW });
    expect(standingOf(RUN, askedFor('history', short, read(done)), AT)).toEqual(ready);
    const step = read({ ...done, rank: 0, due_at: NOW });
    expect(standingOf(RUN, askedFor('history', short, step), AT)).toEqual(waits);
  });

  test('failed if one of them failed since; an earlier failure does not count', () => {
    const failed = read({ message: 'Gone.', tried_at: NOW - 1000 });
    const expected = { kind: 'failed', message: 'Gone.' };
    expect(standingOf(RUN, askedFor('sessions', failed), AT)).toEqual(expected);
    const late = read({ ...done, known_from: NOW });
    expect(standingOf(RUN, askedFor('history', late, failed), AT)).toEqual(expected);
    const before = read({ ...open, message: 'Gone.', tried_at: NOW - HOUR });
    expect(standingOf(RUN, askedFor('sessions', before), AT)).toEqual(waits);
  });

  test('failed if it is no longer read, rather than being requested forever', () => {
    expect(standingOf(RUN, askedFor('sessions', null), AT)).toMatchObject({ kind: 'failed' });
  });

  test('is ready with the known data if it was offboarded, even in a run made again', () => {
    const failed = read({ message: 'Not found.', tried_at: NOW - 1000 });
    for (const known of [null, failed, read({ read_at: NOW - 99 * HOUR })]) {
      const gone = { ...askedFor('sessions', known), isOffboarded: true };
      expect(standingOf(RUN, gone, AT)).toEqual(ready);
      expect(standingOf(AGAIN, { ...of(known), isOffboarded: true }, AT)).toEqual(ready);
    }
  });

  test('is requested once more if the request was lost', () => {
    const expected = { kind: 'ask', resources: ['sessions'] };
    expect(standingOf(RUN, askedFor('sessions', read()), AT)).toEqual(expected);
  });
});
