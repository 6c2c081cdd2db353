import { expect, test } from 'vitest';
import { changed, emptyDraft } from './use-plan.ts';

test('a changed draft is another run, unless only the reason changed', () => {
  const draft = emptyDraft();
  expect(changed(draft, { reason: 'Billing' }).id).toBe(draft.id);
  expect(changed(draft, { enabled: false }).id).not.toBe(draft.id);
});
