import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useFormState, type UseFormReturn } from 'react-hook-form';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import { AppLink } from '../../components/app-link.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { ClockText } from '../../components/time-text.tsx';
import { CommandStep } from './command-step.tsx';
import type { DispatchFields } from './dispatch-form.ts';
import { SheetFoot } from './dispatch-sheet.tsx';
import type { Intent } from './draft.ts';
import type { Step } from './step-nav.tsx';
import { WhenStep } from './when-step.tsx';

interface ConfigureStepProps {
  form: UseFormReturn<DispatchFields>;
  /** The step shown; the review hides the form, so that nothing typed is lost. */
  step: Step;
  entities: readonly DirectoryEntity[];
  overrideDenial: string | null;
  /** An earlier attempt in this tab that got no answer, or null. */
  unansweredIntent: Intent | null;
  /** What is repeated, or null. */
  notice: ReactNode;
  onStep: (step: Step) => void;
  onDiscard: () => void;
}

/** What a failed check marks; a group of choices cannot take the focus itself. */
const WRONG = '[aria-invalid="true"]';

/** The first two steps: Command and value, then time and reason. Nothing is sent from here. */
export function ConfigureStep(props: ConfigureStepProps) {
  const { form, step, entities, unansweredIntent, onStep } = props;
  const id = useId();
  const root = useRef<HTMLFormElement>(null);

  // Focus the step's own choice first; after a failed check, the first error.
  const [refused, setRefused] = useState(0);
  const { submitCount } = useFormState({ control: form.control });
  // The planned Commands of the next step focus their own errors, on whichever page they are.
  const checks = refused + (step === 'command' ? submitCount : 0);
  useEffect(() => {
    const place = root.current?.querySelector(`[data-step="${step}"]`);
    const first = [
      `${WRONG}:not(fieldset)`,
      `fieldset${WRONG} input`,
      'input:checked',
      'input',
      'button',
    ]
      .map((what) => place?.querySelector<HTMLElement>(what))
      .find((element) => element instanceof HTMLElement);
    first?.focus({ preventScroll: checks === 0 });
  }, [step, checks]);

  async function next(): Promise<void> {
    if (step !== 'command') onStep('review');
    else if (form.getValues('when') === 'later' || (await form.trigger(['type', 'value']))) {
      onStep('when');
    } else setRefused(refused + 1);
  }

  const shown = (which: Step) => ({
    display: step === which ? 'grid' : 'none',
    gap: 2,
    gridTemplateColumns: 'minmax(0, 1fr)',
  });
  return (
    <Box
      component="form"
      id={id}
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void next();
      }}
      onKeyDown={(event) => {
        // The next step from any field; no key sends anything.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void next();
      }}
      sx={{ display: step === 'review' ? 'none' : 'grid', gap: 2 }}
    >
      {unansweredIntent !== null && (
        <EarlierAttempt intent={unansweredIntent} onDiscard={props.onDiscard} />
      )}
      {props.notice}
      <Box data-step="command" sx={shown('command')}>
        <CommandStep form={form} entities={entities} onPlan={() => onStep('when')} />
      </Box>
      <Box data-step="when" sx={shown('when')}>
        <WhenStep form={form} overrideDenial={props.overrideDenial} />
      </Box>
      {step !== 'review' && (
        <SheetFoot>
          <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
            Nothing is sent from here.
          </Typography>
          {step === 'when' && (
            <Button color="inherit" variant="outlined" onClick={() => onStep('command')}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            form={id}
            variant="contained"
            sx={{ flexGrow: { xs: 1, sm: 0 }, minWidth: 96 }}
          >
            Next
          </Button>
        </SheetFoot>
      )}
    </Box>
  );
}

function EarlierAttempt({ intent, onDiscard }: { intent: Intent; onDiscard: () => void }) {
  return (
    <Box component="output" sx={noticeStyles}>
      <Typography variant="body2">
        At <ClockText instant={intent.unansweredAt} /> this was sent without an answer. Unchanged,
        it can be sent again safely: it is the same intent and reaches the devices at most once.{' '}
        <AppLink to="/batches/$dispatchId" params={{ dispatchId: intent.id }}>
          Open its record
        </AppLink>
      </Typography>
      <Button size="small" color="inherit" onClick={onDiscard}>
        Start a new one
      </Button>
    </Box>
  );
}
