import { topDialog } from './layers.ts'

/**
 * The only module that decides where the focus goes when its element leaves the page. The focus never goes to a control
 * that acts: the user would press the control by reflex.
 */

/** Elements of typing or moving, where the user may go on. */
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
  /** Ancestors, from the element itself. */
  path: readonly Element[]
}

/** Recent places, newest last. */
let places: Place[] = []
/** Focused element, or the one that had the focus until it was removed. */
let last: Place | null = null
/** Title or area that got the focus because nothing better was there. A page may take the focus from it. */
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

/** Starts restoring the focus. Called once per window. */
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
    // A removal may also fire `focusout`. Only the user leaves an element that can keep the focus.
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
/** Restores the focus after two frames, because a list knows better which row is next. */
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
  // The element was disabled during its action. After a failure, a second Enter by reflex must not repeat an action
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

/** Returns from a floating element to the place before it. */
function returnFromFloating() {
  const before = places.findLast(({ element }) => canHold(element) && !element.closest(FLOATING))
  if (before) before.element.focus({ preventScroll: true })
  else standOn(fallbackArea())
}

/** Area of an element outside all areas. An open dialog makes the page inert. */
const fallbackArea = () => topDialog() ?? document.querySelector<HTMLElement>('main')

function areaOf(path: readonly Element[]): HTMLElement | null {
  const left = path.find((element) => element.isConnected && element.checkVisibility())
  return left?.closest<HTMLElement>(AREA) ?? fallbackArea()
}

/** Focuses the title of an area, or the area. */
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
