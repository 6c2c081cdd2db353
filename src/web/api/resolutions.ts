import type { Resolution } from '../../contract/console/resolution.ts';
import { callConsole } from './client.ts';

/** Begins a check of what became of an unknown outcome; one that runs already is answered instead. */
export function startCheck(batchId: string): Promise<Resolution> {
  return callConsole('resolve', { params: { id: batchId } });
}
