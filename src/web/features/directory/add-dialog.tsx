import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import {
  NewCollective,
  NewEntity,
  type DirectoryKind,
} from '../../../contract/console/directory-changes.ts';
import { z } from '../../../contract/zod.ts';
import { FormDialog, FormText } from '../../components/form.tsx';
import { CollectivePicker } from './collective-picker.tsx';
import { addRecord } from './record-form.ts';
import { TypeField } from './type-field.tsx';

export interface AddDialogProps {
  kind: DirectoryKind;
  onClose: () => void;
}

const TITLES = { collective: 'Add a Collective', entity: 'Add an Entity' } as const;

const text = z.string().trim();
const filled = text.transform((typed) => (typed === '' ? undefined : typed));
/** What is sent is without what was left empty. */
const FORMS = {
  collective: z
    .object({ id: text, name: text, type: filled })
    .transform((added): object => added)
    .pipe(NewCollective),
  entity: z
    .object({
      id: text,
      name: filled,
      type: filled,
      brand: filled,
      collectives: z.array(z.string()),
    })
    .transform((added): object => added)
    .pipe(NewEntity),
} as const;

/** Adds a Collective or an Entity by its id, then opens its page. */
export function AddDialog({ kind, onClose }: AddDialogProps) {
  const navigate = useNavigate();
  const add = useMutation(addRecord(kind));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(FORMS[kind]),
    defaultValues: { id: '', name: '', type: '', brand: '', collectives: [] },
  });
  const isEntity = kind === 'entity';
  const shared = { control, autoComplete: 'off' } as const;
  return (
    <FormDialog
      title={TITLES[kind]}
      act={TITLES[kind]}
      working="Adding"
      sending={add}
      failed="Nothing was added"
      onSubmit={handleSubmit((added) =>
        add.mutate(added, {
          onSuccess: () =>
            void (isEntity
              ? navigate({ to: '/entities/$entityId', params: { entityId: added.id } })
              : navigate({ to: '/collectives/$collectiveId', params: { collectiveId: added.id } })),
        }),
      )}
      onClose={onClose}
    >
      <FormText
        {...shared}
        name="id"
        label="Id"
        spellCheck={false}
        helper="Its UUID at the Service. It cannot be checked here."
      />
      <FormText {...shared} name="name" label={isEntity ? 'Name (optional)' : 'Name'} />
      <TypeField kind={kind} control={control} name="type" label="Type (optional)" />
      {isEntity && (
        <>
          <FormText {...shared} name="brand" label="Brand (optional)" />
          <Controller
            control={control}
            name="collectives"
            render={({ field }) => (
              <CollectivePicker chosen={field.value} onChange={field.onChange} />
            )}
          />
        </>
      )}
    </FormDialog>
  );
}
