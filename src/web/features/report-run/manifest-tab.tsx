import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReportManifest, ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount, formatExact, formatNumber } from '../../../domain/format.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import {
  BOUNDARY_LABELS,
  GROUPING_LABELS,
  scopeLabel,
  zoneLabel,
} from '../../../domain/reports/report-labels.ts';
import { reportManifestQuery } from '../../api/report-queries.ts';
import { CopyText } from '../../components/copy-id.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { unitLabel } from './group-rows.ts';
import { ManifestChecks } from './manifest-checks.tsx';
import { ManifestEntities } from './manifest-entities.tsx';
import type { RunPartProps } from './run-part.ts';
import { partialMessage, periodLabel, sealMessage, tariffLabel } from './run-labels.ts';

/** The inputs and results of a run, sealed by a hash. */
export function ManifestTab({ run }: RunPartProps) {
  const query = useQuery({ ...reportManifestQuery(run), enabled: run.hash !== null });
  const manifest = query.data;
  if (manifest !== undefined) return <Manifest run={run} manifest={manifest} />;
  if (run.hash === null) {
    return (
      <EmptyState title="There is no manifest yet.">
        <Typography variant="body2">
          It is written when the finished report is sealed. It then lists the inputs, each Entity
          with the age of what was known, what is missing and the totals, with a hash over
          everything; the report does not change after that. {partialMessage(run)}
        </Typography>
      </EmptyState>
    );
  }
  return <ReadBlock read={query} what="the manifest" />;
}

function Manifest({ run, manifest }: { run: ReportRun; manifest: ReportManifest }) {
  return (
    <>
      <Asked run={run} manifest={manifest} />
      <Section title="Checks">
        <ManifestChecks checks={manifest.checks} />
      </Section>
      <Section title="Findings, exclusions and units">
        <Tallies manifest={manifest} />
      </Section>
      <Section title={`Entities (${formatNumber(manifest.entities.length)})`}>
        <ManifestEntities entities={manifest.entities} />
      </Section>
    </>
  );
}

function Asked({ run, manifest }: { run: ReportRun; manifest: ReportManifest }) {
  const { definition, saved, tariff } = manifest;
  const { zone, thresholds } = definition;
  const exact = (instant: string) => formatExact(instant, zone);
  return (
    <FactList label="Manifest">
      <Fact name="Hash, SHA-256">
        {run.hash === null ? (
          'none'
        ) : (
          <CopyText text={run.hash} label={run.hash} what="the hash of the manifest" mono />
        )}
      </Fact>
      <Fact name="Seal">{sealMessage(run)}</Fact>
      <Fact name="Run">
        <CopyText text={manifest.runId} label={manifest.runId} what="the id of the run" mono />
      </Fact>
      <Fact name="Definition">
        {saved === null ? 'Not saved' : `${manifest.name ?? saved.id}, version ${saved.version}`}
      </Fact>
      <Fact name="Entities by">{scopeLabel(definition.scope)}</Fact>
      <Fact name="Period">
        {periodLabel(run)}: from {exact(manifest.period.start)} until before{' '}
        {exact(manifest.period.end)}
      </Fact>
      <Fact name="Dates and hours">{zoneLabel(definition)}</Fact>
      <Fact name="Rule">{BOUNDARY_LABELS[definition.boundary]}</Fact>
      <Fact name="Grouping">{GROUPING_LABELS[definition.grouping]}</Fact>
      <Fact name="Tariff">{tariffLabel({ tariff })}</Fact>
      <Fact name="Flagged from">
        {formatNumber(thresholds.hugeEnergyKwh)} kWh in a session, an implied battery of{' '}
        {formatNumber(thresholds.implausibleBatteryKwh)} kWh
      </Fact>
      <Fact name="Sessions needed">
        {exact(manifest.read.start)} until {exact(manifest.read.end)}
      </Fact>
      <Fact name="Started">
        {exact(manifest.begunAt)} by {run.operator}
      </Fact>
      <Fact name={manifest.asked === undefined ? 'As of' : 'Finished'}>{exact(manifest.asOf)}</Fact>
      <Fact name="Provisional from">
        {manifest.provisionalFrom === null ? 'None' : exact(manifest.provisionalFrom)}
      </Fact>
      <Fact name="Reads">{readsOf(manifest)}</Fact>
      <Fact name="Format">{manifest.format}</Fact>
    </FactList>
  );
}

/** The reads; older runs read pages from the Service. */
function readsOf({ asked, pages = 0, requests = 0 }: ReportManifest): string {
  return asked === undefined
    ? `${formatCount(pages, 'page', 'pages')} with ${formatCount(requests, 'request', 'requests')}`
    : `${formatNumber(asked)} requested`;
}

interface TallyRow {
  name: string;
  count: number;
}

const TALLY_COLUMNS: readonly Column<TallyRow>[] = [
  { key: 'name', header: 'Item', wraps: true, cell: ({ name }) => name },
  {
    key: 'count',
    header: 'Count',
    width: '84px',
    numeric: true,
    cell: ({ count }) => formatNumber(count),
  },
];

function Tallies({ manifest: { findings, exclusions, units } }: { manifest: ReportManifest }) {
  const lists = [
    {
      label: 'Findings',
      rows: findings.map(({ kind, count }) => ({ name: FINDING_LABELS[kind], count })),
    },
    {
      label: 'Sessions in no total',
      rows: exclusions.map(({ reason, count }) => ({ name: EXCLUSION_LABELS[reason], count })),
    },
    {
      label: 'Sessions by energy unit',
      rows: units.map(({ unit, sessions }) => ({ name: unitLabel(unit), count: sessions })),
    },
  ];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
      }}
    >
      {lists.map(({ label, rows }) => (
        <div key={label}>
          <Typography variant="h3" sx={{ mb: 0.5 }}>
            {label}
          </Typography>
          <DataTable
            label={label}
            columns={TALLY_COLUMNS}
            rows={rows}
            rowKey={({ name }) => name}
            renderNarrow={({ name, count }) => ({
              first: name,
              second: null,
              end: formatNumber(count),
            })}
          />
        </div>
      ))}
    </Box>
  );
}
