import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SealedManifest } from '../../../contract/console/sealed-report.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import type { FigureDefinition } from '../../../domain/reports/definition.ts';
import {
  EXCEPTION_LABELS,
  EXCLUSION_REASON_LABELS,
} from '../../../domain/reports/exception-labels.ts';
import { tariffPeriods } from '../../../domain/reports/tariff-texts.ts';
import { BOUNDARY_LABELS } from '../../../domain/reports/report-labels.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { basisTexts } from '../report/basis-note.tsx';
import { unitLabel } from '../report/group-table.tsx';

type EntityRow = SealedManifest['entities'][number];

const ENTITY_COLUMNS: readonly Column<EntityRow>[] = [
  {
    key: 'entity',
    header: 'Entity',
    cell: ({ id, name }) => <EntityLink id={id} name={name} />,
    phone: 'name',
  },
  {
    key: 'sessions',
    header: 'Sessions, counted or not',
    numeric: true,
    width: '100px',
    cell: ({ sessions }) => formatNumber(sessions),
    phone: 'line',
    phoneCell: ({ sessions }) => formatCount(sessions, 'session', 'sessions'),
  },
  {
    key: 'read',
    header: 'Read from the Service',
    width: '200px',
    cell: ({ readAt }) => (readAt === null ? 'never' : <DateTimeText instant={readAt} />),
    phone: 'line',
  },
  {
    key: 'from',
    header: 'All known from',
    width: '200px',
    isEmpty: ({ knownFrom }) => knownFrom === null,
    cell: ({ knownFrom }) => <DateTimeText instant={knownFrom} />,
  },
];

const sessions = (count: number) => formatCount(count, 'session', 'sessions');

interface MadeOfProps {
  manifest: SealedManifest;
  definition: FigureDefinition;
}

/** What a sealed report was made of: rules, tariffs, sessions that count or not, decisions, checks and Entities. */
export function MadeOf({ manifest, definition }: MadeOfProps) {
  const { basis, tariffs, units, exclusions, exceptions, decisions, checks, entities, earlier } =
    manifest;
  const { hugeKwh, batteryKwh, longestHours } = definition.limits;
  return (
    <>
      <Section title="Made of">
        <FactList label="What the report was made of">
          <Fact name="Sessions">
            {units
              .map(({ unit, sessions: count }) => `${formatNumber(count)} in ${unitLabel(unit)}`)
              .join(', ') || 'none'}
          </Fact>
          <Fact name="Known of them">{basisTexts({ basis, zone: definition.zone }).join(' ')}</Fact>
          <Fact name="Rule">{BOUNDARY_LABELS[definition.rule]}.</Fact>
          <Fact name="Limits">
            A session of {formatNumber(hugeKwh)} kWh, a battery of {formatNumber(batteryKwh)} kWh,{' '}
            {formatNumber(longestHours)} hours
          </Fact>
          {tariffs.map(({ id, version, content }) => (
            <Fact key={id} name="Tariff">
              {content.name}, version {version}:{' '}
              {tariffPeriods(content)
                .map(({ dates, text }) => `${dates}: ${text}`)
                .join('. ')}
            </Fact>
          ))}
          {checks.map(({ name, ok, detail }) => (
            <Fact key={name} name={`Check: ${name}`}>
              {ok ? 'holds' : 'does not hold'}, {detail}
            </Fact>
          ))}
          {earlier !== undefined && (
            <Fact name="Sealed first with the hash">
              <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                {earlier.hash}
              </Box>
            </Fact>
          )}
        </FactList>
      </Section>
      <Section title="Exceptions and sessions in no total">
        {exclusions.length === 0 && exceptions.length === 0 && (
          <Typography variant="body2">There are none.</Typography>
        )}
        <FactList label="Exceptions and sessions in no total">
          {exclusions.map(({ reason, sessions: count }) => (
            <Fact key={reason} name={EXCLUSION_REASON_LABELS[reason]}>
              {sessions(count)}, in no total
            </Fact>
          ))}
          {exceptions.map(({ kind, sessions: count, open, entities: of }) => (
            <Fact key={kind} name={EXCEPTION_LABELS[kind]}>
              {sessions(count)} of {formatCount(of, 'Entity', 'Entities')}
              {open === 0 ? ', all decided' : `, ${formatNumber(open)} open`}
            </Fact>
          ))}
        </FactList>
        {decisions.length > 0 && (
          <Box component="ul" aria-label="Decisions on sessions" sx={{ pl: 2.5, my: 1 }}>
            {decisions.map(({ entityId, sessionId, kind, reason, by }) => (
              <li key={`${entityId} ${sessionId}`}>
                Session {shortId(sessionId)} of{' '}
                <EntityLink
                  id={entityId}
                  name={entities.find(({ id }) => id === entityId)?.name ?? null}
                />{' '}
                was {kind === 'accepted' ? 'accepted' : 'left out'} by {by}: {reason}
              </li>
            ))}
          </Box>
        )}
      </Section>
      <Section title="Entities">
        <DataTable
          label="Entities of the sealed report"
          columns={ENTITY_COLUMNS}
          rows={entities}
          rowKey={({ id }) => id}
        />
      </Section>
    </>
  );
}
