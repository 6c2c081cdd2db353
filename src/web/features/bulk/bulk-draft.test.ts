import { afterEach, expect, test } from 'vitest';
import { changed, dropDraft, emptyDraft, loadDraft, saveDraft } from './bulk-draft.ts';

afterEach(() => sessionStorage.clear());

test('a draft survives a reload, and an unreadable one counts as none', () => {
  const draft = changed(emptyDraft(), { ids: 'a b', reason: 'New tariff' });
  saveDraft(draft);
  expect(loadDraft()).toEqual(draft);
  sessionStorage.setItem('gridhelm-bulk of nobody', '{"id":1}');
  expect(loadDraft()).toMatchObject({ ids: '', kind: 'feature' });
  saveDraft(draft);
  dropDraft();
  expect(loadDraft().ids).toBe('');
});

test('a changed draft is another run, unless only the reason changed', () => {
  const draft = emptyDraft();
  expect(changed(draft, { reason: 'x' }).id).toBe(draft.id);
  expect(changed(draft, { enabled: false }).id).not.toBe(draft.id);
});
