import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  OPERATOR_ROUTES,
  type OneTimeLink,
  type OperatorAccount,
  OperatorInvitation,
} from '../../../contract/console/operators.ts';
import { EVERY_COMMAND } from '../../../domain/permissions.ts';
import { query, mutation } from '../../api/query.ts';
import { usePermission, useProvider } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { ApprovalRules } from './approval-rules.tsx';
import { LinkDialog } from './tokens-section.tsx';
import { OperatorDetails } from './operator-details.tsx';
import type { OperatorsSearch } from './operators-search.ts';
import { RightsFields, useGrantWords } from './rights-fields.tsx';

const STATES = { active: 'Active', invited: 'Invited', disabled: 'Disabled' } as const;

const columnsOf = (
  grants: (operator: OperatorAccount) => string,
): readonly Column<OperatorAccount>[] => [
  column('name', 'Operator', { phone: 'name' }, ({ id, name }) => (
    <AppLink to="/settings/operators" search={{ operator: id }}>
      {name}
    </AppLink>
  )),
  column('role', 'Role', { width: '120px', phone: 'line' }, ({ role }) => role),
  column('grants', 'May send', { wraps: true, width: '34%', phone: 'more' }, grants),
  column('state', 'State', { width: '100px', phone: 'line' }, ({ state }) => STATES[state]),
  column('used', 'Last use', { width: '170px' }, ({ lastUsedAt }) =>
    lastUsedAt === null ? 'No session' : <DateTimeText instant={lastUsedAt} />,
  ),
];

/** Who may use the console: the list, or one operator with their rights, sessions and tokens. */
export function OperatorsPage({ search }: { search: OperatorsSearch }) {
  const { reason } = usePermission('manage-operators');
  if (reason !== null) {
    return (
      <>
        <PageHeader title="Operators" documentTitle="Operators · Settings" />
        <EmptyState title={reason}>
          <Typography variant="body2">
            <AppLink to="/settings">My account</AppLink> shows your own rights and sessions.
          </Typography>
        </EmptyState>
      </>
    );
  }
  return search.operator === undefined ? (
    <Operators />
  ) : (
    <OperatorDetails key={search.operator} id={search.operator} />
  );
}

function Operators() {
  const read = useQuery(query(OPERATOR_ROUTES.operators));
  const words = useGrantWords();
  const provider = useProvider();
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<{ name: string; link: OneTimeLink } | null>(null);
  const columns = columnsOf(({ role, grants }) => words({ role, grants }).join('; '));
  return (
    <>
      <PageHeader
        title="Operators"
        documentTitle="Operators · Settings"
        actions={
          provider === null && (
            <Button variant="contained" onClick={() => setInviting(true)}>
              Invite an operator
            </Button>
          )
        }
      >
        Who may use this console, and what for.
        {provider !== null &&
          ` Operators are added at ${provider}: they are listed once they have signed in, and an administrator gives them their Commands.`}
      </PageHeader>
      <Read query={read} what="the operators" rows={5}>
        {(operators) => (
          <DataTable label="Operators" columns={columns} rows={operators} rowKey={({ id }) => id} />
        )}
      </Read>
      <ApprovalRules />
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(name, link) => {
            setInviting(false);
            setInvited({ name, link });
          }}
        />
      )}
      {invited !== null && <LinkDialog {...invited} onClose={() => setInvited(null)} />}
    </>
  );
}

interface InviteDialogProps {
  onInvited: (name: string, link: OneTimeLink) => void;
  onClose: () => void;
}

/** Adds an operator, who chooses a password by a link. */
function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
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
