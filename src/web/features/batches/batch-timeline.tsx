import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { BatchRow } from '../../../contract/console/batch.ts';
import { failuresLabel } from '../../../domain/batch-outcome.ts';
import { formatDuration, formatNumber } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { Card } from '../../components/card.tsx';
import { segmentFill, toneColor, VERDICT_STYLES } from '../../theme/status.ts';
import { factsOf } from './row-facts.ts';

interface BatchTimelineProps {
  rows: readonly BatchRow[];
  /** When the batch was stored, just before it was sent. */
  sentAt: string;
}

interface Point {
  /** Milliseconds since the batch was stored. */
  at: number;
  /** Final by then, and how many of these failed or were not verified. */
  final: number;
  failed: number;
  disproven: number;
}

const WIDTH = 300;
const HEIGHT = 96;

/** The final states in the order in which they were seen. */
function timelineOf(rows: readonly BatchRow[], sentMs: number): Point[] {
  const ends = rows
    .flatMap((row) => {
      const { changedMs, verdict } = factsOf(row);
      if (!row.settled || row.commandId === null || changedMs === null) return [];
      return [{ at: Math.max(0, changedMs - sentMs), verdict }];
    })
    .toSorted((a, b) => a.at - b.at);
  const points: Point[] = [];
  let failed = 0;
  let disproven = 0;
  for (const [index, { at, verdict }] of ends.entries()) {
    if (verdict === 'failed') failed += 1;
    if (verdict === 'disproven') disproven += 1;
    const point = { at, final: index + 1, failed, disproven };
    if (points.at(-1)?.at === at) points[points.length - 1] = point;
    else points.push(point);
  }
  return points;
}

/** Steps up to each count, closed along the bottom. */
function area(points: readonly Point[], total: number, of: (point: Point) => number): string {
  const end = points.at(-1)?.at ?? 1;
  const x = (at: number) => ((at / Math.max(1, end)) * WIDTH).toFixed(1);
  const y = (count: number) => (HEIGHT - (count / total) * HEIGHT).toFixed(1);
  const steps = points.map((point) => `H${x(point.at)}V${y(of(point))}`);
  return `M0 ${HEIGHT}${steps.join('')}H${WIDTH}V${HEIGHT}Z`;
}

/** Final states over time, as seen by the console; empty for fewer than two moments. */
export function BatchTimeline({ rows, sentAt }: BatchTimelineProps) {
  const sentMs = instantMs(sentAt) ?? 0;
  const points = useMemo(() => timelineOf(rows, sentMs), [rows, sentMs]);
  const last = points.at(-1);
  if (last === undefined || points.length < 2) return null;
  const failures = failuresLabel(last);
  const half = points.find(({ final }) => final * 2 >= rows.length);
  const parts = [
    half === undefined ? null : `half after ${formatDuration(half.at)}`,
    `${last.final === rows.length ? 'the last' : 'the last so far'} after ${formatDuration(last.at)}`,
  ];
  return (
    <Card title="Progress over time">
      <Box
        component="svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        sx={{
          display: 'block',
          width: '100%',
          height: HEIGHT,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <path
          d={area(points, rows.length, ({ final }) => final)}
          fill={segmentFill(VERDICT_STYLES.triggered)}
        />
        <path
          d={area(points, rows.length, ({ failed, disproven }) => failed + disproven)}
          fill={toneColor(VERDICT_STYLES.failed.tone)}
        />
      </Box>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
        {formatNumber(last.final)} of {formatNumber(rows.length)} final,{' '}
        {parts.filter((part) => part !== null).join(', ')}
        {failures !== '' && `; ${failures} (red)`}
      </Typography>
    </Card>
  );
}
