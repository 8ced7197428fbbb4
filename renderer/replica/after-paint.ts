/** A window that is hidden paints nothing. */
const LONGEST_MS = 100

/** Runs it once, after what is on its way to the screen has been painted. */
export function afterPaint(run: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    run()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, LONGEST_MS)
}
