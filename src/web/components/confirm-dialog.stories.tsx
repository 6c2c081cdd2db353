import type { Stories } from '../gallery/story.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SendObstacle } from './send-obstacle.ts';

function dialog(typed: string | null, acting: boolean) {
  return () => (
    <ConfirmDialog
      title="Offboard Van 23 ID. Buzz Cargo?"
      typed={typed}
      act="Request offboarding"
      acting={acting}
      onConfirm={() => {}}
      onClose={() => {}}
    >
      The Service will take this Entity out, with its components.
    </ConfirmDialog>
  );
}

export const stories: Stories = {
  title: 'Question',
  layout: 'alone',
  states: {
    'a name has to be typed': dialog('Van 23 ID. Buzz Cargo', false),
    'a click is enough': dialog(null, false),
    acting: dialog(null, true),
    'nothing can be sent': () => (
      <SendObstacle value="This browser is offline. Sending waits until the connection is back.">
        {dialog(null, false)()}
      </SendObstacle>
    ),
  },
};
