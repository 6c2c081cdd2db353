import type { Stories } from '../../gallery/story.ts';
import { uuid } from '../../testing/samples.ts';
import { Pressed } from '../../testing/story-states.tsx';
import { CommandCancel } from './command-cancel.tsx';

const dialog = (
  <CommandCancel
    command={{
      id: uuid(10),
      entityId: uuid(23),
      status: 'Pending',
      triggerTime: '2026-03-02T14:10:00Z',
      type: 'StopCharging',
      value: null,
      error: null,
      verification: null,
    }}
    entityName="Van 23"
    onClose={() => {}}
    onAnswered={() => {}}
  />
);
const ACT = ['Cancel “Stop charging”'];

export const stories: Stories = {
  title: 'Canceling a Command',
  layout: 'alone',
  states: {
    asking: () => dialog,
    canceling: () => <Pressed names={ACT}>{dialog}</Pressed>,
  },
};
