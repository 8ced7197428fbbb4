import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BROWSERS, type Browser } from '#shared/host-protocol/protocol.ts'
import { failedEntry, nativeHostTexts as text } from '#shared/text/hosts.ts'
import { usualDataDirectory } from './core/instance/data-directory.ts'
import { InstallError } from './native-host/manifests/durable-file.ts'
import { createHostManifests, type HostManifests } from './native-host/manifests/manifests.ts'
import { thisInstallation } from './this-installation.ts'

/** `npm run extension`: entries of the native host in the browsers of this user. */
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

const COMMANDS = ['status', 'install', 'uninstall'] as const

interface Request {
  command: (typeof COMMANDS)[number]
  browser: Browser | null
  dataDir: string
}

function readRequest(args: readonly string[]): Request | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'data-dir': { type: 'string' } },
    })
    const [name = 'status', browserName, ...others] = positionals
    const command = COMMANDS.find((one) => one === name)
    const browser = BROWSERS.find((one) => one === browserName) ?? null
    if (command === undefined || others.length > 0) return null
    if (browserName !== undefined && browser === null) return null
    return { command, browser, dataDir: resolve(values['data-dir'] || usualDataDirectory()) }
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const request = readRequest(process.argv.slice(2))
  if (request === null) {
    complain(text.usage)
    return 2
  }
  const { command, browser, dataDir } = request
  const installation = thisInstallation({ root: import.meta.url, dataDir, isPackaged: false })
  if (command === 'install' && !existsSync(installation.script)) {
    complain(text.notBuilt)
    return 1
  }
  const manifests = createHostManifests(installation)
  try {
    return await run(manifests, command, browser)
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    complain(failedEntry[error.code](error.path))
    return 1
  }
}

async function run(
  manifests: HostManifests,
  command: Request['command'],
  browser: Browser | null,
): Promise<number> {
  const before = await manifests.list()
  if (command === 'status') {
    for (const row of before) printLine(text.row(row))
    return 0
  }
  const chosen = browser === null ? before.filter(isChosen(command)).map((row) => row.browser) : [browser]
  if (chosen.length === 0 && command === 'install') {
    complain(text.noBrowser)
    return 1
  }
  for (const one of chosen) await manifests[command](one)
  for (const row of await manifests.list()) printLine(text.row(row))
  if (command === 'install') printLine(text.nextStep)
  return 0
}

/**
 * Selects the browsers if none is named. `install` uses the browsers of this PC. `uninstall` uses every browser,
 * because a browser may have been removed since.
 */
const isChosen = (command: 'install' | 'uninstall') => {
  return ({ found }: { found: boolean }) => command === 'uninstall' || found
}

process.exitCode = await main()
