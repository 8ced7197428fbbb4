import { topDialog } from './layers.ts'

/**
 * Only this module decides where the focus goes when its element leaves the page. The focus never goes to a control
 * that acts, because the user could press the control by accident.
 */

/** Elements for typing or moving, in which the user can continue. */
const RESTING = 'input, select, textarea, [role="row"][tabindex="0"]'
/** Elements with a title of their own. */
const AREA = 'section, [role="region"], dialog[open], aside, main'
/** Controls that spend, send, erase or cannot be undone (`CommitButton`). */
const COMMIT = '[data-commit]'
/** Elements that float over the page. */
const FLOATING = '[data-floating]'
const KEPT_PLACES = 12

interface Place {
  element: HTMLElement
  /** The element and its ancestors, from the inside out. */
  path: readonly Element[]
}

/** Elements focused recently, newest last. */
let places: Place[] = []
/** Focused element, or the removed element that had the focus. */
let last: Place | null = null
/** Title or area that got the focus because there was no better target. A page may take the focus from it. */
let standIn: HTMLElement | null = null

/** True if nothing or only a stand-in has the focus. A page that has just opened may take the focus. */
export function isFocusNowhere(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement === standIn
}

const canHold = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function isInSight(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Starts restoring the focus. Call it once per window. */
export function startFocusRestorer(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === standIn) return
    forgetStandIn()
    last = { element: target, path: ancestorsOf(target) }
    places = [...places.filter(({ element }) => element !== target && element.isConnected), last].slice(
      -KEPT_PLACES,
    )
  })
  addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return
    // A removal may also fire `focusout`. If the element can still hold the focus, the user left it.
    queueMicrotask(() => {
      if (last && last.element === target && canHold(last.element) && isFocusNowhere()) last = null
    })
  })
  addEventListener('pointerdown', () => {
    if (document.activeElement === document.body) last = null
  })
  new MutationObserver(restoreSoon).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
}

let isWaiting = false
/** Restores the focus after two frames. A list may do it earlier, and knows better which row is next. */
function restoreSoon() {
  if (isWaiting || !last || document.activeElement !== document.body) return
  isWaiting = true
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      isWaiting = false
      restoreFocus()
    }),
  )
}

function restoreFocus() {
  if (!last || document.activeElement !== document.body) return
  // The element was disabled during its action. After a failure, an accidental second Enter must not repeat an action
  // that spends or erases.
  const isCommit = last.element.matches(COMMIT)
  if (canHold(last.element) && !isCommit) return last.element.focus({ preventScroll: true })
  const area = areaOf(last.path)
  const before = places.findLast(
    ({ element }) =>
      element.matches(RESTING) && canHold(element) && area?.contains(element) && isInSight(element),
  )
  const isDisabled = last.element.matches(':disabled') && last.element.checkVisibility()
  if (isDisabled && !before) return
  const isFloating = last.path.some((element) => element.matches(FLOATING))
  last = null
  if (isFloating) returnFromFloating()
  else if (before) before.element.focus({ preventScroll: true })
  else standOn(area)
}

/** Returns the focus from a floating element to the element focused before. */
function returnFromFloating() {
  const before = places.findLast(({ element }) => canHold(element) && !element.closest(FLOATING))
  if (before) before.element.focus({ preventScroll: true })
  else standOn(fallbackArea())
}

/** Area for elements outside all areas. An open dialog makes the page inert, so the dialog comes first. */
const fallbackArea = () => topDialog() ?? document.querySelector<HTMLElement>('main')

function areaOf(path: readonly Element[]): HTMLElement | null {
  const left = path.find((element) => element.isConnected && element.checkVisibility())
  return left?.closest<HTMLElement>(AREA) ?? fallbackArea()
}

/** Focuses the title of an area, or the area if it has no title. */
function standOn(area: HTMLElement | null) {
  if (!area) return
  const titles = [...area.querySelectorAll<HTMLElement>('h1, h2, h3')]
  const place = titles.find((title) => title.checkVisibility()) ?? area
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.dataset['standIn'] = ''
  }
  standIn = place
  place.focus()
}

function forgetStandIn() {
  if (standIn?.dataset['standIn'] !== undefined) {
    standIn.removeAttribute('tabindex')
    delete standIn.dataset['standIn']
  }
  standIn = null
}

function ancestorsOf(element: Element): Element[] {
  const path: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) path.push(one)
  return path
}
