import { topDialog } from './layers.ts'

/**
 * The only place that decides where the focus goes when its element leaves the page. It never goes to a control that
 * acts: a button that appears under the pointer would be pressed by reflex.
 */

/** Elements of typing or moving, where the user may go on. */
const RESTING = 'input, select, textarea, [role="row"][tabindex="0"]'
/** Elements with a title of their own. */
const AREA = 'section, [role="region"], dialog[open], aside, main'
/** Spends, sends, erases or cannot be undone (`CommitButton`). */
const COMMIT = '[data-commit]'
/** Floats over the page, and belongs to no part of it. */
const FLOATING = '[data-floating]'
const KEPT = 12

interface Place {
  element: HTMLElement
  /** Starts with the element itself. */
  path: readonly Element[]
}

/** Recent places, newest last. */
let places: Place[] = []
/** Focused element, or the one that had the focus until it was removed. */
let last: Place | null = null
/** Element that got the focus for want of a better one: a page may take it from there. */
let standIn: HTMLElement | null = null

/** True if nothing but a stand-in has the focus: a page just opened may take it. */
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

/** Starts it, once per window. */
export function startFocusRestorer(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === standIn) return
    forgetStandIn()
    last = { element: target, path: pathOf(target) }
    places = [...places.filter(({ element }) => element !== target && element.isConnected), last].slice(-KEPT)
  })
  addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return
    // Removal may also fire focusout: only the user leaves an element that can keep the focus.
    queueMicrotask(() => {
      if (last && last.element === target && canHold(last.element) && isFocusNowhere()) last = null
    })
  })
  addEventListener('pointerdown', () => {
    if (document.activeElement === document.body) last = null
  })
  new MutationObserver(keepSoon).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
}

let isWaiting = false
/** Runs after rendering: a list knows better which of its rows is next. */
function keepSoon() {
  if (isWaiting || !last || document.activeElement !== document.body) return
  isWaiting = true
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      isWaiting = false
      keep()
    }),
  )
}

function keep() {
  if (!last || document.activeElement !== document.body) return
  // It was disabled during its action. After a failure, a second Enter by reflex must not repeat one that spends or
  // erases.
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
  if (isFloating) returnFrom()
  else if (before) before.element.focus({ preventScroll: true })
  else standOn(area)
}

/** Returns from a floating element to the place before it. */
function returnFrom() {
  const before = places.findLast(({ element }) => canHold(element) && !element.closest(FLOATING))
  if (before) before.element.focus({ preventScroll: true })
  else standOn(ground())
}

/** Area of what belongs to none: an open dialog makes the page inert. */
const ground = () => topDialog() ?? document.querySelector<HTMLElement>('main')

function areaOf(path: readonly Element[]): HTMLElement | null {
  const left = path.find((element) => element.isConnected && element.checkVisibility())
  return left?.closest<HTMLElement>(AREA) ?? ground()
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

function pathOf(element: Element): Element[] {
  const path: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) path.push(one)
  return path
}
