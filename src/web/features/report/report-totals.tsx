import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Figures, FigureSums, ReportBasis } from '../../../contract/console/report-figures.ts';
import { formatDecimal, formatNumber, MISSING } from '../../../domain/format.ts';
import { formatPeriod } from '../../../domain/format-period.ts';
import { kwhPerUnit } from '../../../domain/reports/energy-unit.ts';
import {
  isKnownUnit,
  shownDuration,
  shownEnergy,
  shownKw,
  shownMoney,
  together,
  togetherKwh,
} from '../../../domain/reports/shown-figures.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { AppLink } from '../../components/app-link.tsx';
import { changeOf, DoubtfulMark } from '../../components/energy-tile.tsx';
import { visuallyHidden } from '../../components/field-styles.ts';
import { Hint } from '../../components/hint.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { unitLabel } from './group-table.tsx';
import { sessionsAt, type ReportSearch } from './report-search.ts';

interface ReportTotalsProps {
  totals: readonly FigureSums[];
  /** Null: no tariff, so no cost. */
  currency: string | null;
  /** The period compared with; null: none. */
  compared?: Figures['compared'];
  /** Whether the figures may still grow. */
  isProvisional?: boolean;
  /** The address of the report, whose doubtful sessions are linked; absent: they are only counted. */
  search?: ReportSearch;
}

/** The totals of a report: energy, cost, sessions, duration and the highest average of a session. */
export function ReportTotals(props: ReportTotalsProps) {
  const { totals, currency, compared = null, search } = props;
  const all = together(totals);
  const before = compared === null ? null : together(compared.totals);
  const period = compared === null ? '' : formatPeriod(compared);
  const change = (now: number, then: number, shown: (then: number) => string) => {
    if (compared === null) return undefined;
    if (!isKnown(compared.basis)) return `${period} not fully known`;
    const against = `${props.isProvisional === true ? 'so far ' : ''}against ${period}`;
    return <ChangeText now={now} then={then} was={shown(then)} period={period} against={against} />;
  };
  const energies = energiesOf(totals);
  const unpriced = all.unpriced.map(
    ({ unit, energy }) => `${shownEnergy(energy)} ${unitLabel(unit)}`,
  );
  const isPriced = [...all.unpriced, ...(before?.unpriced ?? [])].length === 0;
  return (
    <StatTiles short={compared === null}>
      {energies.map(({ unit, energy, note }, at) => (
        <StatTile
          key={`energy ${unit ?? ''}`}
          label={energies.length > 1 ? `Energy in ${unitLabel(unit)}` : 'Energy'}
          value={
            <Tooltip title={`${formatDecimal(energy)} ${unit ?? ''}`}>
              <span>
                {shownEnergy(energy)} {unit}
              </span>
            </Tooltip>
          }
          change={change(
            Number(energy),
            energyBefore(compared?.totals ?? [], unit, energies.length < totals.length),
            (then) => `${formatNumber(then, 2)} ${unit ?? ''}`,
          )}
          note={
            at > 0 || all.doubtful === 0 ? (
              note
            ) : (
              <>
                {note}{' '}
                <DoubtfulMark>
                  {search === undefined ? (
                    doubtfulLabel(all.doubtful)
                  ) : (
                    <AppLink
                      to="/reports/new/sessions"
                      search={sessionsAt(search, { exception: 'doubtful' })}
                    >
                      {doubtfulLabel(all.doubtful)}
                    </AppLink>
                  )}
                </DoubtfulMark>
              </>
            )
          }
        />
      ))}
      {currency !== null && (
        <StatTile
          label="Cost"
          value={`${shownMoney(all.cost)} ${currency}`}
          change={
            isPriced || before === null
              ? change(
                  Number(all.cost),
                  Number(before?.cost ?? 0),
                  () => `${shownMoney(before?.cost ?? null)} ${currency}`,
                )
              : 'not compared: some energy has no price'
          }
          note={
            unpriced.length === 0 ? undefined : `without ${unpriced.join(', ')} that have no price`
          }
        />
      )}
      <StatTile
        label="Sessions"
        value={formatNumber(all.sessions)}
        change={change(all.sessions, before?.sessions ?? 0, formatNumber)}
      />
      <StatTile
        label="Duration"
        value={shownDuration(all.durationMs)}
        change={change(all.durationMs, before?.durationMs ?? 0, shownDuration)}
      />
      <StatTile
        label="Highest session average"
        value={all.highestAverageW === null ? MISSING : `${shownKw(all.highestAverageW)} kW`}
      />
    </StatTiles>
  );
}

/** The energies shown: what can be told in kWh together, each other unit by itself. */
export function energiesOf(
  totals: readonly FigureSums[],
): { unit: string | null; energy: string; note?: string }[] {
  const kwh = togetherKwh(totals);
  if (totals.length === 0) return [{ unit: 'kWh', energy: '0' }];
  if (kwh === null) return [...totals];
  const known = totals.filter(({ unit }) => isKnownUnit(unit));
  const parts = known.map(({ unit, energy }) => `${shownEnergy(energy)} ${unitLabel(unit)}`);
  const others = totals.filter((each) => !known.includes(each));
  return [{ unit: 'kWh', energy: kwh, note: parts.join(' + ') }, ...others];
}

/** Near enough for a percentage. */
function energyBefore(totals: readonly FigureSums[], unit: string | null, inKwh: boolean): number {
  return totals.reduce((sum, own) => {
    const scale = inKwh && unit === 'kWh' ? kwhPerUnit(own.unit) : null;
    const times =
      scale === null ? Number(own.unit === unit) : Number(scale.times) / Number(scale.by);
    return sum + Number(own.energy) * times;
  }, 0);
}

const isKnown = ({ unread, failed, knownLate }: ReportBasis) =>
  unread + failed === 0 && knownLate === null;

const ARROWS = { up: '▲', down: '▼', same: '±' } as const;
const WORDS = { up: 'up', down: 'down', same: 'unchanged' } as const;

interface ChangeTextProps {
  now: number;
  then: number;
  /** The value before, in words. */
  was: string;
  period: string;
  /** What the change is against, in words. */
  against: string;
}

/** A change against another period, in the text colour: more is neither good nor bad. */
function ChangeText({ now, then, was, period, against }: ChangeTextProps) {
  const change = changeOf(now, then);
  if (change === null) return `none in ${period}`;
  return (
    <Hint text={`${period}: ${was}`}>
      <span aria-hidden>{ARROWS[change.direction]} </span>
      <Box component="span" sx={visuallyHidden}>
        {WORDS[change.direction]}{' '}
      </Box>
      {change.percent} {against}
    </Hint>
  );
}
