import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { lazy, Suspense } from 'react';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { sourceLabel } from '../../../domain/directory-labels.ts';
import { shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { HealthMark } from '../../components/health-mark.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

// Forms are not part of the lists' first load.
const RecordForm = lazy(async () => {
  const { RecordForm: loaded } = await import('./record-form.tsx');
  return { default: loaded };
});

export interface RecordDrawerProps {
  kind: DirectoryKind;
  id: string;
  onClose: () => void;
}

/** Edits the record of a Collective or an Entity. */
export function RecordDrawer({ kind, id, onClose }: RecordDrawerProps) {
  const input = { params: { id } };
  const collective = useQuery(
    query(DIRECTORY_ROUTES.collective, kind === 'collective' ? input : null),
  );
  const entity = useQuery(query(DIRECTORY_ROUTES.entity, kind === 'entity' ? input : null));
  const read = kind === 'collective' ? collective : entity;
  const record = kind === 'collective' ? collective.data?.collective : entity.data?.entity;
  const title = record?.name ?? `${kind === 'collective' ? 'Collective' : 'Entity'} ${shortId(id)}`;
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': 'record-title',
          sx: { width: 'min(440px, 100vw)', p: 2, display: 'grid', gap: 2, alignContent: 'start' },
        },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Typography variant="h1" component="h2" id="record-title" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton aria-label="Close the record" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      {record === undefined && read.error === null && (
        <BlockSkeleton height={320} what="the record" />
      )}
      {read.error !== null && (
        <ErrorPanel
          what={record === undefined ? 'The record could not be read' : 'It could not be refreshed'}
          error={read.error}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching}
        />
      )}
      {record !== undefined && (
        <>
          <FactList label="Facts">
            <Fact name="Id">
              <CopyId id={id} what="the id" />
            </Fact>
            <Fact name="Known from">{sourceLabel(record.source)}</Fact>
            <Fact name="Known since">
              <DateTimeText instant={record.knownAt} />
            </Fact>
            {record.unreachable !== null && (
              <Fact name="Health">
                <HealthMark unreachable={record.unreachable} long />
              </Fact>
            )}
          </FactList>
          <Suspense fallback={<RowsSkeleton what="the form" />}>
            <RecordForm key={id} kind={kind} record={record} onDone={onClose} />
          </Suspense>
        </>
      )}
    </Drawer>
  );
}
