import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { DefinitionForm, emptyForm } from '../../../domain/reports/definition-form.ts';
import { readLink } from '../../../domain/reports/definition-link.ts';
import { newIntentId } from '../../api/dispatch.ts';
import { searchKey, type DefineSearch } from './define-search.ts';

const Draft = z.object({
  form: DefinitionForm,
  /** Null: that of the saved definition, or none. */
  name: z.string().nullable(),
  /** Ids that the link left out and that are still missing. */
  leftOut: z.int().nonnegative(),
  /** The id that a new definition gets when it is saved; trying again saves no second one. */
  newId: Uuid,
  /** The addresses that this was chosen at: the one before the last change, and the one after it. */
  keys: z.array(z.string()),
});
/** What is chosen for a report, kept in this tab: also what an address cannot hold. */
type Draft = z.infer<typeof Draft>;

const KEY = 'gridhelm-report';

/** The draft as this tab kept it, or null. */
function loadDraft(): Draft | null {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? null : Draft.nullable().catch(null).parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps a draft over sign-in and reload. */
export function saveDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is blocked or full: the page itself and its address still hold it.
  }
}

/** Forgets the draft. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

/** What the form begins with. */
export interface Start extends Pick<Draft, 'form' | 'name' | 'newId' | 'leftOut'> {
  /** `draft`: what was chosen earlier in this tab; `broken`: the address cannot be read. */
  from: 'draft' | 'link' | 'record' | 'broken' | 'empty';
}

/** A start with a form that was read from a record. */
export function startWith(form: DefinitionForm, from: Start['from'], leftOut = 0): Start {
  return { form, name: null, newId: newIntentId(), leftOut, from };
}

/**
 * What the form begins with as far as this tab and the address know it: what is typed comes before the
 * address that was written from it.
 * @returns null where a saved definition or a run has to be read first
 */
export function startOf(search: DefineSearch, zone: string): Start | null {
  const plain = search.d === undefined && search.saved === undefined && search.run === undefined;
  const draft = loadDraft();
  if (draft !== null && (plain || draft.keys.includes(searchKey(search)))) {
    const { form, name, newId, leftOut } = draft;
    return { form, name, newId, leftOut, from: 'draft' };
  }
  if (search.d !== undefined) {
    const read = readLink(search.d);
    if (read !== null) return startWith(read.form, 'link', read.leftOut);
    return startWith(emptyForm(zone), 'broken');
  }
  return plain ? startWith(emptyForm(zone), 'empty') : null;
}
