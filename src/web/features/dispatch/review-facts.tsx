import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import type { ScheduleRow } from '../../../contract/console/dispatch.ts';
import type { GuardReport } from '../../../contract/console/guard.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import {
  COMMAND_RULES,
  isCommandType,
  commandLabelWithValue,
} from '../../../domain/command-rules.ts';
import { countTakers, effectOn, limitImpact } from '../../../domain/dispatch-impact.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { findingKey, findingMessage, unlistedCount } from '../../../domain/guard-messages.ts';
import { instantMs } from '../../../domain/instant.ts';
import { plannedTimeLabel, plannedTimeLine, utcBeside } from '../../../domain/planned-time.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { TextInput } from '../../components/text-input.tsx';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { type DispatchContent, itemsLabel } from './dispatch-form.ts';

/** The parts of a plan that take effect. */
interface Effective {
  items: readonly { type: string | null; value: string | null }[];
}

interface ConsequencesProps {
  content: Effective;
  detail: DirectoryCollectiveDetail;
}

/** The effect of each Command of the plan on the Entities that take it. */
export function Consequences({ content, detail }: ConsequencesProps) {
  const types = [...new Set(content.items.map(({ type }) => type))].filter(isCommandType);
  return (
    <>
      {types.map((type) => (
        <Box key={type} sx={{ display: 'grid', gap: 0.5 }}>
          {types.length > 1 && (
            <Typography variant="h3" component="h4">
              {COMMAND_RULES[type].verb}
            </Typography>
          )}
          <Typography variant="body2">{effectOn(type, detail.entities)}</Typography>
          {limitsOf(content, type).map((watts) => (
            <LimitMessage key={watts} watts={watts} takers={countTakers(type, detail.entities)} />
          ))}
        </Box>
      ))}
    </>
  );
}

/** The distinct limits of the Commands of a type, in W. */
function limitsOf(content: Effective, type: string): string[] {
  const values = content.items.flatMap((item) => (item.type === type ? (item.value ?? []) : []));
  return [...new Set(values)];
}

/** The limit for each plant, with a hint if it is unusual. */
function LimitMessage({ watts, takers }: { watts: string; takers: number }) {
  const { text, hint } = limitImpact(watts, takers);
  return (
    <Typography sx={{ fontWeight: 600 }}>
      {text}
      {hint !== null && (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          . {hint}
        </Box>
      )}
    </Typography>
  );
}

interface ReviewFactsProps {
  content: DispatchContent;
  previous: BatchSummary | null;
}

/** What else is sent or recorded: ignored cooldowns, the reason, the batch that is repeated. */
export function ReviewFacts({ content, previous }: ReviewFactsProps) {
  return (
    <FactList label="What else is sent">
      <Fact name="Cooldowns">{content.ignoreCooldown ? 'Ignored' : 'Respected'}</Fact>
      <Fact name="Reason">{content.reason === '' ? 'None given' : content.reason}</Fact>
      {previous !== null && (
        <Fact name="Repeats">
          <RepeatedBatch previous={previous} />
        </Fact>
      )}
    </FactList>
  );
}

/** The batch that is repeated, as a link. */
export function RepeatedBatch({ previous }: { previous: BatchSummary }) {
  return (
    <>
      <BatchLink id={previous.id} target="_blank" rel="noopener" underline="always">
        {itemsLabel(previous.items)}
      </BatchLink>
      , sent by {previous.operator.name} on <DateTimeText instant={previous.createdAt} />
    </>
  );
}

interface GuardPanelProps {
  warnings: GuardReport | null;
  overridden: boolean;
  reason: string;
  reasonError: string | null;
  onOverride: (on: boolean) => void;
  onReason: (reason: string) => void;
}

/** Warnings against this dispatch, and the explicit override with a reason. */
export function GuardPanel(props: GuardPanelProps) {
  const { warnings, overridden } = props;
  const id = useId();
  if (warnings === null) return null;
  const total = warnings.totals.reduce((sum, each) => sum + each.total, 0);
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={noticeStyles}>
      <Typography variant="h3" component="h4" id={`${id}-title`}>
        {formatCount(total, 'warning', 'warnings')}
      </Typography>
      <Findings warnings={warnings} />
      <FormControlLabel
        label={`Override ${total === 1 ? 'this warning' : `these ${formatNumber(total)} warnings`} and send anyway. This is recorded with my name.`}
        checked={overridden}
        onChange={(_event, on) => props.onOverride(on)}
        control={<Checkbox />}
      />
      {overridden && (
        <TextInput
          label="Reason for the override (required)"
          maxLength={REASON_MAX}
          value={props.reason}
          error={props.reasonError}
          onChange={(event) => props.onReason(event.target.value)}
        />
      )}
    </Box>
  );
}

/** What the guard found, each with its batch. */
export function Findings({ warnings: { findings, totals } }: { warnings: GuardReport }) {
  const zone = useZone();
  const unlisted = unlistedCount(totals, findings);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
      {findings.map((finding) => (
        <li key={findingKey(finding)}>
          <span>
            {findingMessage(finding, zone)}{' '}
            {finding.kind !== 'no-taker' && (
              <BatchLink id={finding.dispatchId} target="_blank" rel="noopener">
                Open that batch
              </BatchLink>
            )}
          </span>
        </li>
      ))}
      {unlisted > 0 && <li>And {formatNumber(unlisted)} more that are not listed here.</li>}
    </Box>
  );
}

interface Line {
  key: string;
  item: ScheduleRow;
}

/** The planned Commands by trigger time: wall clock, UTC and Command. */
export function PlannedList({ items }: { items: readonly ScheduleRow[] }) {
  const rows = items
    .map((item, at) => ({ key: String(at), item }))
    .toSorted(
      (a, b) => (instantMs(a.item.triggerTime) ?? 0) - (instantMs(b.item.triggerTime) ?? 0),
    );
  return (
    <DataTable
      label="Commands to be scheduled"
      // Times that were planned in UTC are not shown twice.
      columns={COLUMNS.filter(
        ({ key }) => key !== 'utc' || items.some((item) => utcBeside(item) !== null),
      )}
      rows={rows}
      rowKey={(line) => line.key}
    />
  );
}

const COLUMNS: Column<Line>[] = [
  column(
    'local',
    'Triggers at',
    { width: '36%', wraps: true, phone: 'line', phoneCell: ({ item }) => plannedTimeLine(item) },
    ({ item }) => plannedTimeLabel(item),
  ),
  column('utc', 'In UTC', { width: '22%', wraps: true }, ({ item }) => utcBeside(item)),
  column('in', 'In', { width: '19%' }, ({ item }) => (
    <RelativeTimeText instant={item.triggerTime} />
  )),
  column('what', 'Command', { wraps: true, phone: 'name' }, ({ item }) =>
    commandLabelWithValue(item),
  ),
];
