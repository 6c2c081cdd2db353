import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { BatchRow } from '../../../contract/console/batch.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { Card } from '../../components/card.tsx';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { countSegments } from '../../components/status/verdict-segments.ts';
import { factsOf } from './row-facts.ts';

interface BatchBreakdownProps {
  rows: readonly BatchRow[];
  /** Brands by Entity; absent until they are read. */
  brands: ReadonlyMap<string, string | null> | undefined;
  /** Whether they are being read. */
  reading?: boolean;
}

interface Part {
  /** Null: not known. */
  name: string | null;
  total: number;
  counts: Record<string, number>;
}

/** Parts drawn; the others are only counted. */
const SHOWN = 5;

/** Height in px of as many lines with the count of others, so that what is below does not jump. */
const BRANDS_HEIGHT = 136;

/** Counts rows per key: most failures first, so that none hides among the others, then the largest. */
function partsOf(rows: readonly BatchRow[], keyOf: (row: BatchRow) => string | null): Part[] {
  const parts = new Map<string | null, Part>();
  for (const row of rows) {
    const name = keyOf(row);
    const part = parts.get(name) ?? { name, total: 0, counts: {} };
    const { verdict } = factsOf(row);
    part.total += 1;
    part.counts[verdict] = (part.counts[verdict] ?? 0) + 1;
    parts.set(name, part);
  }
  return [...parts.values()].toSorted((a, b) => failedIn(b) - failedIn(a) || b.total - a.total);
}

function failedIn({ counts }: Part): number {
  return FAILED_VERDICTS.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);
}

/** A bar per type and per brand; of either nothing if there is only one. */
export function BatchBreakdown({ rows, brands, reading = false }: BatchBreakdownProps) {
  const types = useMemo(() => partsOf(rows, ({ entityType }) => entityType), [rows]);
  const makes = useMemo(
    () =>
      brands === undefined ? [] : partsOf(rows, ({ entityId }) => brands.get(entityId) ?? null),
    [rows, brands],
  );
  const lists = [
    { what: 'type', parts: types },
    { what: 'brand', parts: makes },
  ].filter(({ parts }) => parts.length > 1);
  if (lists.length === 0 && !reading) return null;
  const named = [...lists.map(({ what }) => what), ...(reading ? ['brand'] : [])];
  return (
    <Card title={`Outcome by ${named.join(' and ')}`}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {lists.map(({ what, parts }) => (
          <Parts key={what} what={what} parts={parts} />
        ))}
        {reading && <BlockSkeleton what="the brands" height={BRANDS_HEIGHT} />}
      </Box>
    </Card>
  );
}

function Parts({ what, parts }: { what: string; parts: readonly Part[] }) {
  const others = parts.length - SHOWN;
  return (
    <div>
      <Box
        component="ul"
        aria-label={`Outcome by ${what}`}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}
      >
        {parts.slice(0, SHOWN).map((part) => (
          <PartLine key={part.name ?? ''} part={part} icon={what === 'type'} />
        ))}
      </Box>
      {others > 0 && (
        <Typography variant="caption" color="textSecondary">
          and {formatCount(others, 'other', 'others')}
        </Typography>
      )}
    </div>
  );
}

function PartLine({ part, icon }: { part: Part; icon: boolean }) {
  const segments = countSegments(part.counts);
  const named = segments.map(({ label, count }) => `${formatNumber(count)} ${label.toLowerCase()}`);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(24px, auto)',
        columnGap: 1,
        alignItems: 'center',
      }}
    >
      <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', minWidth: 0 }}>
        {icon && <EntityTypeIcon type={part.name} />}
        <Box
          component="span"
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {part.name ?? 'not known'}
        </Box>
      </Box>
      <Tooltip title={named.join(', ')}>
        <div aria-hidden="true">
          <TallyBar segments={segments} height={8} />
        </div>
      </Tooltip>
      <Box sx={{ textAlign: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {formatNumber(part.total)}
        <span className="visually-hidden">: {named.join(', ')}</span>
      </Box>
    </Box>
  );
}
