import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { AttentionCard } from './attention-card.tsx';

afterEach(() => vi.unstubAllGlobals());

test('counts differing messages and shows the most frequent one; the link lists them all', async () => {
  const failed = (kind: 'reads-failed' | 'reads-partial', reasons: number) => ({
    kind,
    key: `${kind}:a`,
    count: 12,
    entities: [{ id: uuid(1), name: 'Van 01' }],
    reason: { message: 'Gone', count: reasons === 1 ? 12 : 7 },
    reasons,
  });
  const attention = [failed('reads-failed', 3), failed('reads-partial', 1)];
  await show(<AttentionCard attention={attention} failed={null} isRead />);
  expect(screen.getByText(/^3 different reasons, most often \(7\): Gone · Van 01/)).toBeTruthy();
  expect(screen.getByText(/^Gone · Van 01 and 11 others$/)).toBeTruthy();
  expect(
    screen.getAllByRole('link', { name: /List/ }).map((link) => link.getAttribute('href')),
  ).toEqual(['/entities?reads=failing', '/entities?reads=partial']);
});

test('Entities that failed last time are named by type and brand, with a link to them', async () => {
  const facet = (...values: [string, number][]) => ({
    values: values.map(([value, count]) => ({ value, label: value, count })),
    distinct: values.length,
  });
  const failed = {
    total: 70,
    type: facet(['EV', 48], ['ChargePoint', 22]),
    brand: facet(['Opel', 8]),
  };
  await show(<AttentionCard attention={[]} failed={failed} isRead />);
  expect(screen.getByText('1')).toBeTruthy();
  expect(screen.getByText('70 Entities failed last time')).toBeTruthy();
  expect(screen.getByText('EV 48, Charge point 22 · Opel 8')).toBeTruthy();
  expect(screen.queryByText('Nothing stands out.')).toBeNull();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/entities?outcome=failed');
});
