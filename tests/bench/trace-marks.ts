import type { Page } from '@playwright/test'

/** Moments of one path, in milliseconds from its key. */
export interface Marks {
  /** The page runs for the key for the first time: what came before is the browser's. */
  heard: number
  /** The first call to the core leaves; absent where none is made before the answer is painted. */
  sent?: number
  /** The last answer of the core that came before the change. */
  got?: number
  /** The document is changed. */
  changed: number
  /** The next frame begins. */
  frame: number
  /** It is painted. */
  painted: number
  /** Calls that were made meanwhile, by name. */
  calls: string[]
}

/** Has every page of this tab note its calls to the core and their answers. To be called before it is opened. */
export async function recordMarks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const calls: { at: number; id: number; command: string }[] = []
    const answers: { at: number; id: number }[] = []
    Object.assign(globalThis, { bench: { calls, answers } })
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (data) {
      const { id, command } = JSON.parse(String(data)) as { id: number; command: string }
      calls.push({ at: performance.now(), id, command })
      send.call(this, data)
    }
    const listen = WebSocket.prototype.addEventListener
    WebSocket.prototype.addEventListener = function (
      this: WebSocket,
      type: string,
      listener: EventListener,
      options?: boolean | AddEventListenerOptions,
    ) {
      const noted = (event: Event) => {
        const { id } = JSON.parse(String((event as MessageEvent).data)) as { id?: number }
        if (id !== undefined) answers.push({ at: performance.now(), id })
        listener.call(this, event)
      }
      listen.call(this, type, type === 'message' ? noted : listener, options)
    }
  })
}

/**
 * Presses, and says when what followed it happened.
 * @param within selector: the first change in it, or its appearance, is what the key was for
 * @returns `null` if there is none within `ms`
 */
export async function marksOf(
  page: Page,
  within: string,
  press: () => Promise<void>,
  ms: number,
): Promise<Marks | null> {
  await page.evaluate(watch, within)
  await press()
  await page.waitForTimeout(ms)
  return page.evaluate<Marks | null>('globalThis.benchMarks')
}

/** Runs in the page. */
function watch(within: string): void {
  const { calls, answers } = Reflect.get(globalThis, 'bench') as {
    calls: { at: number; id: number; command: string }[]
    answers: { at: number; id: number }[]
  }
  calls.length = 0
  answers.length = 0
  Reflect.set(globalThis, 'benchMarks', null)
  const wanted = document.querySelector(within)
  const pressed = (event: KeyboardEvent) => {
    const key = event.timeStamp
    const heard = performance.now() - key
    const observer = new MutationObserver((records) => {
      const now = document.querySelector(within)
      if (now === null || (now === wanted && !records.some(({ target }) => now.contains(target)))) return
      observer.disconnect()
      const changed = performance.now()
      const made = calls.filter(({ at }) => at <= changed)
      const sent = made[0]?.at
      const got = answers.findLast(({ at, id }) => at <= changed && made.some((call) => call.id === id))?.at
      requestAnimationFrame(() => {
        const frame = performance.now()
        const { port1, port2 } = new MessageChannel()
        port2.addEventListener('message', () =>
          Reflect.set(globalThis, 'benchMarks', {
            heard,
            ...(sent !== undefined && { sent: sent - key }),
            ...(got !== undefined && { got: got - key }),
            changed: changed - key,
            frame: frame - key,
            painted: performance.now() - key,
            calls: made.map(({ command }) => command),
          }),
        )
        port2.start()
        port1.postMessage(null)
      })
    })
    const everything = { subtree: true, childList: true, attributes: true, characterData: true }
    observer.observe(document.body, everything)
  }
  addEventListener('keydown', pressed, { capture: true, once: true })
}
