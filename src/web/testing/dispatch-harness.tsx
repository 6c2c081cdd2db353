import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { CommandType } from '../../contract/command.ts';
import type { BatchSummary } from '../../contract/console/batch.ts';
import type { DryRun } from '../../contract/console/dry-run.ts';
import type { Dispatch } from '../api/dispatch.ts';
import { dryRun } from './dispatch-samples.ts';
import { collective, uuid } from './samples.ts';
import { show } from './render.tsx';
import { Seeded, signedInAs } from './story-states.tsx';
import { EMPTY_FIELDS, type DispatchFields } from '../features/dispatch/dispatch-form.ts';
import { DispatchSheet } from '../features/dispatch/dispatch-sheet.tsx';
import { DispatchSteps } from '../features/dispatch/dispatch-steps.tsx';
import { draftKey } from '../features/dispatch/draft.ts';

interface Held {
  dispatch: Dispatch;
  succeed: () => void;
  fail: (error: unknown) => void;
}

/** A sender whose answers the test releases. */
function heldSender() {
  const held: Held[] = [];
  const send = (dispatch: Dispatch): Promise<unknown> =>
    new Promise((resolve, reject) => {
      held.push({ dispatch, succeed: () => resolve(undefined), fail: reject });
    });
  return { held, send };
}

interface Opening {
  initial?: DispatchFields;
  command?: CommandType;
  previous?: BatchSummary;
  readDryRun?: () => Promise<DryRun>;
  confirmEntities?: number;
  /** Whether the dry run never answers. */
  waits?: boolean;
}

export async function open(opening: Opening = {}) {
  const { held, send } = heldSender();
  const onSent = vi.fn<(dispatchId: string) => void>();
  const detail = collective(['EV', 'EV', 'Battery']);
  await show(
    <Seeded seeds={[signedInAs('operator', opening.confirmEntities)]}>
      <DispatchSheet above="Depot" onClose={() => {}}>
        <DispatchSteps
          collectiveId={uuid(900)}
          detail={detail}
          draftKey={draftKey(uuid(900), null)}
          initial={opening.initial ?? EMPTY_FIELDS}
          command={opening.command ?? null}
          previous={opening.previous ?? null}
          readDryRun={opening.readDryRun ?? (() => Promise.resolve(dryRun()))}
          send={send}
          onSent={onSent}
        />
      </DispatchSheet>
    </Seeded>,
  );
  return { held, onSent };
}

/** Chooses a Command, even one that is folded away. */
export function choose(name: RegExp): void {
  const others = screen.queryByRole('button', { name: /^Not for this Collective/ });
  if (others?.getAttribute('aria-expanded') === 'false') fireEvent.click(others);
  fireEvent.click(screen.getByRole('radio', { name }));
}

export async function review(): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Review' })));
}

/** The review, once its dry run has answered. */
export async function reviewed(): Promise<void> {
  await review();
  await waitFor(() => expect(screen.queryByText('The dry run is still loading.')).toBeNull());
}

export const SEND = 'Stop charging on 3 Entities';

export function sendButton(): HTMLElement {
  return screen.getByRole('button', { name: SEND });
}

export async function reachReview(opening: Opening = {}, reason = 'Grid is full') {
  const opened = await open(opening);
  choose(/Stop charging/);
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: reason } });
  await (opening.waits === true ? review() : reviewed());
  return opened;
}
