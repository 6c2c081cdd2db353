import { post } from '../route.ts';
import { noteText } from '../texts.ts';
import { z } from '../zod.ts';
import { Closing, ClosingVerdict, Resolution } from './resolution.ts';

/** A request to close an unknown outcome. */
export const ClosingRequest = z.strictObject({
  verdict: ClosingVerdict,
  reason: noteText(500).min(1, 'A reason is needed.'),
});
export type ClosingRequest = z.infer<typeof ClosingRequest>;

/** Routes for unknown outcomes. */
export const RESOLUTION_ROUTES = {
  /** Starts another check of an unknown outcome, or returns the running one. */
  resolve: post('/api/console/batches/{id}/resolutions', {
    touches: ['batch', 'batches'],
    answer: Resolution,
  }),
  closeOutcome: post('/api/console/batches/{id}/closing', {
    touches: ['batch', 'batches'],
    body: ClosingRequest,
    answer: Closing,
  }),
};
