import type { Stories } from '../../gallery/story.ts';
import { pressed } from '../../testing/story-states.tsx';
import { ImportRows } from './import-rows.tsx';

const OPEN = 'Paste or import rows';
const FIELD = 'Rows from a CSV file or a spreadsheet';
const LOOK = 'Preview the rows';
const TABLE = [
  'When,Time zone,Command,Limit',
  '2026-05-01 12:00,Europe/Amsterdam,Limit feed-in,5000',
  '2026-10-25 02:30,Europe/Amsterdam,Reset,',
  '2026-05-01 12:00,Europe/Amsterdam,Limit feed-in,lots',
  '2020-05-01 12:00,UTC,Reset,',
].join('\n');
const view = <ImportRows room={999} onTake={() => {}} />;

export const stories: Stories = {
  title: 'Import of planned Commands',
  states: {
    closed: () => view,
    open: () => pressed(view, OPEN),
    'nothing can be read': () => pressed(view, OPEN, [FIELD, 'noon'], LOOK),
    preview: () => pressed(view, OPEN, [FIELD, TABLE], LOOK),
  },
};
