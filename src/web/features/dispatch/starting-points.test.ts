import { expect, test } from 'vitest';
import { EMPTY_FIELDS, type DispatchFields } from './dispatch-form.ts';
import { fieldsOfBatch, fieldsOfTemplate, templateOf } from './starting-points.ts';

const limit = (value: string): DispatchFields => ({ ...EMPTY_FIELDS, type: 'LimitFeedIn', value });

test.each(['5000', '5.125', '4.200', '1250.750'])(
  'a limit of %s W is the same number when it is repeated, or saved as a template and used',
  (value) => {
    const item = { type: 'LimitFeedIn', value, triggerTime: null, plannedAs: null };
    const repeated = templateOf('T', fieldsOfBatch({ kind: 'now', items: [item] }, 'UTC'));
    expect(Number(repeated?.rows[0]?.value)).toBe(Number(value));
    if (repeated === null) throw new Error('not saved');
    const used = templateOf('T', fieldsOfTemplate(repeated, null, 'UTC', 0));
    expect(Number(used?.rows[0]?.value)).toBe(Number(value));
  },
);

test.each(['4.200', 'lots', ''])('a limit of %j cannot be saved as a template', (value) => {
  expect(templateOf('T', limit(value))).toBeNull();
});
