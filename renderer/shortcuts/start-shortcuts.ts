import { startPresses } from '../design/press.ts'
import { topLayer, type Layer } from '../design/layer.ts'
import { isPress, type KeyPress, mayRepeat } from './key-press.ts'
import { SHORTCUTS, type ShortcutId } from './table.ts'

/** Returned by a handler that leaves the key to others. */
export const NOT_MINE = Symbol('not mine')
export type ShortcutHandler = (event: KeyboardEvent) => unknown
export type ShortcutHandlers = Partial<Record<ShortcutId, ShortcutHandler | false | undefined>>

export interface Registration {
  layer: Layer
  /** Time since which each shortcut has its present action. */
  since: Map<string, number>
  handlers: () => ShortcutHandlers
}

export const isMac = /mac/i.test(navigator.platform)
export const modKey = isMac ? '⌘' : 'Ctrl'

const active: Registration[] = []
let singleKeysOn = true

/** Single-letter shortcuts can be turned off (WCAG 2.1.4). */
export const setSingleKeys = (on: boolean) => {
  singleKeysOn = on
}

const NOT_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'file'])

/** True if the focused element takes letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type)
  // Letters choose an option of a native select.
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target.isContentEditable
}

const placeOf = (target: EventTarget | null) => ({ mac: isMac, typing: isTyping(target) })

/** True if a key press matches a shortcut, where it was pressed. */
export const isShortcut = (id: ShortcutId, event: KeyPress & { target: EventTarget | null }): boolean =>
  isPress(SHORTCUTS[id], event, placeOf(event.target), singleKeysOn)

/** True if a layer's shortcut acts now: a dialog or a menu closes everything behind it. */
export const isOpen = (id: ShortcutId, layer: Layer): boolean =>
  SHORTCUTS[id].scope === 'always' || layer === topLayer()

export function register(registration: Registration): () => void {
  active.push(registration)
  return () => void active.splice(active.indexOf(registration), 1)
}

/** True if something on screen acts on a shortcut now. */
export const isActing = (id: ShortcutId): boolean =>
  active.some(({ layer, handlers }) => Boolean(handlers()[id]) && isOpen(id, layer))

/** Starts listening: once, before the first render, so that the gate precedes every other listener. */
export function startShortcuts() {
  startPresses()
  addEventListener('keydown', stopHeld, { capture: true })
  addEventListener('keydown', dispatch)
}

/** Target of the last key down. */
let pressedOn: EventTarget | null = null

/** The only place that decides what a held key may do. */
function stopHeld(event: KeyboardEvent) {
  const { target } = event
  if (!event.repeat) pressedOn = target
  if (!event.repeat || event.isComposing) return
  const isInput = target instanceof HTMLInputElement
  const place = {
    ...placeOf(target),
    moved: target !== pressedOn,
    multiline: !isInput && !(target instanceof HTMLSelectElement),
    radio: isInput && target.type === 'radio',
  }
  if (mayRepeat(event, place)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The screen registered last takes the key. */
function dispatch(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  for (const { layer, since, handlers } of active.toReversed()) {
    for (const [name, run] of Object.entries(handlers())) {
      const id = name as ShortcutId
      if (!run || !isOpen(id, layer) || !isShortcut(id, event)) continue
      // Pressed before its present action: it was meant for another.
      const isOlder = event.timeStamp < (since.get(id) ?? 0)
      if (!isOlder && run(event) === NOT_MINE) continue
      event.preventDefault()
      return
    }
  }
}
