import type { CDPSession, Page } from '@playwright/test'
import type { ContentEvent, ContentRequest, FoundPlate } from '#extension/messages.ts'
import { isolatedWorld } from './isolated-world.ts'
import { contentBundle } from './content-bundle.ts'

/** A mark, as it is in the closed root. */
interface ShownMark {
  label: string
  sign: string
  word: string
  full: boolean
  x: number
  y: number
  width: number
  height: number
}

/** The content script in one frame, in an isolated world: that is what a browser gives an extension. */
export interface ContentFrame {
  send: (request: ContentRequest, sender?: { id: string }) => Promise<unknown>
  events: () => Promise<ContentEvent[]>
  /** Scans, and waits for the end. */
  scan: () => Promise<Extract<ContentEvent, { type: 'content.found' }>>
  plates: () => Promise<FoundPlate[]>
  marks: () => Promise<ShownMark[]>
  inject: () => Promise<void>
  /** Runs in the extension's world. */
  run: <T>(expression: string) => Promise<T>
}

/** What the browser gives a content script, and a way in for the test: it sees the closed root, and the page does not. */
const WORLD = `
  globalThis.events = []
  globalThis.listeners = []
  globalThis.chrome = { runtime: {
    id: 'ventanilla',
    sendMessage: async (message) => void events.push(structuredClone(message)),
    onMessage: { addListener: (listener) => listeners.push(listener) },
  } }
  globalThis.deliver = (message, sender) => {
    let answer
    for (const listener of listeners) listener(message, sender, (value) => (answer = value))
    return answer
  }
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    globalThis.markRoot = attach.call(this, init)
    globalThis.markHost = this
    markHosts.push([this, markRoot])
    return globalThis.markRoot
  }
  globalThis.markHosts = []
  globalThis.shownMarks = () => markHosts.flatMap(([host, root]) => host.isConnected ? [...root.querySelectorAll('.mark')] : []).map((mark) => {
    const press = mark.querySelector('.mark__press')
    const { x, y, width, height } = press.getBoundingClientRect()
    return {
      label: press.getAttribute('aria-label'),
      sign: press.firstElementChild.getAttribute('class').replace('sign sign--', ''),
      word: mark.querySelector('.mark__word').dataset.word,
      full: mark.classList.contains('mark--full'),
      x, y, width, height,
    }
  })
`

/** After the next frame is drawn. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

export async function injectContent(page: Page, frameName?: string): Promise<ContentFrame> {
  const session = await page.context().newCDPSession(page)
  const frameId = await frameIdOf(session, frameName)
  const run = await isolatedWorld(session, frameId)
  const bundle = await contentBundle()
  const inject = () => run<void>(`${bundle};undefined`)
  const send = (request: ContentRequest, sender = { id: 'ventanilla' }) =>
    run(`deliver(${JSON.stringify(request)}, ${JSON.stringify(sender)})`)
  const events = () => run<ContentEvent[]>('events')
  let scans = 0
  const scan = async () => {
    const id = `scan-${++scans}`
    await send({ type: 'content.scan', scan: id })
    return run<Extract<ContentEvent, { type: 'content.found' }>>(
      `new Promise((resolve) => { const look = () => {
        const end = events.find((event) => event.type === 'content.found' && event.scan === '${id}' && event.state !== 'scanning')
        if (end) requestAnimationFrame(() => requestAnimationFrame(() => resolve(end)))
        else setTimeout(look, 5)
      }; look() })`,
    )
  }
  await run(`{${WORLD}}`)
  await inject()
  return {
    send,
    events,
    scan,
    inject,
    run,
    plates: async () => [...(await scan()).plates],
    marks: () => run('shownMarks()'),
  }
}

async function frameIdOf(session: CDPSession, name: string | undefined): Promise<string> {
  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  const child = frameTree.childFrames?.find(({ frame }) => frame.name === name)
  return name === undefined ? frameTree.frame.id : (child?.frame.id ?? '')
}
