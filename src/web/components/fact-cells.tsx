import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import type { FleetResource } from '../../contract/console/choices.ts';
import type { EntityFacts } from '../../contract/console/entity-facts.ts';
import type { CollectiveFacts, RecentEnergy } from '../../contract/console/fleet-facts.ts';
import type { LeftOut } from '../../contract/console/left-out.ts';
import {
  exactEnergy,
  formatNumber,
  formatQuantity,
  formatRelative,
  MISSING,
  formatDateSpan,
  formatCount,
} from '../../domain/format.ts';
import { lastDays, MONTH_DAYS } from '../../domain/last-days.ts';
import { doubtfulLabel } from '../../domain/session-findings.ts';
import { Spark, provisionalDays } from './charts/spark.tsx';
import { Hint } from './hint.tsx';
import { useNow } from './use-now.ts';

const unreadStyles = { color: 'text.secondary', fontStyle: 'italic' } as const;

/** Shown instead of a value that was never read. */
export function NeverRead() {
  return (
    <Box component="span" sx={unreadStyles}>
      never read
    </Box>
  );
}

/** Shown instead of a value whose list was read in part or never. @param why of a partial read */
export function NotWhole({ why }: { why: string | null }) {
  if (why === null) return <NeverRead />;
  return (
    <Hint text={why} sx={unreadStyles}>
      partly read
    </Hint>
  );
}

/** Why a resource of an Entity is only partly known; null: it is fully known, or was never read. */
export function partOf(facts: EntityFacts | null, resource: FleetResource): string | null {
  const partial = facts?.partial ?? null;
  return partial?.of.includes(resource) === true ? partial.message : null;
}

const dim = { color: 'text.secondary' } as const;
const line = {
  display: 'inline-flex',
  verticalAlign: 'middle',
  gap: 0.75,
  alignItems: 'center',
  minWidth: 0,
} as const;

/** A value with the age of its read; a stale one is marked. @param about an explanation of the value */
export function ReadValue({
  readAt,
  isStale,
  about,
  children,
}: {
  readAt: string;
  isStale: boolean;
  about?: string;
  children: ReactNode;
}) {
  const now = useNow();
  const age = `As of ${formatRelative(readAt, now)}`;
  const value = (
    <Tooltip title={about ?? (isStale ? '' : age)}>
      <span>{children}</span>
    </Tooltip>
  );
  if (!isStale) return value;
  return (
    <Box component="span" sx={line}>
      {value}
      <Hint
        text={`${age}; older than it should be`}
        sx={{ color: 'var(--mui-palette-status-amber)', fontSize: '0.75rem' }}
      >
        stale
      </Hint>
    </Box>
  );
}

export type Sum = Pick<RecentEnergy, 'value' | 'unit' | 'leftOut'>;

/** Energy in few digits; its hint and files have the exact value. */
export function energyText({ value, unit, leftOut }: Sum): string {
  if (value === null) return leftOutText(leftOut) === null ? MISSING : 'energy unknown';
  return formatQuantity(value, unit, value === 0 || value >= 1000 ? 0 : 1);
}

/** Energy and daily bars of 30 days. @param note shown after the value: how many Entities were read */
export function RecentEnergyCell({
  energy,
  note,
}: {
  energy: RecentEnergy & { readAt: string; isStale: boolean };
  note?: string | undefined;
}) {
  const { value, unit, until } = energy;
  const text = energyText(energy);
  const provisional = provisionalDays(energy.provisionalFrom, until);
  const dates = `${formatDateSpan(lastDays(MONTH_DAYS, until))}, by day at the site`;
  const bars = [`Per day, ${dates}`, provisional.text].filter(Boolean).join(', ');
  const isNone = text === MISSING;
  const exact = isNone ? 'No charge session is known' : (exactEnergy(value, unit) ?? text);
  return (
    <Box
      component="span"
      sx={{ ...line, justifyContent: 'flex-end', width: 1, '& > *': { flex: 'none' } }}
    >
      {!isNone && (
        <Tooltip title={bars}>
          <span>
            <Spark
              label={bars}
              values={energy.days}
              color="var(--mui-palette-primary-main)"
              width={72}
              height={18}
              provisional={provisional.days}
            />
          </span>
        </Tooltip>
      )}
      <Box component="span" sx={{ display: 'grid', justifyItems: 'end', lineHeight: 1.2 }}>
        <ReadValue readAt={energy.readAt} isStale={energy.isStale} about={`${exact}, ${dates}`}>
          {text}
        </ReadValue>
        <LeftOutMark leftOut={energy.leftOut} />
      </Box>
      {note !== undefined && (
        <Hint
          text="Entities of which all of these days are known"
          sx={{ ...dim, fontSize: '0.75rem' }}
        >
          {note}
        </Hint>
      )}
    </Box>
  );
}

/** How many Entities of a Collective have known energy; undefined: all. */
export function partlyRead(energy: NonNullable<CollectiveFacts['energy']>): string | undefined {
  const { known, of } = energy.readOf;
  return known === of ? undefined : `${formatNumber(known)} of ${formatNumber(of)}`;
}

const sessionsText = (count: number) => formatCount(count, 'session', 'sessions');

/** "+3 not counted, 2 doubtful", or null if a sum has all sessions of its period, none in doubt. */
export function leftOutText({ otherUnits, withoutEnergy, doubtful }: LeftOut): string | null {
  const count = otherUnits + withoutEnergy;
  const parts = [
    count > 0 && `+${formatNumber(count)} not counted`,
    doubtful > 0 && doubtfulLabel(doubtful),
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}

/** Why: "not counted: 1 session with another unit, 2 sessions without usable energy". */
export function leftOutReason({ otherUnits, withoutEnergy, doubtful }: LeftOut): string {
  const left = [
    otherUnits > 0 && `${sessionsText(otherUnits)} with another unit`,
    withoutEnergy > 0 && `${sessionsText(withoutEnergy)} without usable energy`,
  ].filter(Boolean);
  return [
    left.length > 0 && `not counted: ${left.join(', ')}`,
    doubtful > 0 && `${sessionsText(doubtful)} with energy in doubt, counted as reported`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** How many sessions a sum leaves out or are in doubt, with the reason in a hint; empty if none. */
export function LeftOutMark({ leftOut }: { leftOut: LeftOut }) {
  const text = leftOutText(leftOut);
  if (text === null) return null;
  return (
    <Hint
      text={leftOutReason(leftOut)}
      sx={{ color: 'var(--mui-palette-status-amber)', fontSize: '0.75rem', whiteSpace: 'nowrap' }}
    >
      {text}
    </Hint>
  );
}
