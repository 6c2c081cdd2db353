import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  DirectoryCollectiveRecord,
  DirectoryEntityRecord,
} from '../../../contract/console/directory.ts';
import {
  CollectiveEdit,
  EntityEdit,
  type DirectoryKind,
} from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { CollectivePicker } from './collective-picker.tsx';
import { editRecord } from './directory-queries.ts';
import { changedFields, formOf, type RecordFields } from './record-fields.ts';

interface RecordFormProps {
  kind: DirectoryKind;
  record: DirectoryCollectiveRecord | DirectoryEntityRecord;
  onDone: () => void;
}

/** Edits a record. Only changed fields are sent, so that two operators do not undo each other. */
export function RecordForm({ kind, record, onDone }: RecordFormProps) {
  const collectives = useQuery({
    ...query(DIRECTORY_ROUTES.collectives),
    enabled: kind === 'entity',
  });
  const [before] = useState(() => formOf(record));
  const [form, setForm] = useState(before);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useMutation(editRecord(kind, record.id));

  const change = changedFields(before, form);
  const nothing = Object.keys(change).length === 0;

  function send(body: object): void {
    const parsed = (kind === 'collective' ? CollectiveEdit : EntityEdit).safeParse(body);
    if (parsed.success) {
      setFaults(new Map());
      save.mutate(body, { onSuccess: onDone });
      return;
    }
    setFaults(
      new Map(parsed.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message])),
    );
  }

  const field = (
    name: Exclude<keyof RecordFields, 'collectives'>,
    label: string,
    more: object = {},
  ) => (
    <TextInput
      label={label}
      error={faults.get(name) ?? null}
      value={form[name]}
      autoComplete="off"
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
      {...more}
    />
  );

  return (
    <Box
      component="form"
      noValidate
      sx={{ display: 'grid', gap: 1.5 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!nothing) send(change);
      }}
    >
      {field('name', 'Name')}
      {field('type', 'Type')}
      {kind === 'entity' && field('brand', 'Brand')}
      {field('place', 'Place')}
      {field('tags', 'Tags', { helper: 'Separated by commas; up to ten.' })}
      {field('note', 'Note', { multiline: true })}
      {kind === 'entity' && (
        <CollectivePicker
          collectives={collectives.data?.collectives ?? []}
          chosen={form.collectives}
          onChange={(chosen) => setForm({ ...form, collectives: chosen })}
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
        <Button type="submit" variant="contained" disabled={nothing || save.isPending}>
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
