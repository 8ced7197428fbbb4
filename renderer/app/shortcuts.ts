import {
  type KeyboardEvent as ReactKeyboardEvent,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Desktop } from '#shared/text/shortcuts.ts'
import { useScreenActions } from '../design/actions.tsx'
import { startPresses } from '../design/button.tsx'
import { isFocusNowhere } from '../design/focus-restorer.ts'
import { type Layer, LayerContext, topDialog, topLayer } from '../design/layers.ts'
import { isPress, type KeyPress, mayRepeat } from './key-press.ts'
import { CONFIRM_AFTER_MS, isListScope, SHORTCUT_IDS, type ShortcutId, SHORTCUTS } from './shortcut-table.ts'

/** Result of a handler that does not use the key. The next handler is asked. */
export const NOT_MINE = Symbol('not mine')
type ShortcutHandler = (event: KeyboardEvent) => unknown
export type ShortcutHandlers = Partial<Record<ShortcutId, ShortcutHandler | false | undefined>>

interface Registration {
  layer: Layer
  /** Time in ms since which each shortcut has its present action. */
  since: Map<string, number>
  handlers: () => ShortcutHandlers
}

export const isMac = /mac/i.test(navigator.platform)
export const modKey = isMac ? '⌘' : 'Ctrl'
/** Operating system of the keyboard. */
export const desktop: Desktop = isMac ? 'mac' : /^win/i.test(navigator.platform) ? 'windows' : 'linux'

const active: Registration[] = []
let singleKeysOn = true

/** Turns single-letter shortcuts on or off (WCAG 2.1.4). */
export const setSingleKeys = (on: boolean) => {
  singleKeysOn = on
}

const NOT_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'file'])

/** True if the focused element takes letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type)
  // In a native select, letters choose an option.
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target.isContentEditable
}

const keyPlace = (target: EventTarget | null) => ({ mac: isMac, typing: isTyping(target) })

/** True for an empty plate field. No plate begins with `?`, so that key opens the sheet from there too. */
const isEmptyPlateField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.value === '' && target.matches('.plate-field__input')

/** True if a key press matches a shortcut, given the element that received the press. */
function isShortcut(id: ShortcutId, event: KeyPress & { target: EventTarget | null }): boolean {
  const place = keyPlace(event.target)
  const typing = place.typing && !(id === 'sheet' && isEmptyPlateField(event.target))
  return isPress(SHORTCUTS[id], event, { ...place, typing }, singleKeysOn)
}

/** True if a layer's shortcut acts now. A dialog or a menu blocks every layer behind it. */
const isOpen = (id: ShortcutId, layer: Layer): boolean =>
  SHORTCUTS[id].scope === 'always' || layer === topLayer()

function register(registration: Registration): () => void {
  active.push(registration)
  return () => void active.splice(active.indexOf(registration), 1)
}

/** True if something on screen acts on a shortcut now. */
export const isActing = (id: ShortcutId): boolean =>
  active.some(({ layer, handlers }) => Boolean(handlers()[id]) && isOpen(id, layer))

/** Shortcuts that the page acts on while no dialog covers it. */
export const pageShortcuts = (): ReadonlySet<string> =>
  new Set(active.filter(({ layer }) => layer.depth === 0).flatMap(({ since }) => [...since.keys()]))

/** Starts listening. Called once, before the first render, so that `stopHeld` precedes every other listener. */
export function startShortcuts() {
  startPresses()
  addEventListener('keydown', stopHeld, { capture: true })
  addEventListener('keydown', dispatch)
  addEventListener('keydown', passToList)
  addEventListener('focusin', rememberRow)
  addEventListener('click', leaveFollowedLink, { capture: true })
}

/** Target of the last key down. */
let pressedOn: EventTarget | null = null

