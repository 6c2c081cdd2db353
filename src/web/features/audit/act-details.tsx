import Box from '@mui/material/Box';
import type { AuditAct, AuditNames } from '../../../contract/console/audit.ts';
import { actionLabel, auditOutcomeLabel } from '../../../domain/audit-labels.ts';
import { askedOf, auditText, auditValue } from '../../../domain/audit-sentence.ts';
import { nameInWords } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { MONO } from '../../theme/theme.ts';

interface ChangedValue {
  name: string;
  before: string;
  after: string;
}

/** The values that an act changed: before it, and as it asked for them. */
function changedValues({ body }: AuditAct): ChangedValue[] {
  const { was, ...asked } = askedOf(body);
  return Object.entries(was ?? {}).map(([name, before]) => ({
    name: nameInWords(name.charAt(0).toUpperCase() + name.slice(1)),
    before: auditValue(before),
    after: auditValue(asked[name]),
  }));
}

const COLUMNS: readonly Column<ChangedValue>[] = [
  { key: 'name', header: 'Value', cell: ({ name }) => name, width: '30%', phone: 'name' },
  {
    key: 'before',
    header: 'Before',
    cell: ({ before }) => before,
    width: '35%',
    wraps: true,
    phone: 'line',
    phoneCell: ({ before, after }) => `${before} → ${after}`,
  },
  { key: 'after', header: 'After', cell: ({ after }) => after, width: '35%', wraps: true },
];

interface ActDetailsProps {
  act: AuditAct;
  names: AuditNames;
  onClose: () => void;
}

/** All that the log holds of one act: values before and after, request and answer as stored, and its rows. */
export function ActDetails({ act, names, onClose }: ActDetailsProps) {
  const values = changedValues(act);
  const service = act.upstreamStatus === null ? '' : `, the Service answered ${act.upstreamStatus}`;
  const verbatim: [string, string][] = [
    ['Asked for', act.body ?? 'nothing'],
    ...(act.answer === null ? [] : [['Answer', act.answer] satisfies [string, string]]),
    ['Target', act.target ?? 'none'],
    ['Session', act.session ?? 'none'],
    ['Address', act.address ?? 'none'],
    ['Request', act.requestId ?? 'none'],
    ...act.rows.map(({ sequence, hash }): [string, string] => [`Hash of row ${sequence}`, hash]),
  ];
  return (
    <SideSheet title={auditText(act, names)} above={actionLabel(act.action)} onClose={onClose}>
      {values.length > 0 && (
        <Box sx={{ mb: 2 }}>
          <DataTable
            label="Values before and after"
            columns={COLUMNS}
            rows={values}
            rowKey={({ name }) => name}
            minWidth={300}
          />
        </Box>
      )}
      <FactList>
        <Fact name="Who">{act.operatorName ?? 'Not signed in'}</Fact>
        <Fact name="When">
          <ExactTimeText instant={act.at} />
        </Fact>
        <Fact name="Outcome">{`${auditOutcomeLabel(act.outcome)}${service}`}</Fact>
        {act.endedAt !== null && (
          <Fact name="Ended">
            <ExactTimeText instant={act.endedAt} />
          </Fact>
        )}
        {verbatim.map(([name, value]) => (
          <Fact key={name} name={name}>
            <Box
              component="span"
              sx={{ fontFamily: MONO, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
            >
              {value}
            </Box>
          </Fact>
        ))}
      </FactList>
    </SideSheet>
  );
}
