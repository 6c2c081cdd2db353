import { zodResolver } from '@hookform/resolvers/zod';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormText } from '../form.tsx';
import { Live } from '../live.tsx';
import { PlainDialog } from '../plain-dialog.tsx';
import { SavedView, withView, type ViewSearch } from './saved-views.ts';

const Named = SavedView.pick({ name: true });

interface SaveViewDialogProps {
  views: readonly SavedView[];
  search: ViewSearch;
  /** Stores the views. @returns false if this browser stores nothing */
  onViews: (views: readonly SavedView[]) => boolean;
  onClose: () => void;
}

/** Saves the current list as a named view, and deletes saved ones. */
export function SaveViewDialog({ views, search, onViews, onClose }: SaveViewDialogProps) {
  const [message, setMessage] = useState('');
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Named),
    defaultValues: { name: '' },
  });
  const save = handleSubmit(({ name }) =>
    setMessage(
      onViews(withView(views, { name, search }))
        ? `Saved as “${name}”.`
        : 'Not saved: this browser stores nothing.',
    ),
  );
  return (
    <PlainDialog title="Save view" maxWidth="xs" onClose={onClose}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void save(event)}
        sx={{ display: 'grid', gap: 0.75 }}
      >
        <FormText
          control={control}
          name="name"
          label="Save this view as"
          maxLength={60}
          wrong="Enter a name."
        />
        <Button type="submit" variant="outlined" color="inherit">
          Save this view
        </Button>
        <Live>{message}</Live>
      </Box>
      {views.map(({ name }) => (
        <Box key={name} sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {name}
          </Box>
          <IconButton
            aria-label={`Delete the view ${name}`}
            onClick={() => onViews(views.filter((view) => view.name !== name))}
          >
            <DeleteIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      ))}
      <Box sx={{ color: 'text.secondary' }}>
        A view keeps filters, order and columns in this browser. To share it, send the address of
        the page.
      </Box>
    </PlainDialog>
  );
}
