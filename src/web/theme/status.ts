import type { DispatchOutcome } from '../../contract/console/batch.ts';
import type { Verdict } from '../../domain/command-status.ts';

/** The colours of a status; each has a light and a dark value in the theme. */
export type StatusTone = 'grey' | 'blue' | 'teal' | 'green' | 'amber' | 'red';

/** How a status is drawn: colour, and the style that distinguishes it without colour. */
export interface StatusStyle {
  tone: StatusTone;
  /** Tinted, border only, striped, hollow and struck through, hollow and dotted, or without a background. */
  look: 'soft' | 'outline' | 'hatched' | 'struck' | 'dotted' | 'plain';
}

/** Green means proven success only. */
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
  unrequested: { tone: 'amber', look: 'outline' },
  incapable: { tone: 'grey', look: 'dotted' },
};

export const OUTCOME_STYLES: Readonly<Record<DispatchOutcome, StatusStyle>> = {
  waiting: { tone: 'blue', look: 'outline' },
  sending: { tone: 'blue', look: 'plain' },
  accepted: { tone: 'teal', look: 'outline' },
  refused: { tone: 'red', look: 'soft' },
  unknown: { tone: 'amber', look: 'hatched' },
};

/** Labels of the outcome of a dispatch. */
export const OUTCOME_LABELS: Readonly<Record<DispatchOutcome, string>> = {
  waiting: 'Waiting for approval',
  sending: 'Sending',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'Outcome unknown',
};

/** The CSS colour of a tone in the current scheme. */
export function toneColor(tone: StatusTone): string {
  return `var(--mui-palette-status-${tone})`;
}

/** The background of a status mark, in its tone. */
export function toneGround(style: StatusStyle): string {
  const color = toneColor(style.tone);
  switch (style.look) {
    case 'soft':
      return `color-mix(in srgb, ${color} 11%, transparent)`;
    case 'hatched':
      return `repeating-linear-gradient(135deg, color-mix(in srgb, ${color} 16%, transparent) 0 3px, transparent 3px 7px)`;
    case 'outline':
    case 'struck':
    case 'dotted':
    case 'plain':
      return 'transparent';
  }
}

/** The upper and lower edge of a hollow segment. */
function edges(color: string): string {
  return ['top', 'bottom']
    .map((side) => `linear-gradient(${color}, ${color}) ${side} / 100% 1px no-repeat`)
    .join(', ');
}

/** The fill of a bar's segment: solid for certain, striped for unproven, hollow for what does nothing. */
export function segmentFill(style: StatusStyle): string {
  const color = toneColor(style.tone);
  switch (style.look) {
    case 'hatched':
      return `repeating-linear-gradient(135deg, ${color} 0 3px, color-mix(in srgb, ${color} 30%, transparent) 3px 7px)`;
    case 'outline':
      return `repeating-linear-gradient(90deg, color-mix(in srgb, ${color} 62%, transparent) 0 2px, color-mix(in srgb, ${color} 28%, transparent) 2px 4px)`;
    case 'struck':
      return `${edges(color)}, repeating-linear-gradient(135deg, ${color} 0 1.5px, transparent 1.5px 6px)`;
    case 'dotted':
      return `${edges(color)}, radial-gradient(${color} 1px, transparent 1.5px) 0 0 / 6px 6px`;
    case 'plain':
      return `color-mix(in srgb, ${color} 55%, transparent)`;
    case 'soft':
      return color;
  }
}
