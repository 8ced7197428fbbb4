import type { CDPSession } from '@playwright/test'

const PATIENCE_MS = 60_000

/** A page of the extension that the browser itself opened, in a popup or beside the page: Playwright has no such windows. */
export interface ExtensionWindow {
  /** Evaluates an expression in it. */
  evaluate<T>(expression: string): Promise<T>
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>
  type(text: string): Promise<void>
  /** Clicks a button with the pointer, as the user does: some of what it does, the browser lets only a user do. */
  click(name: string): Promise<void>
  /** Text on screen. */
  text(): Promise<string>
  press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void>
  /** Waits until the browser has closed it. */
  gone(): Promise<void>
}

const KEYS = {
  Enter: { windowsVirtualKeyCode: 13, text: '\r' },
  Escape: { windowsVirtualKeyCode: 27 },
  Tab: { windowsVirtualKeyCode: 9 },
} as const

interface Reply {
  id: number
  result?: unknown
  error?: { message: string }
}

/** @param browser a session of the browser itself */
export async function attachWindow(browser: CDPSession, url: string): Promise<ExtensionWindow> {
  const targets = async () => (await browser.send('Target.getTargets')).targetInfos
  const targetId = await within(
    async () => (await targets()).find((target) => target.url.startsWith(url))?.targetId,
  )
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  browser.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const { id, result, error } = JSON.parse(event.message) as Reply
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = ++last
    const reply = Promise.withResolvers<unknown>()
    waiting.set(id, reply)
    await browser.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    return (await reply.promise) as T
  }

  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await send<{
      result: { value: T }
      exceptionDetails?: { text: string; exception?: { description?: string } }
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  return {
    evaluate,
    async until(expression) {
      // It may still be opening, or be another document by now.
      const holds = () => evaluate<boolean>(`!!(${expression})`).catch(() => false)
      await within(async () => (await holds()) || undefined).catch(async () => {
        const text = await evaluate<string>('document.body.innerText').catch(String)
        throw new Error(`not in time: ${expression}\n${text}`)
      })
    },
    async type(text) {
      await send('Input.insertText', { text })
    },
    async click(name) {
      const find = `[...document.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.textContent).includes(${JSON.stringify(name)}) && one.checkVisibility() && !one.disabled)`
      // Rows that come in above it move it: it is pressed where it stays.
      const still = `(async () => {
        const one = ${find}
        if (!one) return null
        one.scrollIntoView({ block: 'center' })
        const middle = () => {
          const { left, top, width, height } = one.getBoundingClientRect()
          return { x: left + width / 2, y: top + height / 2 }
        }
        const before = middle()
        await new Promise((resolve) => setTimeout(resolve, 50))
        const { x, y } = middle()
        const isThere = x === before.x && y === before.y && one.contains(document.elementFromPoint(x, y))
        return isThere ? { x, y } : null
      })()`
      const { x, y } = await within(
        async () => (await evaluate<{ x: number; y: number } | null>(still)) ?? undefined,
        name,
      )
      const press = { x, y, button: 'left', clickCount: 1 }
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press })
      // Its window may have gone with it.
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press }).catch(() => undefined)
    },
    text: () => evaluate<string>('document.body.innerText'),
    async press(key) {
      const event = { key, code: key, ...KEYS[key] }
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
      // Its window may have gone with the key.
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }).catch(() => undefined)
    },
    async gone() {
      await within(async () => !(await targets()).some((target) => target.targetId === targetId) || undefined)
    },
  }
}

async function within<T>(look: () => Promise<T | undefined>, what = 'window'): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
