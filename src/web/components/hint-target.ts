/** The element of a hint, and its text. */
export interface HintTarget {
  at: Element;
  text: string;
}

/** Elements that may be cut: cells of tables, and those marked so. */
const CUTTABLE = 'td, th, [data-cut]';
const CONTROLS = 'a, button, input, select, textarea, [tabindex="0"]';
/** Marks elements that are focusable only because they are cut. */
const MARK = 'data-cut-focus';

/** Whether an element's content exceeds it. */
function overflows(element: Element): boolean {
  const marked = element.matches('[data-cut]');
  return (
    element.scrollWidth > element.clientWidth + 1 ||
    (marked && element.scrollHeight > element.clientHeight + 1)
  );
}

function isCut(element: Element): boolean {
  return overflows(element) || [...element.querySelectorAll('[data-cut]')].some(overflows);
}

/** The hint of an element or of one around it; null if there is none. */
export function hintOf(target: EventTarget | null): HintTarget | null {
  if (!(target instanceof Element)) return null;
  const explained = target.closest('[data-hint]');
  const text = explained?.getAttribute('data-hint') ?? '';
  if (explained !== null && text !== '') return { at: explained, text };
  const cut = target.closest(CUTTABLE);
  if (cut === null || !isCut(cut)) return null;
  const whole = (cut instanceof HTMLElement ? cut.innerText : '').replaceAll(/\s+/g, ' ').trim();
  return whole === '' ? null : { at: cut, text: whole };
}

/** Makes cut text without a control focusable, and undoes that once it fits. */
export function focusCutText(root: ParentNode): void {
  const all = [...root.querySelectorAll(CUTTABLE)];
  // Measure everything first: a mark between two measurements would force another layout.
  const cut = new Set(
    all.filter((each) => isCut(each) && each.querySelector(CONTROLS) === null && !isInside(each)),
  );
  for (const each of all) {
    if (cut.has(each)) {
      each.setAttribute('tabindex', '0');
      each.setAttribute(MARK, '');
    } else if (each.hasAttribute(MARK) && each !== document.activeElement) {
      each.removeAttribute('tabindex');
      each.removeAttribute(MARK);
    }
  }
}

/** Whether it is inside another focusable one, or a control. */
function isInside(element: Element): boolean {
  return element.parentElement?.closest(`${CUTTABLE}, ${CONTROLS}`) !== null;
}
