import type { Stories } from '../gallery/story.ts';
import { problem } from '../testing/samples.ts';
import { ErrorPanel } from './error-panel.tsx';

const retry = { onRetry: () => {}, retrying: false };

export const stories: Stories = {
  title: 'Error panel',
  states: {
    'the server refused': () => (
      <ErrorPanel
        what="This batch could not be read"
        error={problem('forbidden', 403)}
        {...retry}
      />
    ),
    'the Service is away': () => (
      <ErrorPanel
        what="Commands could not be read"
        error={problem('upstream_unreachable', 502, 'No answer within 10 s', 'service')}
        {...retry}
      />
    ),
    'trying again': () => (
      <ErrorPanel
        what="Commands could not be read"
        error={problem('upstream_unreachable', 502)}
        onRetry={() => {}}
        retrying
      />
    ),
  },
};
