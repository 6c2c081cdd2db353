import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import {
  OPERATOR_ROUTES,
  OperatorInvitation,
  type OneTimeLink,
} from '../../../contract/console/operators.ts';
import { EVERY_COMMAND } from '../../../domain/permissions.ts';
import { mutation } from '../../api/query.ts';
import { FormDialog, FormText } from '../../components/form.tsx';
import { RightsFields } from './rights-fields.tsx';

interface InviteDialogProps {
  onInvited: (name: string, link: OneTimeLink) => void;
  onClose: () => void;
}

/** Adds an operator, who chooses a password by a link. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const inviting = useMutation(mutation(OPERATOR_ROUTES.inviteOperator));
  const { control, handleSubmit, setValue } = useForm<OperatorInvitation>({
    resolver: zodResolver(OperatorInvitation),
    defaultValues: {
      name: '',
      role: 'operator',
      grants: [{ ...EVERY_COMMAND, ignoreCooldown: false }],
    },
  });
  const [role, grants] = useWatch({ control, name: ['role', 'grants'] });
  return (
    <FormDialog
      title="Invite an operator"
      maxWidth="sm"
      description="You get a link to pass on; no e-mail is sent."
      act="Make the invitation"
      working="Making it"
      sending={inviting}
      failed="Nobody was invited"
      onSubmit={handleSubmit((body) =>
        inviting.mutate({ body }, { onSuccess: ({ link }) => onInvited(body.name, link) }),
      )}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="name"
        label="Name"
        autoComplete="off"
        helper="To sign in with, and shown in the audit log."
        wrong="Enter a name of up to 100 characters."
      />
      <RightsFields
        role={role}
        grants={grants}
        onRole={(chosen) => setValue('role', chosen)}
        onGrants={(chosen) => setValue('grants', chosen)}
      />
    </FormDialog>
  );
}
