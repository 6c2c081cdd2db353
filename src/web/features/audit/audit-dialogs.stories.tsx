import type { Stories } from '../../gallery/story.ts';
import { auditRow, BROKEN_CHAIN } from '../../testing/audit-samples.ts';
import { Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { AuditTable } from './audit-table.tsx';
import { Reanchor } from './reanchor-dialog.tsx';

export const stories: Stories = {
  title: 'Dialogs of the audit log',
  layout: 'alone',
  states: {
    'details of a row': () => (
      <Pressed names={['Details of row 1204']}>
        <AuditTable rows={[auditRow(1204)]} label="Audit log" />
      </Pressed>
    ),
    're-anchoring': () => (
      <Seeded seeds={[signedInAs('administrator')]}>
        <Pressed names={['Re-anchor the chain']}>
          <Reanchor found={BROKEN_CHAIN} onDone={() => {}} />
        </Pressed>
      </Seeded>
    ),
  },
};
