import { Gridhelm } from '../e2e/support/gridhelm.ts';
import setUpTestFolder from './test-folder.ts';

/** Before the browser tests: a folder for the run, and in it the data of a console that has started once. */
export default async function setUpBrowserTests(): Promise<() => void> {
  const removeFolder = setUpTestFolder();
  await Gridhelm.makeTemplate();
  return removeFolder;
}
