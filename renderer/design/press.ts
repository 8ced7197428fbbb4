/** Start of the current press, on the clock of `performance.now()`; `null` while nothing is pressed. */
let began: number | null = null

const ACTIVATES = new Set(['Enter', ' '])

/** Tracks presses of the pointer, Enter and Space, so that a button can detect one that began before it. */
export function startPresses() {
  const capture = { capture: true, passive: true } as const
  const begin = (event: Event) => {
    began = event.timeStamp
  }
  const end = () => {
    const ended = began
    // A release's click follows it, in the same task.
    setTimeout(() => {
      if (began === ended) began = null
    })
  }
  addEventListener('pointerdown', begin, capture)
  addEventListener('pointerup', end, capture)
  addEventListener('pointercancel', end, capture)
  addEventListener('keydown', (event) => ACTIVATES.has(event.key) && !event.repeat && begin(event), capture)
  addEventListener('keyup', (event) => ACTIVATES.has(event.key) && end(), capture)
  addEventListener('blur', end)
}

/** True if the current press began before a moment. False for a click without a press, as from a screen reader. */
export const pressBeganBefore = (at: number): boolean => began !== null && began < at
