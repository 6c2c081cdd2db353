import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { DefinitionForm, firstForm } from '../../../domain/reports/definition-form.ts';
import { readLink } from '../../../domain/reports/definition-link.ts';
import { randomId } from '../../api/random-id.ts';
import { keptInTab } from '../../api/kept-in-tab.ts';
import { searchKey, type DefineSearch } from './define-search.ts';

const Draft = z.object({
  form: DefinitionForm,
  /** Null: the name of the saved definition, or none. */
  name: z.string().nullable(),
  /** Ids that the link left out and that are still missing. */
  leftOut: z.int().nonnegative(),
  /** The id of a new definition; retrying with it does not save a second one. */
  newId: Uuid,
  /** The addresses of this draft: before and after the last change. */
  keys: z.array(z.string()),
});
type Draft = z.infer<typeof Draft>;

/** The draft of a report, including what an address cannot hold. */
export const keptDraft = keptInTab('gridhelm-report', Draft);

/** The initial form. */
export interface Start extends Pick<Draft, 'form' | 'name' | 'newId' | 'leftOut'> {
  /** `draft`: from earlier in this tab; `broken`: the address cannot be parsed. */
  from: 'draft' | 'link' | 'record' | 'broken' | 'empty';
}

/** An initial form read from a record. */
export function startWith(form: DefinitionForm, from: Start['from'], leftOut = 0): Start {
  return { form, name: null, newId: randomId(), leftOut, from };
}

/**
 * The initial form from this tab and the address; a draft takes precedence over the address written
 * from it. @returns null if a saved definition or a run must be read first
 */
export function startOf(search: DefineSearch, zone: string): Start | null {
  const plain = search.d === undefined && search.saved === undefined && search.run === undefined;
  const draft = keptDraft.load();
  if (draft !== null && (plain || draft.keys.includes(searchKey(search)))) {
    const { form, name, newId, leftOut } = draft;
    return { form, name, newId, leftOut, from: 'draft' };
  }
  if (search.d !== undefined) {
    const read = readLink(search.d);
    if (read !== null) return startWith(read.form, 'link', read.leftOut);
    return startWith(firstForm(zone), 'broken');
  }
  return plain ? startWith(firstForm(zone), 'empty') : null;
}
