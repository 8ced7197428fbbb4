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

/**
 * Milliseconds from the start of a navigation to the first frame painted with what a selector finds in it. Told by the
 * page itself: a locator that waits from outside takes its own turns of the same thread.
 * @param navigate ends once the page has loaded, or earlier
 */
export async function paintedAfter(
  page: Page,
  selector: string,
  navigate: () => Promise<unknown>,
): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `globalThis.painted = (${String(watchLoad)})(${JSON.stringify(selector)})`,
  })
  await navigate()
  const time = await page.evaluate<number>('globalThis.painted')
  await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await session.detach()
  return time
}

/** Runs in the page, before anything of its own. */
function watchLoad(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document, { subtree: true, childList: true })
  })
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
