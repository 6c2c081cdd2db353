import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import type {
  DirectoryCollectiveRecord,
  DirectoryEntityRecord,
} from '../../../contract/console/directory.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormText } from '../../components/form.tsx';
import { HealthMark } from '../../components/health-mark.tsx';
import { Read } from '../../components/read.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { CollectivePicker } from './collective-picker.tsx';
import { changedFields, changeOf, editRecord, formOf } from './record-form.ts';
import { TypeField } from './type-field.tsx';

type AnyRecord = DirectoryCollectiveRecord | DirectoryEntityRecord;

interface RecordDrawerProps {
  kind: DirectoryKind;
  id: string;
  onClose: () => void;
}

/** Edits the record of a Collective or an Entity. */
export function RecordDrawer({ kind, id, onClose }: RecordDrawerProps) {
  const isEntity = kind === 'entity';
  const input = { params: { id } };
  const collective = useQuery(query(DIRECTORY_ROUTES.collective, isEntity ? null : input));
  const entity = useQuery(query(DIRECTORY_ROUTES.entity, isEntity ? input : null));
  const read = isEntity ? entity : collective;
  const record: AnyRecord | undefined = isEntity
    ? entity.data?.entity
    : collective.data?.collective;
  return (
    <SideSheet
      title={record?.name ?? `${isEntity ? 'Entity' : 'Collective'} ${shortId(id)}`}
      above={<CopyId id={id} what="the id" />}
      onClose={onClose}
    >
      <Read query={{ ...read, data: record }} what="the record" height={320}>
        {(known) => (
          <>
            <HealthMark unreachable={known.unreachable} long />
            <RecordForm key={id} kind={kind} record={known} onDone={onClose} />
          </>
        )}
      </Read>
    </SideSheet>
  );
}

interface RecordFormProps {
  kind: DirectoryKind;
  record: AnyRecord;
  onDone: () => void;
}

/** Edits a record. Only changed fields are sent, so that two operators do not undo each other. */
function RecordForm({ kind, record, onDone }: RecordFormProps) {
  const [before] = useState(() => formOf(record));
  const save = useMutation(editRecord(kind, record.id));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(changeOf(kind, before)),
    defaultValues: before,
  });
  const isUnchanged = useWatch({
    control,
    compute: (now) => Object.keys(changedFields(before, now)).length === 0,
  });
  const send = (change: object) => save.mutate(change, { onSuccess: onDone });
  const shared = { control, autoComplete: 'off' } as const;
  return (
    <Box
      component="form"
      noValidate
      sx={{ display: 'grid', gap: 1.5 }}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <FormText
        {...shared}
        name="name"
        label="Name"
        wrong="Enter a name of up to 200 characters."
      />
      <TypeField kind={kind} control={control} name="type" label="Type" />
      {kind === 'entity' && <FormText {...shared} name="brand" label="Brand" />}
      <FormText {...shared} name="place" label="Place" />
      <FormText
        {...shared}
        name="tags"
        label="Tags"
        helper="Separated by commas; up to ten."
        wrong="Enter up to ten tags of at most 30 characters."
      />
      <FormText {...shared} name="note" label="Note" multiline />
      {kind === 'entity' && (
        <Controller
          control={control}
          name="collectives"
          render={({ field }) => (
            <CollectivePicker chosen={field.value} onChange={field.onChange} />
          )}
        />
      )}
      {save.isError && (
        <ErrorPanel what="The record was not changed" error={save.error}>
          <Typography variant="body2">Your changes are still here.</Typography>
        </ErrorPanel>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={isUnchanged || save.isPending}>
          {save.isPending ? 'Saving' : 'Save the record'}
        </Button>
        <Button color="inherit" onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5, display: 'grid', gap: 1 }}>
        <Typography variant="body2">
          {record.archived
            ? 'It is archived: lists leave it out and nothing can be dispatched to it.'
            : 'Archiving removes it from the lists. Its history stays, and it can be restored.'}
        </Typography>
        <Button
          variant="outlined"
          color="inherit"
          sx={{ justifySelf: 'start' }}
          disabled={save.isPending}
          onClick={() => send({ archived: !record.archived })}
        >
          {record.archived ? 'Restore it' : 'Archive it'}
        </Button>
      </Box>
    </Box>
  );
}