/** Blocks a held key that must not repeat. No other function decides about held keys. */
function stopHeld(event: KeyboardEvent) {
  const { target } = event
  if (!event.repeat) pressedOn = target
  if (!event.repeat || event.isComposing) return
  const isInput = target instanceof HTMLInputElement
  const place = {
    ...keyPlace(target),
    moved: target !== pressedOn,
    multiline: !isInput && !(target instanceof HTMLSelectElement),
    radio: isInput && target.type === 'radio',
  }
  if (mayRepeat(event, place)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Runs the handler of the pressed shortcut. The component that registered last is asked first. */
function dispatch(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || passedOn.has(event)) return
  if (event.key === 'Escape' && leaveMenuButton(event.target)) return event.preventDefault()
  for (const { layer, since, handlers } of active.toReversed()) {
    for (const [name, run] of Object.entries(handlers())) {
      const id = name as ShortcutId
      if (!run || !isOpen(id, layer) || !isShortcut(id, event)) continue
      // The user pressed the key before the present action existed, so the press was meant for another action.
      const isOlder = event.timeStamp < (since.get(id) ?? 0)
      if (!isOlder && run(event) === NOT_MINE) continue
      event.preventDefault()
      return
    }
  }
}

/**
 * List whose keys act wherever the focus is: the `Rows` of a page, a table, or a grid. `own-moves` marks a list whose
 * page has shortcuts to move.
 */
const LIST = '[data-list-keys]'
/** Rows of a list. Rows of a table have the role `row`, and one of them is a tab stop. A grid has an active cell. */
const ROW = '.row, [role="row"][data-row], [role="row"][data-seq], input[data-cell]'
const CURSOR = '[role="row"][tabindex="0"], input[data-cell]'
/** Controls that Enter or the space bar press. */
const PRESSED = 'a[href], button, summary, input, [role="button"], [role="option"]'
/** Controls that use the arrow keys themselves. The button of a menu does not. */
const USES_ARROWS = 'input, select, [role="tablist"], [role="listbox"], [role="slider"]'
const MOVES = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'])
/** Keys that remove an item or go back, and Tab. Only the focused row receives them. */
const NEVER_PASSED = new Set(['Delete', 'Escape', 'Tab'])

/** Copies of key presses that were passed to the list of a page. */
const passedOn = new WeakSet<Event>()
/** Last focused row of each list. */
const lastRows = new WeakMap<Element, HTMLElement>()

function rememberRow({ target }: FocusEvent) {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>(ROW) : null
  const list = row?.closest(LIST)
  if (row && list) lastRows.set(list, row)
}

/** The visible list of the page, or of the dialog over it. */
function shownList(): HTMLElement | null {
  const lists = (topDialog() ?? document.querySelector('main'))?.querySelectorAll<HTMLElement>(LIST) ?? []
  return [...lists].find((list) => list.checkVisibility()) ?? null
}

/**
 * Moves the focus from the button of a menu to the list of the page. The first Escape closed the menu. A second,
 * accidental Escape must not leave the list.
 */
function leaveMenuButton(target: EventTarget | null): boolean {
  const isButton = target instanceof Element && target.matches('main [aria-haspopup="menu"]')
  const row = isButton && topLayer().depth === 0 ? rowToFocus() : null
  row?.focus()
  return row !== null
}

function rowToFocus(): HTMLElement | null {
  const list = shownList()
  return list && (cursorRow(list) ?? list.querySelector<HTMLElement>(ROW))
}

/** Row of a list that the keyboard acts on. A plain list has no such row until one of its rows has had the focus. */
function cursorRow(list: HTMLElement): HTMLElement | null {
  const last = lastRows.get(list)
  return list.querySelector<HTMLElement>(CURSOR) ?? (last?.isConnected ? last : null)
}

function isListKey(event: KeyboardEvent, target: Element | null): boolean {
  const { key } = event
  if (NEVER_PASSED.has(key) || isTyping(target)) return false
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (key === 'Enter' || key === ' ') return isPlain && !target?.closest(PRESSED)
  if (MOVES.has(key)) return !target?.closest(USES_ARROWS)
  return SHORTCUT_IDS.some((id) => isListScope(SHORTCUTS[id].scope) && isShortcut(id, event))
}

/**
 * Passes an unhandled key to the list of the page. With it, the keys of a list act even after a click beside the
 * list, or after a menu has closed. The list gets the focus, so that Enter does not press a link or button again.
 */
function passToList(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || passedOn.has(event)) return
  const target = event.target instanceof Element ? event.target : null
  if (target?.matches(ROW) || target?.closest('[role="menu"]') || !isListKey(event, target)) return
  // A menu or a help text covers the page and is no dialog: the list is behind it.
  if (topLayer().depth > 0 && !topDialog()) return
  // A dialog may be part of a list in the document. The list is behind it all the same.
  const around = target?.closest<HTMLElement>(`${LIST}, dialog`)
  const list = around?.matches(LIST) ? around : shownList()
  if (!list || (list.dataset['listKeys'] === 'own-moves' && MOVES.has(event.key))) return
  const first = list.querySelector<HTMLElement>(ROW)
  const cursor = cursorRow(list)
  const row = cursor ?? first
  if (!row) return
  const before = document.activeElement
  row.focus()
  const isMove = MOVES.has(event.key) || isShortcut('list.move', event)
  const isTaken = cursor || !isMove ? pressOn(row, event) : true
  if (isTaken) event.preventDefault()
  else if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
}

