import type { Closing, ClosingRequest, Resolution } from '../../contract/console/resolution.ts';
import { callConsole } from './client.ts';

/** Begins a check of what became of an unknown outcome; one that runs already is answered instead. */
export function startCheck(dispatchId: string): Promise<Resolution> {
  return callConsole('resolve', { params: { id: dispatchId } });
}

/** Closes an unknown outcome by a person's word. */
export function closeOutcome(given: {
  dispatchId: string;
  request: ClosingRequest;
}): Promise<Closing> {
  return callConsole('closeOutcome', { params: { id: given.dispatchId }, body: given.request });
}
