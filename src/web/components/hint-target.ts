/** What a hint is shown for, and its text. */
export interface HintTarget {
  at: Element;
  text: string;
}

/** What may be cut: cells of tables, and what is marked so. */
const CUTTABLE = 'td, th, [data-cut]';
const CONTROLS = 'a, button, input, select, textarea, [tabindex="0"]';
/** Marks what takes the focus only because it is cut. */
const MARK = 'data-cut-focus';

/** Whether something shows less than it holds. */
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

/** The hint of an element or of what it stands in; null if there is none. */
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

/** Lets the keyboard reach what is cut and holds no control, and nothing else of that kind. */
export function focusCutText(root: ParentNode): void {
  const all = [...root.querySelectorAll(CUTTABLE)];
  // Measured first, then marked: a mark between two measurements would lay the page out again.
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

/** Whether it stands in another one, or in a control, that takes the focus already. */
function isInside(element: Element): boolean {
  return element.parentElement?.closest(`${CUTTABLE}, ${CONTROLS}`) !== null;
}
