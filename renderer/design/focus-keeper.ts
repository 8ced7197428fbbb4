/**
 * The one place that decides where the focus goes when what had it leaves the page. Nothing that acts is ever given it:
 * a button that appears under the hand would be pressed by reflex.
 */

/** Where somebody typed or moved, and may go on. */
const RESTING = 'input, select, textarea, [role="row"][tabindex="0"]'
/** What has a title of its own. */
const AREA = 'section, [role="region"], dialog[open], aside, main'
/** Spends, sends, erases or cannot be undone (`CommitButton`). */
const COMMIT = '[data-commit]'
/** Floats over the page, and is of no part of it. */
const FLOATING = '[data-floating]'
const KEPT = 12

interface Place {
  element: HTMLElement
  /** Itself first. */
  path: readonly Element[]
}

/** The last places, the newest at the end. */
let places: Place[] = []
/** What has the focus now, or had it until it left by itself. */
let last: Place | null = null
/** It was given the focus because there was nowhere else: a page that has somewhere better may take it. */
let standIn: HTMLElement | null = null

/** Nobody has put the focus anywhere: a page that has just come may take it. */
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

/** Starts keeping it, once in a window. */
export function startFocusKeeper(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === standIn) return
    forgetStandIn()
    last = { element: target, path: pathOf(target) }
    places = [...places.filter(({ element }) => element !== target && element.isConnected), last].slice(-KEPT)
  })
  addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return
    // What leaves the page may also say so: only a person leaves it where it can stay.
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
/** After what draws has had its say: a list knows better which of its rows is next. */
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
  // It was disabled while what it does was under way. After a failure, a second Enter by reflex must not repeat
  // what spends or erases.
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

/** From what floats to where it was before. */
function returnFrom() {
  const before = places.findLast(({ element }) => canHold(element) && !element.closest(FLOATING))
  if (before) before.element.focus({ preventScroll: true })
  else standOn(document.querySelector<HTMLElement>('main'))
}

function areaOf(path: readonly Element[]): HTMLElement | null {
  const left = path.find((element) => element.isConnected && element.checkVisibility())
  return left?.closest<HTMLElement>(AREA) ?? document.querySelector<HTMLElement>('main')
}

/** On its title, or on itself. */
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
