import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import { mutation, query } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { resultMessage } from './import-summary.ts';

/** The last import, with a button to undo it. */
export function LastImportSection() {
  const { data, error, refetch } = useQuery(query(DIRECTORY_CHANGE_ROUTES.lastImport));
  const [asked, setAsked] = useState(false);
  const undo = useMutation(mutation(DIRECTORY_CHANGE_ROUTES.undoImport));
  if (error !== null) {
    return (
      <ErrorPanel
        what="The last import could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const last = data?.last ?? null;
  if (last === null) return null;
  return (
    <Box
      component="section"
      aria-label="Last import"
      sx={{
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
        borderTop: 1,
        borderColor: 'divider',
        pt: 1.5,
      }}
    >
      <Typography variant="h3">Last import</Typography>
      <Typography variant="body2">
        {last.operatorName}, <DateTimeText instant={last.at} />. {resultMessage(last.result)}
      </Typography>
      {last.undoneAt !== null && (
        <Typography variant="body2">
          Undone <DateTimeText instant={last.undoneAt} />: the directory is as it was before.
        </Typography>
      )}
      {last.undoneAt === null && !asked && (
        <Button variant="outlined" color="inherit" onClick={() => setAsked(true)}>
          Undo this import
        </Button>
      )}
      {last.undoneAt === null && asked && (
        <>
          <Typography variant="body2">
            Added records are removed and changed ones restored. If any of them was changed since,
            nothing is undone.
          </Typography>
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button
              variant="contained"
              color="error"
              disabled={undo.isPending}
              onClick={() => undo.mutate({ params: { id: last.id } })}
            >
              {undo.isPending ? 'Undoing' : 'Undo the whole import'}
            </Button>
            <Button color="inherit" onClick={() => setAsked(false)}>
              Keep it
            </Button>
          </Box>
        </>
      )}
      {undo.isError && <ErrorPanel what="The import was not undone" error={undo.error} />}
    </Box>
  );
}
