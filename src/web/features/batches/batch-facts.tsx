import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import type { BatchDetail, BatchSummary } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import {
  commandLabelWithValue,
  commandLabel,
  isCommandType,
  takesCommand,
} from '../../../domain/command-rules.ts';
import { formatNumber, shortId, formatCount, typeLabel } from '../../../domain/format.ts';
import { findingKey, findingMessage, unlistedCount } from '../../../domain/guard-messages.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { runningQuery } from '../../api/batches.ts';
import { call } from '../../api/client.ts';
import { mutationOf, query } from '../../api/query.ts';
import { AppLink, TextLink, BatchLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { saveContent } from '../../components/download.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Read } from '../../components/read.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { ClockText, ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { MONO } from '../../theme/theme.ts';
import { Consequences } from '../dispatch/review-facts.tsx';

/** What was sent, to whom, by whom, when, why and how; and the hash of its record. */
export function BatchFacts({ data }: { data: BatchDetail }) {
  const { batch } = data;
  const { items, collectiveId, outcomeAt, approval } = batch;
  const wasReleased = (approval?.state ?? 'approved') === 'approved';
  return (
    <Box
      sx={{ fontSize: '0.8125rem', '& dl': { gridTemplateColumns: { lg: '82px minmax(0, 1fr)' } } }}
    >
      <FactList>
        <Fact name="Command">
          {items.length === 1 ? items.map(commandLabelWithValue) : `${items.length}, as planned`}
        </Fact>
        <Fact name="Collective">
          <AppLink to="/collectives/$collectiveId" params={{ collectiveId }}>
            {batch.collectiveName ?? shortId(collectiveId)}
          </AppLink>
        </Fact>
        <Fact name={approval === undefined ? 'Sent by' : 'Asked for by'}>
          {batch.operator.name}
        </Fact>
        {approval?.state === 'approved' && (
          <Fact name="Approved by">
            {approval.decidedBy?.name}
            {approval.remark !== null && ': '}
            {approval.remark !== null && <q>{approval.remark}</q>}
          </Fact>
        )}
        <Fact name={wasReleased ? 'Sent' : 'Asked for'}>
          <ExactTimeText instant={batch.createdAt} />
        </Fact>
        <Fact name="Expires">
          {approval?.state === 'waiting' && <ExactTimeText instant={approval.expiresAt} />}
        </Fact>
        {wasReleased &&
          outcomeAt !== null &&
          outcomeAt.slice(0, 19) !== batch.createdAt.slice(0, 19) && (
            <Fact name={batch.outcome === 'unknown' ? 'Noted as unknown' : 'Answered'}>
              <ClockText instant={outcomeAt} />
            </Fact>
          )}
        <Fact name="Reason">{batch.reason ?? 'None given'}</Fact>
        {batch.ignoreCooldown && <Fact name="Cooldowns">Ignored, on purpose</Fact>}
        <Fact name="Batch id">
          {batch.batchId !== null && <CopyId id={batch.batchId} what="the batch id" />}
        </Fact>
        <Fact name="Repeats on purpose">
          {batch.previousId !== null && <BatchLinks ids={[batch.previousId]} />}
        </Fact>
        <Fact name="Repeated by">
          {batch.nextIds.length > 0 && <BatchLinks ids={batch.nextIds} />}
        </Fact>
      </FactList>
      {batch.overridden.length > 0 && (
        <Box component="section" aria-label="Warnings overridden" sx={{ mt: 1 }}>
          <Box sx={{ color: 'text.secondary' }}>Warnings overridden</Box>
          <Overridden batch={batch} />
          {typeof approval?.override === 'string' && (
            <Box sx={{ overflowWrap: 'anywhere' }}>
              <Box sx={{ color: 'text.secondary' }}>
                Digest of these warnings, which the approval was bound to
              </Box>
              <Box component="code" sx={{ fontFamily: MONO, fontSize: '0.75rem' }}>
                {approval.override}
              </Box>
            </Box>
          )}
        </Box>
      )}
      <Record data={data} />
    </Box>
  );
}

const recordFile = mutationOf(async (id: string) => {
  const record = await call(BATCH_ROUTES.batchRecord, { params: { id } });
  // In the form that the hash covers.
  const content = new Blob([canonicalJson(record)], { type: 'application/json' });
  saveContent(`batch-${id.slice(0, 8)}.json`, content);
});

/** The hash of the record, and how to check it. */
function Record({ data: { batch, record } }: { data: BatchDetail }) {
  const saving = useMutation(recordFile);
  return (
    <Box
      component="section"
      aria-label="Record"
      sx={{ mt: 1.5, pt: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {record === null ? (
        <Box sx={{ color: 'text.secondary' }}>
          Its hash goes into the audit log once nothing can change any more.
        </Box>
      ) : (
        <>
          <Box sx={{ color: 'text.secondary' }}>
            SHA-256 of the record, in the audit log since <ExactTimeText instant={record.at} />
          </Box>
          <Box
            component="code"
            sx={{ fontFamily: MONO, fontSize: '0.75rem', overflowWrap: 'anywhere' }}
          >
            {record.hash}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            To check it, download the record and compare its <code>sha256sum</code>.
          </Box>
        </>
      )}
      <Button
        color="inherit"
        className="no-print"
        startIcon={<DownloadIcon />}
        aria-disabled={saving.isPending}
        onClick={() => saving.mutate(batch.id)}
      >
        Record as JSON
      </Button>
      <ErrorPanel what="The record could not be read" error={saving.error} />
    </Box>
  );
}

/** The warnings that the operator overrode, in the reader's time zone. */
function Overridden({ batch }: { batch: BatchSummary }) {
  const zone = useZone();
  const { overridden, overriddenTotals = [] } = batch;
  const unlisted = unlistedCount(overriddenTotals, overridden);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2 }}>
      {overridden.map((finding) => (
        <li key={findingKey(finding)}>
          {findingMessage(finding, zone)}{' '}
          {finding.kind !== 'no-taker' && <BatchLinks ids={[finding.dispatchId]} />}
        </li>
      ))}
      {unlisted > 0 && <li>And {formatNumber(unlisted)} more.</li>}
    </Box>
  );
}

/** Links to other batches, by the short form of their ids. */
function BatchLinks({ ids }: { ids: readonly string[] }) {
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <BatchLink id={id} underline="always">
        batch {shortId(id)}
      </BatchLink>{' '}
      <LinkedOutcome dispatchId={id} />
    </span>
  ));
}

