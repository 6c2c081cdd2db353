import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  OPERATOR_ROUTES,
  OperatorInvitation,
  type OperatorAccount,
} from '../../../contract/console/operators.ts';
import { mutation } from '../../api/query.ts';
import { FormDialog } from '../../components/form.tsx';
import { RightsFields } from './rights-fields.tsx';

const Rights = OperatorInvitation.omit({ name: true });

interface RightsDialogProps {
  operator: OperatorAccount;
  onClose: () => void;
}

/** Changes the role and the grants of an operator. */
export function RightsDialog({ operator, onClose }: RightsDialogProps) {
  const changing = useMutation(mutation(OPERATOR_ROUTES.changeOperator));
  const [before] = useState({ role: operator.role, grants: operator.grants });
  const { control, handleSubmit, setValue } = useForm({
    resolver: zodResolver(Rights),
    defaultValues: before,
  });
  const [role, grants] = useWatch({ control, name: ['role', 'grants'] });
  return (
    <FormDialog
      title={`Rights of ${operator.name}`}
      maxWidth="sm"
      description="They hold with the next request; what is being sent at the moment stays sent."
      act="Change the rights"
      working="Changing"
      keep="Keep the rights"
      sending={changing}
      failed="The rights were not changed"
      onSubmit={handleSubmit((body) =>
        changing.mutate(
          { params: { id: operator.id }, body: { ...body, before } },
          { onSuccess: onClose },
        ),
      )}
      onClose={onClose}
    >
      <RightsFields
        roleIsGiven={operator.byProvider === true}
        role={role}
        grants={grants}
        onRole={(chosen) => setValue('role', chosen)}
        onGrants={(chosen) => setValue('grants', chosen)}
      />
    </FormDialog>
  );
}
