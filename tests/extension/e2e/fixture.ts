import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, type Page } from '@playwright/test'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import { startApplication, whenGone, type Application } from '#tests/fakes/application.ts'

export { expect } from '@playwright/test'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

/** A PC with the application running, the native host in its browsers, and pages to read. */
export interface Desk {
  home: string
  application: Application
  /** Starts it again in the same place, after `application.kill()`. */
  restart(): Promise<void>
  /** Opens the application's own window. */
  window(): Promise<Page>
  /** Serves a page and returns its address. */
  serve(html: string): string
}

/** Folder of the unpacked extension for a browser. */
export const unpacked = (browser: 'chrome' | 'firefox') => join(root, 'out/extension', browser)

export const test = base.extend<{ browsers: readonly Browser[]; desk: Desk }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
  browsers: ({}, use) => use(['chromium']),
  desk: async ({ browsers, page }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'ventanilla-extension-'))
    const dataDir = join(home, 'ventanilla')
    const env = { ...process.env, HOME: home }
    const server = createServer()
    const pages = await servePages(server)
    let application = await startApplication(dataDir, ['--port=0'], env)
    for (const browser of browsers)
      await run(
        process.execPath,
        [join(root, 'electron/extension-command.ts'), 'install', browser, `--data-dir=${dataDir}`],
        { env },
      )
    const desk: Desk = {
      home,
      get application() {
        return application
      },
      async restart() {
        application = await startApplication(dataDir, ['--port=0'], env)
      },
      async window() {
        await page.goto(application.entry)
        await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
        return page
      },
      serve: pages,
    }
    await use(desk)
    await page.close()
    await application.stop()
    await endStarted(dataDir)
    server.close()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  },
})

/** Ends the application that a native host has started: nothing else holds it. */
async function endStarted(dataDir: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const ours: number[] = []
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--data-dir=${dataDir}`)) ours.push(pid)
  }
  for (const pid of ours) process.kill(pid, 'SIGKILL')
  await whenGone(ours)
}

async function servePages(server: Server): Promise<(html: string) => string> {
  const pages: string[] = []
  server.on('request', (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="es"><body>${pages[Number(request.url?.slice(1))] ?? ''}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (html) => `http://127.0.0.1:${port}/${pages.push(html) - 1}`
}
