import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { APPROVAL_ROUTES, type ApprovalRule } from '../../../contract/console/approval.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { useCollectiveWords } from '../../api/collective-names.ts';
import { mutation, query } from '../../api/query.ts';
import { FormDialog } from '../../components/form.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { CommandScopeFields } from './rights-fields.tsx';

/** Which Commands are sent only once somebody else has approved them. */
export function ApprovalRules() {
  const read = useQuery(query(APPROVAL_ROUTES.approvalRules));
  const nameOf = useCollectiveWords();
  const [changing, setChanging] = useState(false);
  const words = ({ type, collectiveId }: ApprovalRule) => {
    const what = type === null ? 'Every Command' : commandLabel(type);
    const where = collectiveId === null ? 'every Collective' : nameOf(collectiveId);
    return `${what} in ${where}`;
  };
  return (
    <Section
      title="Four eyes"
      aside={
        read.data && (
          <Button variant="outlined" color="inherit" onClick={() => setChanging(true)}>
            Change what needs approval
          </Button>
        )
      }
    >
      <Read query={read} what="what needs approval" rows={1}>
        {({ rules }) => (
          <>
            <Typography variant="body2">
              {rules.length === 0
                ? 'No Command needs an approval: who may send it sends it alone.'
                : 'These wait until an approver or administrator who did not ask for them approves:'}
            </Typography>
            <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem' }}>
              {rules.map((rule, at) => (
                <li key={at}>{words(rule)}</li>
              ))}
            </Box>
            {changing && <RulesDialog rules={rules} onClose={() => setChanging(false)} />}
          </>
        )}
      </Read>
    </Section>
  );
}

interface RulesDialogProps {
  rules: readonly ApprovalRule[];
  onClose: () => void;
}

function RulesDialog({ rules: given, onClose }: RulesDialogProps) {
  const changing = useMutation(mutation(APPROVAL_ROUTES.changeApprovalRules));
  const [before] = useState([...given]);
  const { control, handleSubmit, setValue } = useForm({ defaultValues: { rules: [...given] } });
  const rules = useWatch({ control, name: 'rules' });
  const put = (next: ApprovalRule[]) => setValue('rules', next);
  return (
    <FormDialog
      title="What needs approval"
      maxWidth="sm"
      description="It holds for what is sent from now on. What waits already still needs its approval."
      act="Change what needs approval"
      working="Changing"
      sending={changing}
      failed="It was not changed"
      onSubmit={handleSubmit((form) =>
        changing.mutate({ body: { ...form, before } }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      {rules.length === 0 && <Typography variant="body2">No Command at all.</Typography>}
      {rules.map((rule, at) => (
        <Box
          key={at}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr auto' },
            gap: 1,
            alignItems: 'center',
          }}
        >
          <CommandScopeFields
            scope={rule}
            onChange={(change) =>
              put(rules.map((each, index) => (index === at ? { ...each, ...change } : each)))
            }
          />
          <Button
            color="inherit"
            onClick={() => put(rules.filter((_, index) => index !== at))}
            sx={{ justifySelf: { xs: 'start' } }}
          >
            Remove
          </Button>
        </Box>
      ))}
      <Button
        color="inherit"
        sx={{ justifySelf: 'start' }}
        onClick={() => put([...rules, { type: null, collectiveId: null }])}
      >
        Add Commands
      </Button>
    </FormDialog>
  );
}
