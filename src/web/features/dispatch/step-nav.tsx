import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const STEPS = ['command', 'when', 'review'] as const;
export type Step = (typeof STEPS)[number];

/** The step before one, or null. */
export function stepBefore(step: Step): Step | null {
  return STEPS[STEPS.indexOf(step) - 1] ?? null;
}

const STEP_LABELS: Readonly<Record<Step, string>> = {
  command: 'Command',
  when: 'When',
  review: 'Review',
};

interface StepNavProps {
  step: Step;
  /** Whether the steps cannot be left now. */
  disabled: boolean;
  onStep: (step: Step) => void;
}

/** "1 Command  2 When  3 Review": the current step, and links to the others. */
export function StepNav({ step, disabled, onStep }: StepNavProps) {
  return (
    <Box
      component="ol"
      aria-label="Steps"
      sx={{ m: 0, mx: -0.75, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
    >
      {STEPS.map((each, at) => {
        const on = each === step;
        return (
          <li key={each}>
            <ButtonBase
              aria-current={on ? 'step' : undefined}
              disabled={disabled}
              onClick={() => onStep(each)}
              sx={{
                minHeight: 28,
                px: 0.75,
                gap: 0.75,
                borderRadius: 1,
                fontSize: '0.8125rem',
                whiteSpace: 'nowrap',
                fontWeight: on ? 600 : 500,
                color: on ? 'primary.main' : 'text.secondary',
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <span aria-hidden="true">{at + 1}</span>
              {STEP_LABELS[each]}
            </ButtonBase>
          </li>
        );
      })}
    </Box>
  );
}

/**
 * While a step has one before it, the browser's Back button goes there instead of closing the sheet.
 * @param back goes to the step before; null in the first step, where Back closes the sheet
 */
export function useBackStep(back: (() => void) | null): void {
  const { history } = useRouter();
  useEffect(() => {
    if (back === null) return;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false;
        back();
        return true;
      },
    });
  }, [history, back]);
}
