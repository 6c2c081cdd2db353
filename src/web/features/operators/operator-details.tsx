import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  OPERATOR_ROUTES,
  type OneTimeLink,
  type OperatorDetail,
  OperatorInvitation,
  type OperatorAccount,
} from '../../../contract/console/operators.ts';
import { mutation, query } from '../../api/query.ts';
import { useHasPassword, useOperator } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormDialog } from '../../components/form.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { RightsFields, EffectiveRights } from './rights-fields.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TokensSection, LinkDialog } from './tokens-section.tsx';

/** One operator: rights, sessions and tokens, and what an administrator can change of them. */
export function OperatorDetails({ id }: { id: string }) {
  const read = useQuery(query(OPERATOR_ROUTES.operator, { params: { id } }));
  const isOwn = useOperator()?.id === id;
  const { data } = read;
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Operator'}
        documentTitle="Operators · Settings"
        above={<AppLink to="/settings/operators">Operators</AppLink>}
        actions={data !== undefined && <Acts operator={data} />}
      >
        {data?.state === 'disabled' && 'Disabled: cannot sign in'}
        {data?.state === 'invited' && 'Invited: has not chosen a password yet'}
      </PageHeader>
      <Read query={read} what="the operator" rows={6}>
        {(operator) => (
          <>
            <EffectiveRights role={operator.role} grants={operator.grants} />
            <SessionsSection operator={operator} />
            <TokensSection operator={operator} isOwn={isOwn} />
          </>
        )}
      </Read>
    </>
  );
}

function Acts({ operator }: { operator: OperatorDetail }) {
  const { id, name, state } = operator;
  const linking = useMutation(mutation(OPERATOR_ROUTES.linkOperator));
  const changing = useMutation(mutation(OPERATOR_ROUTES.changeOperator));
  const hasPassword = useHasPassword();
  const [open, setOpen] = useState<'rights' | 'disable' | null>(null);
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button color="inherit" variant="outlined" onClick={() => setOpen('rights')}>
        Change rights
      </Button>
      {hasPassword && state !== 'disabled' && (
        <Button
          color="inherit"
          variant="outlined"
          disabled={linking.isPending}
          onClick={() => linking.mutate({ params: { id } }, { onSuccess: setLink })}
        >
          {state === 'invited' ? 'New invitation' : 'Reset the password'}
        </Button>
      )}
      {state === 'disabled' ? (
        <Button
          color="inherit"
          variant="outlined"
          disabled={changing.isPending}
          onClick={() => changing.mutate({ params: { id }, body: { disabled: false } })}
        >
          Enable
        </Button>
      ) : (
        <Button color="error" variant="outlined" onClick={() => setOpen('disable')}>
          Disable
        </Button>
      )}
      <ErrorPanel what="No link was made" error={linking.error} />
      {open === 'rights' && <RightsDialog operator={operator} onClose={close} />}
      {open === 'disable' && (
        <ConfirmDialog
          title={`Disable ${name}`}
          act="Disable the operator"
          keep="Keep the operator"
          sending={changing}
          failed="The operator was not disabled"
          onConfirm={() =>
            changing.mutate({ params: { id }, body: { disabled: true } }, { onSuccess: close })
          }
          onClose={close}
        >
          <Typography variant="body2">
            {name} cannot sign in any more. All sessions, API tokens and links of theirs end now;
            what they did stays in the audit log. You can enable them again.
          </Typography>
        </ConfirmDialog>
      )}
      {link !== null && <LinkDialog name={name} link={link} onClose={() => setLink(null)} />}
    </>
  );
}

const Rights = OperatorInvitation.omit({ name: true });

/** Changes the role and the grants of an operator. */
function RightsDialog({ operator, onClose }: { operator: OperatorAccount; onClose: () => void }) {
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
