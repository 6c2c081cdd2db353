import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type {
  DirectoryCollectiveRecord,
  DirectoryEntityRecord,
} from '../../../contract/console/directory.ts';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormText } from '../../components/form.tsx';
import { CollectivePicker } from './collective-picker.tsx';
import { editRecord } from './directory-queries.ts';
import { changedFields, changeOf, formOf } from './record-fields.ts';

interface RecordFormProps {
  kind: DirectoryKind;
  record: DirectoryCollectiveRecord | DirectoryEntityRecord;
  onDone: () => void;
}

/** Edits a record. Only changed fields are sent, so that two operators do not undo each other. */
export function RecordForm({ kind, record, onDone }: RecordFormProps) {
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
      <FormText {...shared} name="type" label="Type" />
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
      <Typography variant="caption" color="textSecondary">
        Values entered here are never overwritten: if the console later learns otherwise, it shows a
        conflict.
      </Typography>
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
