import type { DispatchOutcome } from '../../contract/console/batch.ts';
import type { ReportRun } from '../../contract/console/report-run.ts';
import type { Verdict } from '../../domain/command-status.ts';

/** The colours that a status may have; each has a light and a dark value in the theme. */
export type StatusTone = 'grey' | 'blue' | 'teal' | 'green' | 'amber' | 'red';

/** How a status is drawn: colour, and the mark that tells it apart without colour. */
export interface StatusStyle {
  tone: StatusTone;
  /** `soft`: tinted; `outline`: border alone; `hatched`: striped; `struck`: struck through; `plain`: no ground. */
  look: 'soft' | 'outline' | 'hatched' | 'struck' | 'plain';
}

/** Green stands for proven success alone. */
export const VERDICT_STYLES: Readonly<Record<Verdict, StatusStyle>> = {
  pending: { tone: 'grey', look: 'plain' },
  triggered: { tone: 'blue', look: 'plain' },
  sent: { tone: 'blue', look: 'soft' },
  acknowledged: { tone: 'teal', look: 'outline' },
  verified: { tone: 'green', look: 'soft' },
  disproven: { tone: 'red', look: 'outline' },
  failed: { tone: 'red', look: 'soft' },
  canceled: { tone: 'grey', look: 'struck' },
  unknown: { tone: 'amber', look: 'hatched' },
  unrecognised: { tone: 'grey', look: 'outline' },
};

export const OUTCOME_STYLES: Readonly<Record<DispatchOutcome, StatusStyle>> = {
  sending: { tone: 'blue', look: 'plain' },
  accepted: { tone: 'teal', look: 'outline' },
  refused: { tone: 'red', look: 'soft' },
  unknown: { tone: 'amber', look: 'hatched' },
};

/** The words for what became of a dispatch. */
export const OUTCOME_LABELS: Readonly<Record<DispatchOutcome, string>> = {
  sending: 'Sending',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'Outcome unknown',
};

/** Complete is teal: all was read as the Service told it, which no device has proven. */
export const RUN_STATE_STYLES: Readonly<Record<ReportRun['state'], StatusStyle>> = {
  running: { tone: 'blue', look: 'plain' },
  stopped: { tone: 'grey', look: 'outline' },
  partial: { tone: 'amber', look: 'hatched' },
  complete: { tone: 'teal', look: 'outline' },
};

/** The words for how far a report run is. */
export const RUN_STATE_LABELS: Readonly<Record<ReportRun['state'], string>> = {
  running: 'Running',
  stopped: 'Stopped',
  partial: 'Partial',
  complete: 'Complete',
};

/** The CSS colour of a tone, in whichever scheme is on. */
export function toneColor(tone: StatusTone): string {
  return `var(--mui-palette-status-${tone})`;
}

/** The ground of a status mark or a bar's segment, in its tone. */
export function toneGround(style: StatusStyle): string {
  const color = toneColor(style.tone);
  switch (style.look) {
    case 'soft':
      return `color-mix(in srgb, ${color} 11%, transparent)`;
    case 'hatched':
      return `repeating-linear-gradient(135deg, color-mix(in srgb, ${color} 16%, transparent) 0 3px, transparent 3px 7px)`;
    case 'outline':
    case 'struck':
    case 'plain':
      return 'transparent';
  }
}

/** The fill of a bar's segment: full for what is certain, striped for what is not proven. */
export function segmentFill(style: StatusStyle): string {
  const color = toneColor(style.tone);
  switch (style.look) {
    case 'hatched':
      return `repeating-linear-gradient(135deg, ${color} 0 3px, color-mix(in srgb, ${color} 30%, transparent) 3px 7px)`;
    case 'outline':
      return `repeating-linear-gradient(90deg, color-mix(in srgb, ${color} 62%, transparent) 0 2px, color-mix(in srgb, ${color} 28%, transparent) 2px 4px)`;
    case 'struck':
    case 'plain':
      return `color-mix(in srgb, ${color} 55%, transparent)`;
    case 'soft':
      return color;
  }
}
