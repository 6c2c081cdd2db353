import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  OPERATOR_ROUTES,
  TokenRequest,
  type ApiToken,
  type OperatorDetail,
  type OneTimeLink,
} from '../../../contract/console/operators.ts';
import { mutation } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Explanation } from '../../components/pop-panel.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { Section } from '../../components/section.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

const COLUMNS: readonly Column<ApiToken>[] = [
  column('name', 'Token', { phone: 'name' }, ({ name }) => name),
  column('created', 'Made', { width: '170px', phone: 'line' }, ({ createdAt }) => (
    <DateTimeText instant={createdAt} />
  )),
  column('used', 'Last use', { width: '170px', phone: 'line' }, ({ lastUsedAt }) =>
    lastUsedAt === null ? 'Never' : <DateTimeText instant={lastUsedAt} />,
  ),
];

interface TokensSectionProps {
  operator: OperatorDetail;
  /** Whether it is one's own account: only its operator makes a token. */
  isOwn: boolean;
}

/** The API tokens of an operator. */
export function TokensSection({ operator, isOwn }: TokensSectionProps) {
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiToken | null>(null);
  const end = (token: ApiToken) => (
    <Button color="inherit" onClick={() => setEnding(token)} sx={{ ml: -1, px: 1, minWidth: 0 }}>
      End
    </Button>
  );
  return (
    <Section
      title="API tokens"
      about={
        <Explanation about="About: API tokens">
          A spreadsheet or a BI tool reads reports with a token, in the header Authorization:
          Bearer. It can read nothing else and change nothing.
        </Explanation>
      }
      aside={
        isOwn && (
          <Button color="inherit" onClick={() => setMaking(true)}>
            Make a token
          </Button>
        )
      }
    >
      {operator.tokens.length === 0 ? (
        <EmptyState title="There is no API token." />
      ) : (
        <DataTable
          label="API tokens"
          columns={[...COLUMNS, column('end', 'Actions', { width: '100px', phone: 'end' }, end)]}
          rows={operator.tokens}
          rowKey={({ id }) => id}
        />
      )}
      {making && <MakeToken operatorId={operator.id} onClose={() => setMaking(false)} />}
      {ending !== null && (
        <EndToken operatorId={operator.id} token={ending} onClose={() => setEnding(null)} />
      )}
    </Section>
  );
}

function MakeToken({ operatorId, onClose }: { operatorId: string; onClose: () => void }) {
  const making = useMutation(mutation(OPERATOR_ROUTES.makeToken));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(TokenRequest),
    defaultValues: { name: '' },
  });
  return (
    <FormDialog
      title="Make an API token"
      act="Make the token"
      working="Making it"
      sending={making}
      failed="No token was made"
      done={
        making.data === undefined ? null : (
          <>
            <Typography variant="body2">
              It reads reports in your name until it is ended, and is shown only now.
            </Typography>
            <Secret label="Token" value={making.data.token} />
          </>
        )
      }
      onSubmit={handleSubmit((body) => making.mutate({ params: { id: operatorId }, body }))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="name"
        label="Name"
        helper="What uses it, such as “Monthly sheet”."
        wrong="Enter a name of up to 100 characters."
      />
    </FormDialog>
  );
}

interface EndTokenProps {
  operatorId: string;
  token: ApiToken;
  onClose: () => void;
}

function EndToken({ operatorId, token, onClose }: EndTokenProps) {
  const ending = useMutation(mutation(OPERATOR_ROUTES.endToken));
  return (
    <ConfirmDialog
      title={`End the token “${token.name}”`}
      act="End the token"
      keep="Keep the token"
      sending={ending}
      failed="The token was not ended"
      onConfirm={() =>
        ending.mutate({ params: { id: operatorId, token: token.id } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Typography variant="body2">What uses it reads nothing more, from now on.</Typography>
    </ConfirmDialog>
  );
}

interface LinkDialogProps {
  /** The operator's name. */
  name: string;
  link: OneTimeLink;
  onClose: () => void;
}

/** Shows a link once, for who passes it on. */
export function LinkDialog({ name, link, onClose }: LinkDialogProps) {
  return (
    <PlainDialog title={`The link for ${name}`} onClose={onClose}>
      <Typography variant="body2">
        Pass it on to {name} yourself: no e-mail is sent. It works once, until{' '}
        <DateTimeText instant={link.expiresAt} />, and is shown only now. {name} chooses a password
        with it
        {link.purpose === 'invitation' ? '.' : ', and all sessions of theirs end.'}
      </Typography>
      <Secret label="Link" value={`${window.location.origin}/set-password#${link.code}`} />
    </PlainDialog>
  );
}

/** A text to be copied, which is shown once. */
function Secret({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <TextInput
      label={label}
      readOnly
      value={value}
      helper={copied ? 'Copied.' : undefined}
      onFocus={(event) => event.target.select()}
      end={
        <Button
          color="inherit"
          onClick={() => {
            void navigator.clipboard.writeText(value).then(() => setCopied(true));
          }}
        >
          Copy
        </Button>
      }
    />
  );
}
