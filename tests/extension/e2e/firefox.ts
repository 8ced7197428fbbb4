import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

/** Firefox with the extension, over WebDriver BiDi: the one protocol that installs one without a signature. */
export interface FirefoxWithExtension {
  /** Opens an address, also one of the extension's own pages, in a new tab. */
  open(url: string): Promise<FirefoxTab>
  /** Address of one of the extension's pages. */
  page(path: string): string
  /** Presses its button over the tab in front: the user's act, which lets it read that tab. */
  press(): Promise<void>
  close(): Promise<void>
}

export interface FirefoxTab {
  /** Evaluates an expression in the page, until it is true. */
  until(expression: string): Promise<void>
  evaluate<T>(expression: string): Promise<T>
  /** Presses keys, as the user does. `\uE007` is Enter (WebDriver's own codes). */
  press(keys: string): Promise<void>
  /** Picture of what is on screen, as PNG. */
  picture(path: string): Promise<void>
  close(): Promise<void>
}

const PATIENCE_MS = 60_000
/** Fixed, so that the addresses of its pages are known. */
const UUID = '7a9a5a0e-3f4a-4d0e-9b7e-2f6d5c1b8a30'

/**
 * @param home where it looks for native hosts, and keeps its profile
 * @param extension unpacked folder
 */
export async function openFirefox(
  program: string,
  home: string,
  extension: string,
  id: string,
): Promise<FirefoxWithExtension> {
  const profile = `${home}/firefox`
  await mkdir(profile, { recursive: true })
  const preferences = {
    'extensions.webextensions.uuids': JSON.stringify({ [id]: UUID }),
    'intl.accept_languages': 'es-ES',
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(`${profile}/user.js`, lines.join('\n'))
  const child = spawn(
    program,
    // System access: otherwise no page of an extension may be opened.
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port=0',
      '--remote-allow-system-access',
    ],
    {
      env: { ...process.env, HOME: home, MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [found] = /ws:\/\/[\d.:]+/.exec(line) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`Firefox ended (${code})`)))
  })
  const { send, end } = await connect(`${address}/session`)
  await send('session.new', { capabilities: {} })
  await send('webExtension.install', { extensionData: { type: 'path', path: extension } })

  return {
    page: (path) => `moz-extension://${UUID}/${path}`,
    async press() {
      const { contexts } = (await send('browsingContext.getTree', { 'moz:scope': 'chrome' })) as {
        contexts: { context: string }[]
      }
      await send('script.evaluate', {
        expression: `(() => {
          const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
          const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(id)})
          ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window)
        })()`,
        target: { context: contexts[0]?.context },
        awaitPromise: true,
      })
    },
    async open(url) {
      const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
      return tabOf(send, context)
    },
    async close() {
      end()
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

type Send = (method: string, params: object) => Promise<unknown>

function tabOf(send: Send, context: string): FirefoxTab {
  async function evaluate<T>(expression: string): Promise<T> {
    const answer = (await send('script.evaluate', {
      // As text: the protocol has its own form for every type.
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context },
      awaitPromise: true,
    })) as { type: string; result: { value?: string }; exceptionDetails?: { text: string } }
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? answer.type)
    return (answer.result.value === undefined ? undefined : JSON.parse(answer.result.value)) as T
  }
  return {
    evaluate,
    async until(expression) {
      const deadline = Date.now() + PATIENCE_MS
      while (!(await evaluate<boolean>(`!!(${expression})`))) {
        if (Date.now() > deadline) {
          const text = await evaluate<string>('document.body.innerText')
          throw new Error(`not in time: ${expression}\n${text}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async press(keys) {
      await send('input.performActions', {
        context,
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [...keys].flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      })
    },
    async picture(path) {
      const { data } = (await send('browsingContext.captureScreenshot', { context })) as { data: string }
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, Buffer.from(data, 'base64'))
    },
    async close() {
      await send('browsingContext.close', { context })
    },
  }
}

async function connect(address: string): Promise<{ send: Send; end: () => void }> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('no connection to Firefox')))
  })
  let last = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as {
      id?: number
      type: string
      result: unknown
      error?: string
      message?: string
    }
    if (id === undefined) return
    if (type === 'success') waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    waiting.delete(id)
  })
  return {
    send(method, params) {
      const id = ++last
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      socket.send(JSON.stringify({ id, method, params }))
      return answer.promise
    },
    end: () => socket.close(),
  }
}
