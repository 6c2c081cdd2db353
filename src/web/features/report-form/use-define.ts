import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SavedDefinition } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import {
  firstForm,
  readForm,
  type DefinitionForm,
} from '../../../domain/reports/definition-form.ts';
import { linkOf, readLink } from '../../../domain/reports/definition-link.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { query } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { browserZone } from '../../theme/preferences.ts';
import { searchKey, type DefineSearch } from './define-search.ts';

/** The initial form. */
export interface Start {
  form: DefinitionForm;
  /** Ids that the link left out. */
  leftOut: number;
  /** Whether the address cannot be parsed, so that the form is that of a new report. */
  isBroken: boolean;
}

/** An initial form. */
export function startWith(form: DefinitionForm, { leftOut = 0, isBroken = false } = {}): Start {
  return { form, leftOut, isBroken };
}

function isPlain({ d, saved, run }: DefineSearch): boolean {
  return d === undefined && saved === undefined && run === undefined;
}

/** The initial form of an address. @returns null if a saved definition or a run must be read first */
export function startOf(search: DefineSearch, zone: string): Start | null {
  if (search.d === undefined) return isPlain(search) ? startWith(firstForm(zone)) : null;
  const read = readLink(search.d);
  return read === null
    ? startWith(firstForm(zone), { isBroken: true })
    : startWith(read.form, { leftOut: read.leftOut });
}

/** The address is updated once nothing has changed for this long, in ms. */
const PAUSE_MS = 200;

interface Typed {
  form: DefinitionForm;
  /** Null: the name of the saved definition, or none. */
  name: string | null;
  /** Ids that the link left out and that are still missing. */
  leftOut: number;
}

/** The state of the page, with all derived values. */
export type Define = ReturnType<typeof useDefine>;

/** Holds the form, and copies it to the address. */
export function useDefine(
  start: Start,
  search: DefineSearch,
  onSearch: (search: DefineSearch) => void,
) {
  const [typed, setTyped] = useState<Typed>(() => ({
    form: start.form,
    name: null,
    leftOut: start.leftOut,
  }));
  /** The content that its address already has: the initial or the last saved one. */
  const [settled, setSettled] = useState<Typed>(typed);
  /** The id of a new definition; retrying with it does not save a second one. */
  const [newId, setNewId] = useState(randomId);
  const definitions = useQuery(query(REPORT_ROUTES.reportDefinitions));
  const { form, leftOut } = typed;
  const list = definitions.data?.definitions;
  const base = list?.find(({ id }) => id === search.saved) ?? null;
  /** Whether the saved definition of the address is unknown: deleted, or not read yet. */
  const gone = search.saved !== undefined && list !== undefined && base === null;
  const read = useMemo(() => readForm(form), [form]);
  const link = useMemo(() => linkOf(form, leftOut), [form, leftOut]);
  const same = isSame(base, read.definition);

  const saved = gone ? undefined : search.saved;
  const isSettled = typed === settled && !isPlain(search) && !start.isBroken;
  const target = useMemo((): DefineSearch => {
    if (isSettled) return search;
    if (same) return { saved };
    const isFirst = saved === undefined && link.text === linkOf(firstForm(browserZone())).text;
    return isFirst ? {} : { d: link.text, saved };
  }, [isSettled, search, same, saved, link.text]);
  const isShown = searchKey(target) === searchKey(search);
  useEffect(() => {
    if (isShown) return;
    const timer = setTimeout(() => onSearch(target), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isShown, target, onSearch]);

  const put = useCallback(
    (change: Partial<DefinitionForm>) =>
      setTyped((old) => ({ ...old, form: { ...old.form, ...change } })),
    [],
  );
  /** Called once the definition was saved under an id. */
  const settle = useCallback(
    (id: string) => {
      const kept = { form, name: null, leftOut };
      setTyped(kept);
      setSettled(kept);
      setNewId(randomId());
      onSearch({ saved: id });
    },
    [form, leftOut, onSearch],
  );
  return {
    form,
    put,
    read,
    link,
    base,
    gone,
    /** Whether the form equals the saved definition; its name may differ. */
    same,
    definitions,
    newId,
    name: typed.name ?? base?.name ?? '',
    rename: (name: string) => setTyped((old) => ({ ...old, name })),
    leftOut,
    goOnWithout: () => setTyped((old) => ({ ...old, leftOut: 0 })),
    settle,
  };
}

/** What must be corrected before anything can be shown or made; null: nothing. */
export function problemOf({ read, leftOut }: Pick<Define, 'read' | 'leftOut'>): string | null {
  if (leftOut > 0) return 'Ids that the link leaves out are missing.';
  const [problem] = Object.values(read.problems);
  return problem ?? null;
}

function isSame(base: SavedDefinition | null, definition: SavedDefinition['definition'] | null) {
  if (base === null || definition === null) return false;
  return canonicalJson(base.definition) === canonicalJson(definition);
}