/** Presses a key on a row. @returns true if the row handled the key */
function pressOn(row: HTMLElement, event: KeyboardEvent): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
  if (key === 'Enter' && row instanceof HTMLButtonElement) {
    row.click()
    return true
  }
  const init = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, bubbles: true, cancelable: true }
  const copy = new KeyboardEvent('keydown', init)
  passedOn.add(copy)
  row.dispatchEvent(copy)
  return copy.defaultPrevented
}

/**
 * Blurs a link that the user clicked, before its page opens. The page can then take the focus, and Enter does not
 * follow the link again. A link followed by keyboard keeps the focus, so that Tab continues from the link.
 */
function leaveFollowedLink({ target, detail, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  const link = target instanceof Element ? target.closest<HTMLElement>('nav a[href]') : null
  if (!link || detail === 0 || ctrlKey || metaKey || shiftKey) return
  link.blur()
  // The same list may stay on screen with other rows. Focus one of its rows.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (isFocusNowhere() && topLayer().depth === 0) rowToFocus()?.focus({ preventScroll: true })
    }),
  )
}

/**
 * Registers handlers of shortcuts while the component is mounted. They act only in the layer of the component. The
 * palette offers them too.
 * @param of part of the page that the shortcuts act on; '' for the whole page
 */
export function useShortcuts(handlers: ShortcutHandlers, of = '') {
  useScreenActions(() => [{ of, about: '', handlers }])
  const layer = useContext(LayerContext)
  const latest = useEffectEvent(() => handlers)
  const since = useRef(new Map<string, number>())
  const ids = Object.entries(handlers)
    .flatMap(([id, run]) => (run ? [id] : []))
    .join(' ')
  useLayoutEffect(() => register({ layer, since: since.current, handlers: () => latest() }), [layer])
  useLayoutEffect(() => {
    const now = performance.now()
    const before = since.current
    // Without handlers, `ids` is empty and splits into one empty string, which is the id of no shortcut.
    const entries = (ids.split(' ') as ShortcutId[]).map((id) => {
      const from = SHORTCUTS[id]?.confirms ? now + CONFIRM_AFTER_MS : now
      return [id, before.get(id) ?? from] as const
    })
    before.clear()
    for (const [id, at] of entries) before.set(id, at)
  }, [ids])
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey'>
export type ElementHandlers = Partial<Record<ShortcutId, ((event: PressedKey) => void) | false | undefined>>

/**
 * Returns a function for the `onKeyDown` of a focused element. The function runs the handler of the pressed shortcut.
 * @returns true if a handler ran
 */
export function useFocusShortcuts(): (event: ReactKeyboardEvent, handlers: ElementHandlers) => boolean {
  const layer = useContext(LayerContext)
  return (event, handlers) => {
    for (const [name, run] of Object.entries(handlers)) {
      const id = name as ShortcutId
      if (!run || !isOpen(id, layer) || !isShortcut(id, event)) continue
      event.preventDefault()
      run(event)
      return true
    }
    return false
  }
}

/** True if a dialog or a menu is open over the component's layer. */
export function useIsCovered(): () => boolean {
  const layer = useContext(LayerContext)
  return () => layer !== topLayer()
}
