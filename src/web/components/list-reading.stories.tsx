import type { ComponentProps } from 'react';
import type { Stories } from '../gallery/story.ts';
import { problem } from '../testing/samples.ts';
import { ListReading } from './list-reading.tsx';

type Props = ComponentProps<typeof ListReading>;

function list(all: Partial<Props['all']>, read: string | null = '200 requests') {
  return () => (
    <ListReading
      all={{
        state: 'reading',
        error: null,
        looped: false,
        fetching: false,
        resume: () => {},
        ...all,
      }}
      read={read}
      what="the Offboarding Requests"
      rows={3}
    />
  );
}

const error = problem('upstream_unreachable', 502, 'No answer within 10 s', 'service');

export const stories: Stories = {
  title: 'Reading of a long list',
  states: {
    loading: list({ fetching: true }, null),
    error: list({ error }, null),
    'reading more': list({ fetching: true }),
    partial: list({ state: 'partial', error }),
    'trying again': list({ state: 'partial', error, fetching: true }),
    'the Service repeats itself': list({ state: 'partial', looped: true }),
  },
};
