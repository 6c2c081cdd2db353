import { expect, test } from 'vitest';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Page } from '../../../contract/paging.ts';
import { session } from '../../testing/samples.ts';
import { mergeSessions } from './entities-queries.ts';

function page(token: string | null, ...data: ChargeSession[]): Page<ChargeSession> {
  return { data, meta: { continuationToken: token, pageSize: 500 } };
}

test('newest first across all pages, each session once, those without a start last', () => {
  const early = session(1, { start: '2026-01-01T00:00:00Z' });
  const late = session(2, { start: '2026-03-01T00:00:00Z' });
  const undated: ChargeSession = { id: session(3).id, entityId: null, created: null, data: null };
  const merged = mergeSessions([page('x', undated, early), page(null, late, early)]);
  expect(merged.map(({ id }) => id)).toEqual([late.id, early.id, undated.id]);
});
