/** When the press under way began, on the clock of `performance.now()`; `null` while nothing is pressed. */
let began: number | null = null

const ACTIVATES = new Set(['Enter', ' '])

/** Follows presses of the pointer, Enter and Space, so that a button can tell whether one is older than itself. */
export function startPresses() {
  const capture = { capture: true, passive: true } as const
  const begin = (event: Event) => {
    began = event.timeStamp
  }
  const end = () => {
    const ended = began
    // The click of a release comes after it, in the same task.
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

/** Whether the press under way began before a moment. A click without a press, as of a screen reader, never did. */
export const pressBeganBefore = (at: number): boolean => began !== null && began < at