/** The outcome of another batch; nothing until it is read. */
function LinkedOutcome({ dispatchId }: { dispatchId: string }) {
  const { data: moving } = useQuery(runningQuery);
  const { data: found } = useQuery(query(ENTITY_LIST_ROUTES.find, { query: { q: dispatchId } }));
  const known = [...(moving?.batches ?? []), ...(found?.batches ?? [])];
  const batch = known.find(({ id }) => id === dispatchId);
  return (
    batch !== undefined && (
      <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
        <OutcomeBar batch={batch} compact />
      </Box>
    )
  );
}

/** Rows that are listed; the Collective's page has the others. */
const LISTED = 100;

/** What a dispatch that waits would send, and to which Entities of its Collective as it is now. */
export function AskedFor({ batch }: { batch: BatchSummary }) {
  const { collectiveId, items } = batch;
  const read = useQuery(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }));
  const columns = useMemo(() => columnsFor(items), [items]);
  return (
    <Read query={read} what="the Entities of the Collective" rows={6}>
      {(detail) => (
        <>
          <Consequences content={batch} detail={detail} />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 1 }}>
            Sent once, to {formatCount(detail.entities.length, 'Entity', 'Entities')} that{' '}
            {detail.collective.name} has now
            {batch.ignoreCooldown && ', and cooldowns are ignored'}.
          </Typography>
          <DataTable
            label="Entities that it would be sent to"
            columns={columns}
            rows={detail.entities.toSorted(unableFirst(items)).slice(0, LISTED)}
            rowKey={({ id }) => id}
          />
          {detail.entities.length > LISTED && (
            <Typography variant="body2" sx={{ mt: 1 }}>
              And {formatNumber(detail.entities.length - LISTED)} more:{' '}
              <TextLink
                to="/collectives/$collectiveId"
                params={{ collectiveId }}
                search={{ tab: 'entities' }}
              >
                all Entities of the Collective
              </TextLink>
            </Typography>
          )}
        </>
      )}
    </Read>
  );
}

/** Whether an Entity takes the Commands, in words. */
function takesWords(types: readonly (string | null)[], entityType: string | null): string {
  const refused = types
    .filter(isCommandType)
    .filter((type) => takesCommand(type, entityType) === false);
  if (refused.length > 0) return `Does not take ${refused.map(commandLabel).join(', ')}`;
  return entityType === null ? 'Not known, as its type is not' : 'Yes';
}

/** What does not take them is seen first; the others stay as they are. */
function unableFirst(items: BatchSummary['items']) {
  const types = items.map(({ type }) => type);
  const rank = ({ type }: DirectoryEntity) => (takesWords(types, type) === 'Yes' ? 1 : 0);
  return (a: DirectoryEntity, b: DirectoryEntity) => rank(a) - rank(b);
}

function columnsFor(items: BatchSummary['items']): readonly Column<DirectoryEntity>[] {
  const types = [...new Set(items.map(({ type }) => type))];
  return [
    column('entity', 'Entity', { phone: 'name' }, ({ id, name, type }) => (
      <EntityLink id={id} name={name} type={type} />
    )),
    column('type', 'Type', { width: '20%', phone: 'line' }, ({ type }) => typeLabel(type)),
    {
      key: 'takes',
      header: 'Takes it',
      width: '34%',
      cell: ({ type }) => takesWords(types, type),
      phone: 'line',
      phoneCell: ({ type }) => {
        const words = takesWords(types, type);
        return words === 'Yes' ? null : words;
      },
    },
  ];
}
