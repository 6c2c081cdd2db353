import type { Command } from '../contract/command.ts';
import type { TitledError } from '../contract/primitives.ts';
import { foreignText } from './foreign-text.ts';

/** Title and description of a device's error, fit to be shown; null if it says neither. */
export function titledMessage(error: TitledError | null): string | null {
  const parts = [error?.title, error?.description].flatMap((part) => part ?? []);
  const said = parts.filter((part) => part !== '').map(foreignText);
  return said.length === 0 ? null : said.join(': ');
}

/** The error of a Command, else that of its verification, fit to be shown. */
export function errorMessage({
  error,
  verification,
}: Pick<Command, 'error' | 'verification'>): string | null {
  return titledMessage(error) ?? titledMessage(verification?.error ?? null);
}

/** Why a Command failed or was not verified, as the device or the Service reported; null: not reported. */
export function commandReason({
  error,
  verification,
}: Pick<Command, 'error' | 'verification'>): string | null {
  const told = error ?? verification?.error ?? null;
  const words = told?.title ?? told?.description ?? null;
  return words === null ? null : foreignText(words);
}

function shownError(error: TitledError | null): TitledError | null {
  if (error === null) return null;
  const { title, description } = error;
  return {
    ...error,
    title: title === null ? null : foreignText(title),
    description: description === null ? null : foreignText(description),
  };
}

/**
 * What is kept of the errors of a Command: a device may send pages, each row of a batch has its own, and a database
 * looks into them, which refuses half characters.
 */
export function keptErrors({
  error,
  verification,
}: Pick<Command, 'error' | 'verification'>): Pick<Command, 'error' | 'verification'> {
  return {
    error: shownError(error),
    verification:
      verification === null ? null : { ...verification, error: shownError(verification.error) },
  };
}
