import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { mutation } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';

interface DeleteDefinitionProps {
  id: string;
  name: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a saved definition is deleted. */
export function DeleteDefinition({ id, name, onClose, onDeleted }: DeleteDefinitionProps) {
  const deletion = useMutation(mutation(REPORT_ROUTES.deleteReportDefinition));
  return (
    <ConfirmDialog
      title={`Delete the definition “${name}”`}
      typed={null}
      act="Delete the definition"
      acting={deletion.isPending}
      onConfirm={() => deletion.mutate({ params: { id } }, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <Typography variant="body2">
        It is deleted for all operators. Reports run with it stay, and keep its name and version.
      </Typography>
      {deletion.error !== null && (
        <ErrorPanel what="The definition was not deleted" error={deletion.error} />
      )}
    </ConfirmDialog>
  );
}
