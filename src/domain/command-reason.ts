import type { Command } from '../contract/command.ts';

/** Why a Command failed or was not verified, as the device or the Service reported; null: not reported. */
export function commandReason({
  error,
  verification,
}: Pick<Command, 'error' | 'verification'>): string | null {
  const told = error ?? verification?.error ?? null;
  return told?.title ?? told?.description ?? null;
}
