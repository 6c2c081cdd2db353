import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FigureSearch } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES, type SavedDefinition } from '../../../contract/console/report-routes.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { FormDialog, FormText } from '../../components/form.tsx';

const Named = REPORT_ROUTES.saveDefinition.body.pick({ name: true });

interface SaveDialogProps {
  search: FigureSearch;
  /** The name it has; null: none. */
  saved: SavedDefinition | null;
  /** Whether the choice does not fit into an address, so that it needs a name. */
  needsName: boolean;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Saves what the report is of under a name, for all operators. */
export function SaveDialog({ search, saved, needsName, onSaved, onClose }: SaveDialogProps) {
  const saving = useMutation(mutation(REPORT_ROUTES.saveDefinition));
  // Saved again after a failure, it is still one.
  const [newId] = useState(randomId);
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Named),
    defaultValues: { name: saved?.name ?? '' },
  });
  const { saved: _, ...content } = search;
  return (
    <FormDialog
      title="Save the report under a name"
      description={
        needsName
          ? 'So many Entities do not fit into an address. Under a name, all operators can open the report.'
          : 'All operators can open it. Its figures are computed anew each time; to keep them, seal the report.'
      }
      act="Save the report"
      working="Saving"
      sending={saving}
      failed="The report was not saved"
      onSubmit={handleSubmit(({ name }) => {
        const id = saved?.name === name ? saved.id : newId;
        saving.mutate(
          { body: { id, name, search: content } },
          {
            onSuccess: () => {
              onSaved(id);
              onClose();
            },
          },
        );
      })}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="name"
        label="Name"
        maxLength={100}
        wrong="Enter a name."
        helper={
          saved === null ? undefined : `With the name “${saved.name}” it replaces that report.`
        }
      />
    </FormDialog>
  );
}
