import { TariffDraft } from './tariff-draft.ts';

/** Storage key of a tariff's draft in this tab. @param edited its id, or `new` */
function keyOf(edited: string): string {
  return `gridhelm-tariff-${edited}`;
}

/** The draft kept in this tab, or null. */
export function loadDraft(edited: string): TariffDraft | null {
  try {
    const text = sessionStorage.getItem(keyOf(edited));
    return text === null ? null : TariffDraft.nullable().catch(null).parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps a draft across sign-in and reload. */
export function saveDraft(edited: string, draft: TariffDraft): void {
  try {
    sessionStorage.setItem(keyOf(edited), JSON.stringify(draft));
  } catch {
    // Storage is blocked or full: the page still holds it.
  }
}

/** Deletes a draft. */
export function dropDraft(edited: string): void {
  try {
    sessionStorage.removeItem(keyOf(edited));
  } catch {
    // Storage is blocked, so there is no draft.
  }
}
