import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumArgs, findHeadlessShell } from '../system.ts'

/** The web host of an installation, which has said where its window is entered. */
export interface InstalledApplication {
  readonly pid: number
  readonly origin: string
  /** Where the file leads that a browser opens. */
  readonly entry: string
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>
  stop(): Promise<number | null>
}

/** @param at a path of its root, as this process opens it */
export async function whenListening(
  child: ChildProcess,
  at: (path: string) => string = (path) => path,
): Promise<InstalledApplication> {
  const said: string[] = []
  if (!child.stdout || !child.stderr) throw new Error('its output is not read')
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const first = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const line = await Promise.race([
    first.then(([text]) => text),
    exited.then(([code]) => Promise.reject(new Error(`it ended (${code}): ${said.join('\n')}`))),
  ])
  const { listening, entry } = JSON.parse(line) as { listening: string; entry: string }
  return {
    pid: child.pid ?? 0,
    origin: listening,
    entry: await addressIn(at(entry)),
    exited: exited.then(([code]) => code),
    async stop() {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}

/** Read here, because Chromium shows a file of another root as text. */
export async function addressIn(entry: string): Promise<string> {
  const address = /url=([^"]+)"/.exec(await readFile(entry, 'utf8'))?.[1]
  if (address === undefined) throw new Error(`${entry} leads nowhere`)
  return address
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findHeadlessShell() ?? '', args: [...chromiumArgs] })

const PATIENCE = { timeout: 60_000 }

export async function enter(browser: Browser, { entry }: InstalledApplication): Promise<Page> {
  const page = await browser.newPage({ locale: 'es-ES', viewport: { width: 1280, height: 800 } })
  await page.goto(entry)
  await page.getByRole('combobox', { name: 'Matrícula' }).waitFor(PATIENCE)
  return page
}

/** Looks a plate up, and waits for its verdict as painted. */
export async function lookUp(page: Page, plate: string, title: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Matrícula' })
  await field.fill(plate)
  await field.press('Enter')
  const verdict = page.getByRole('region', { name: 'Veredicto' })
  await page.locator('.verdict--solid').waitFor(PATIENCE)
  await verdict.getByRole('heading', { name: title, exact: true }).waitFor(PATIENCE)
}
