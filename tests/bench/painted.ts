import type { Page } from '@playwright/test'

/**
 * Milliseconds from the first key that `press` presses to the first frame painted once `isThere` is true.
 * @param isThere runs in the page: it sees its argument only
 */
export async function untilPainted<A>(
  page: Page,
  isThere: (arg: A) => boolean,
  arg: A,
  press: () => Promise<void>,
): Promise<number> {
  await page.evaluate(
    `globalThis.painted = (${String(watch)})(${String(isThere)}, ${JSON.stringify(arg)}), undefined`,
  )
  await press()
  return page.evaluate<number>('globalThis.painted')
}

/** Runs in the page. */
function watch<A>(isThere: (arg: A) => boolean, arg: A): Promise<number> {
  const framed = (done: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', done)
      port2.start()
      port1.postMessage(null)
    })
  return new Promise((resolve) => {
    const pressed = (event: KeyboardEvent) => {
      const observer = new MutationObserver(() => {
        if (!isThere(arg)) return
        observer.disconnect()
        framed(() => resolve(performance.now() - event.timeStamp))
      })
      const everything = { subtree: true, childList: true, attributes: true, characterData: true }
      observer.observe(document.body, everything)
    }
    addEventListener('keydown', pressed, { capture: true, once: true })
  })
}
