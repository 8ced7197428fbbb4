import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3-multiple-ciphers'
import { runInContext, runInThisContext } from 'node:vm'

/**
 * `electron <main.js> [arguments]`, in Node. Answers a test over the channel it was forked with, which the application
 * does not see.
 */
const stand = new URL('index.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: stand, shortCircuit: true } : next(specifier, context),
})

// Another system's rules, as far as the application itself reads them. SQLite's compiled part is loaded before: it is
// found by the real one.
const platform = process.env['FAKE_ELECTRON_PLATFORM']
if (platform && platform !== process.platform) {
  new Database(':memory:').close()
  Object.defineProperty(process, 'platform', { value: platform })
}

const send = process.send?.bind(process)
Object.assign(process, { send: undefined })
const electron = await import('./index.ts')

interface Ask {
  id: number
  where: 'main' | 'page'
  source: string
  arg: unknown
}

process.on('message', ({ id, where, source, arg }: Ask) => {
  answer(where, source, arg).then(
    (value) => send?.({ id, ok: true, value }),
    (error: unknown) =>
      send?.({ id, ok: false, error: error instanceof Error ? error.message : String(error) }),
  )
})
// The test is gone, and would never close this.
process.on('disconnect', () => process.exit(1))

async function answer(where: Ask['where'], source: string, arg: unknown): Promise<unknown> {
  if (where === 'main') {
    const run = runInThisContext(`(${source})`) as (modules: unknown, given: unknown) => unknown
    return run(electron, arg)
  }
  const page = electron.BrowserWindow.getAllWindows()[0]?.webContents.page
  if (!page) throw new Error('there is no page')
  return (runInContext(`(${source})`, page.world) as (given: unknown) => unknown)(arg)
}

const [, , entry = '', ...args] = process.argv
process.argv = ['/usr/bin/electron', entry, ...args]
performance.mark('entry')
performance.mark('entry')
await import(pathToFileURL(resolve(entry)).href)
performance.measure('main bundle', 'entry')
performance.measure('main bundle', 'entry')
electron.app.becomeReady()
