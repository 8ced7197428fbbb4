import { useEffectEvent, useLayoutEffect } from 'react'

export interface Shortcut {
  /** `event.key`, lower case for letters. Several keys may do the same. */
  keys: readonly string[]
  /** With Ctrl (⌘ on a Mac). Without it the key acts only outside text fields and when single keys are on. */
  mod?: boolean
  shift?: boolean
  run: (event: KeyboardEvent) => void
}

export const isMac = /mac/i.test(navigator.platform)
export const modKey = isMac ? '⌘' : 'Ctrl'

const active: (() => readonly Shortcut[])[] = []
let singleKeysOn = true

/** Single keys can be turned off (WCAG 2.1.4). */
export const setSingleKeys = (on: boolean) => {
  singleKeysOn = on
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  // In a list of the browser's, letters choose.
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target.isContentEditable
}

function matches(shortcut: Shortcut, event: KeyboardEvent): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (!shortcut.keys.includes(key)) return false
  const mod = isMac ? event.metaKey : event.ctrlKey
  const other = isMac ? event.ctrlKey : event.metaKey
  if (mod !== (shortcut.mod ?? false) || other || event.altKey) return false
  // '?' and '/' need Shift on Spanish keyboards: only named keys say whether they want it.
  if (event.key.length > 1 && event.shiftKey !== (shortcut.shift ?? false)) return false
  if (shortcut.mod || event.key.length > 1) return true
  return singleKeysOn && !isTyping(event.target)
}

/** Starts listening. The last screen to register a key has it. */
export function startShortcuts() {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const inDialog = document.querySelector('dialog[open]') !== null
    for (const shortcuts of [...active].toReversed()) {
      const shortcut = shortcuts().find((candidate) => matches(candidate, event))
      // Behind a dialog only what opens and closes dialogs goes on working.
      if (!shortcut || (inDialog && !shortcut.mod)) continue
      event.preventDefault()
      shortcut.run(event)
      return
    }
  })
}

/** Keys that work while the component is on screen, from the very moment when what they do is on it. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useEffectEvent(() => shortcuts)
  useLayoutEffect(() => {
    const own = () => latest()
    active.push(own)
    return () => void active.splice(active.indexOf(own), 1)
  }, [])
}
