import type { Page } from '@playwright/test'
import type { KeyPress } from '#renderer/app/key-press.ts'
import type { Shortcut } from '#renderer/app/shortcut-table.ts'

declare global {
  interface Window {
    /** Keys taken by the page's own listeners, or by a control. */
    taken: { key: string; byControl: boolean; target: EventTarget | null }[]
  }
}

/** Records which keys are taken, before the page is loaded. */
export const noteKeys = (page: Page) =>
  page.addInitScript(() => {
    window.taken = []
    const byControl = new WeakSet<Event>()
    // Before the window's own listener, which is added later, and after it.
    addEventListener('keydown', (event) => event.defaultPrevented && byControl.add(event))
    addEventListener('load', () =>
      addEventListener('keydown', (event) => {
        if (!event.defaultPrevented) return
        window.taken.push({ key: event.key, byControl: byControl.has(event), target: event.target })
      }),
    )
  })

export const pressesOf = ({ keys, mod, alt, shift }: Shortcut): KeyPress[] =>
  keys.map((key) => ({
    key,
    ctrlKey: mod === true,
    metaKey: false,
    altKey: alt === true,
    shiftKey: shift === true,
  }))

/**
 * Presses keys on the top layer, and on no element in it.
 * @returns those that the window took, but for those that it passed to a list of the layer
 */
export const pressOnLayer = (page: Page, presses: readonly KeyPress[]) =>
  page.evaluate((all) => {
    const layers = document.querySelectorAll('dialog[open], [popover]:popover-open')
    const layer = [...layers].at(-1)
    if (!layer) throw new Error('nothing is open')
    return all.flatMap((press) => {
      window.taken = []
      layer.dispatchEvent(new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }))
      const isOfOwnList = window.taken.some(
        ({ target }) => target instanceof Element && target !== layer && layer.contains(target),
      )
      return isOfOwnList ? [] : window.taken.filter(({ byControl }) => !byControl).map(({ key }) => key)
    })
  }, presses)

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space' }

/** Holds the keys of a shortcut down. @returns how often it was taken */
export async function hold(page: Page, { keys: [key = ''], mod, alt, shift }: Shortcut): Promise<number> {
  const held = [mod && 'Control', alt && 'Alt', shift && 'Shift'].filter((one) => typeof one === 'string')
  for (const one of held) await page.keyboard.down(one)
  await page.evaluate(() => (window.taken = []))
  for (let times = 0; times < 5; times += 1) await page.keyboard.down(NAMES[key] ?? key)
  await page.keyboard.up(NAMES[key] ?? key)
  for (const one of held) await page.keyboard.up(one)
  return page.evaluate(() => window.taken.length)
}
