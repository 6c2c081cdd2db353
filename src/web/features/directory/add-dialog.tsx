import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import {
  NewCollective,
  NewEntity,
  type DirectoryKind,
} from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { CollectivePicker } from './collective-picker.tsx';
import { addRecord } from './directory-queries.ts';

export interface AddDialogProps {
  kind: DirectoryKind;
  onClose: () => void;
}

const TITLES = { collective: 'Add a Collective', entity: 'Add an Entity' } as const;

/** Adds a Collective or an Entity by its id, then opens its page. */
export function AddDialog({ kind, onClose }: AddDialogProps) {
  const narrow = useNarrow();
  const navigate = useNavigate();
  const collectives = useQuery({
    ...query(DIRECTORY_ROUTES.collectives),
    enabled: kind === 'entity',
  });
  const [form, setForm] = useState({ id: '', name: '', type: '', brand: '' });
  const [memberOf, setMemberOf] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const add = useMutation(addRecord(kind));

  function openPage(): void {
    const id = form.id.trim().toLowerCase();
    void (kind === 'collective'
      ? navigate({ to: '/collectives/$collectiveId', params: { collectiveId: id } })
      : navigate({ to: '/entities/$entityId', params: { entityId: id } }));
  }

  function send(): void {
    const filled = Object.fromEntries(
      Object.entries(form)
        .map(([field, text]) => [field, text.trim()])
        .filter(([, text]) => text !== ''),
    );
    const body = kind === 'collective' ? filled : { ...filled, collectives: memberOf };
    const parsed = (kind === 'collective' ? NewCollective : NewEntity).safeParse(body);
    if (parsed.success) {
      setFaults(new Map());
      add.mutate(body, { onSuccess: openPage });
    } else {
      setFaults(new Map(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
    }
  }

  const field = (name: keyof typeof form, label: string, helper?: string) => (
    <TextInput
      label={label}
      helper={helper}
      error={faults.get(name) ?? null}
      value={form[name]}
      autoComplete="off"
      spellCheck={name !== 'id'}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
    />
  );

  return (
    <Dialog
      open
      onClose={add.isPending ? undefined : onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="xs"
      aria-labelledby="add-title"
    >
      <DialogTitle id="add-title" sx={{ fontSize: '1rem', pb: 1 }}>
        {TITLES[kind]}
      </DialogTitle>
      <DialogContent>
        <Box
          component="form"
          id="add-form"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            send();
          }}
          sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}
        >
          {field('id', 'Id', 'Its UUID at the Service. It cannot be checked here.')}
          {field('name', kind === 'collective' ? 'Name' : 'Name (optional)')}
          {field(
            'type',
            'Type (optional)',
            kind === 'collective' ? 'For example Fleet' : 'For example EV',
          )}
          {kind === 'entity' && field('brand', 'Brand (optional)')}
          {kind === 'entity' && (
            <CollectivePicker
              collectives={collectives.data?.collectives ?? []}
              chosen={memberOf}
              onChange={setMemberOf}
            />
          )}
          {add.isError && <ErrorPanel what="Nothing was added" error={add.error} />}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1 }}>
        <Button color="inherit" onClick={onClose} disabled={add.isPending}>
          Cancel
        </Button>
        <Button type="submit" form="add-form" variant="contained" disabled={add.isPending}>
          {add.isPending ? 'Adding' : TITLES[kind]}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
