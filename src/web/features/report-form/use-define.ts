import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SavedDefinition } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import {
  firstForm,
  readForm,
  type DefinitionForm,
} from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { query } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { browserZone } from '../../theme/preferences.ts';
import { keptDraft, type Start } from './define-draft.ts';
import { searchKey, type DefineSearch } from './define-search.ts';

/** The address is updated once nothing has changed for this long, in ms. */
const PAUSE_MS = 200;

interface Typed {
  form: DefinitionForm;
  name: string | null;
  leftOut: number;
}

function isPlain({ d, saved, run }: DefineSearch): boolean {
  return d === undefined && saved === undefined && run === undefined;
}

/** The state of the page, with all derived values. */
export type Define = ReturnType<typeof useDefine>;

/** Holds the form, and copies it to this tab's storage and the address. */
export function useDefine(
  start: Start,
  search: DefineSearch,
  onSearch: (search: DefineSearch) => void,
) {
  const [typed, setTyped] = useState<Typed>(() => ({
    form: start.form,
    name: start.name,
    leftOut: start.leftOut,
  }));
  /** The content that needs no draft: the initial or the last saved one. */
  const [settled, setSettled] = useState<Typed>(typed);
  const [newId, setNewId] = useState(start.newId);
  const definitions = useQuery(query(REPORT_ROUTES.reportDefinitions));
  const { form, leftOut } = typed;
  const list = definitions.data?.definitions;
  const base = list?.find(({ id }) => id === search.saved) ?? null;
  /** Whether the saved definition of the address is unknown: deleted, or not read yet. */
  const gone = search.saved !== undefined && list !== undefined && base === null;
  const read = useMemo(() => readForm(form), [form]);
  const link = useMemo(() => linkOf(form, leftOut), [form, leftOut]);
  const same = isSame(base, read.definition);
  const touched = typed !== settled;

  const saved = gone ? undefined : search.saved;
  const target = useMemo((): DefineSearch => {
    if (!touched && !isPlain(search) && start.from !== 'broken') return search;
    if (same) return { saved };
    const isFirst = saved === undefined && link.text === linkOf(firstForm(browserZone())).text;
    return isFirst ? {} : { d: link.text, saved };
  }, [touched, search, start.from, same, saved, link.text]);
  const key = searchKey(search);
  const next = searchKey(target);
  useEffect(() => {
    if (touched) keptDraft.save({ ...typed, newId, keys: [key, next] });
  }, [touched, typed, newId, key, next]);
  useEffect(() => {
    if (next === key) return;
    const timer = setTimeout(() => onSearch(target), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, next, target, onSearch]);

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
      keptDraft.drop();
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

function isSame(base: SavedDefinition | null, definition: SavedDefinition['definition'] | null) {
  if (base === null || definition === null) return false;
  return canonicalJson(base.definition) === canonicalJson(definition);
}
