import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startTexts, terminalTexts as text } from '#shared/text/hosts.ts'
import { build, isStale } from './build-if-stale.ts'
import {
  type Absence,
  cannotRun,
  chooseHost,
  findElectron,
  hasDisplay,
  shouldDownload,
} from './choose-host.ts'
import { createProgressLine, downloadElectron, failedBefore } from './download-electron.ts'
import { VERSION } from './version.ts'

/**
 * `npm start`: builds if the build is stale, chooses the host, prints the reason, and passes the other options to the
 * host. Importing this file starts the application.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const printLine = (line: string) => void process.stderr.write(`${line}\n`)

const args = process.argv.slice(2)
const requested = args.find((arg) => arg.startsWith('--host='))?.slice('--host='.length)
const passedOn = args.filter((arg) => !arg.startsWith('--host='))

if (args.includes('--help') || args.includes('-h') || args.includes('--version')) {
  process.stdout.write(`${args.includes('--version') ? text.version(VERSION) : text.help}\n`)
  process.exit(0)
}

if (isStale(root)) {
  printLine(text.building)
  const started = performance.now()
  if (!(await build(root))) {
    printLine(text.buildFailed)
    process.exit(1)
  }
  printLine(text.built(((performance.now() - started) / 1000).toFixed(1)))
}

const facts = {
  requested,
  runtime: findElectron(root),
  isRoot: process.getuid?.() === 0,
  hasDisplay: hasDisplay(process.platform, process.env),
}
let absence: Absence = 'absent'
if (shouldDownload({ ...facts, failedBefore: failedBefore(root), env: process.env })) {
  const progress = createProgressLine(process.stderr)
  const failure = await downloadElectron({
    root,
    cacheRoot: process.env['electron_config_cache'],
    isHere: () => findElectron(root) !== null,
    onStart: () => printLine(startTexts.downloading),
    onWait: () => printLine(startTexts.downloadingElsewhere),
    onProgress: progress.show,
  })
  progress.end()
  facts.runtime = findElectron(root)
  if (failure !== null) absence = failure
} else if (failedBefore(root)) absence = 'failed-before'
const choice = chooseHost({ ...facts, absence })
if (!choice) {
  printLine(text.badOption(`--host=${requested}`))
  process.exit(2)
}
printLine(choice.reason)

if (choice.host === 'web' || facts.runtime === null) await openWeb()
else openElectron(facts.runtime)

/** Runs the web host in this process: a second process could outlive this one. */
async function openWeb(): Promise<void> {
  const entry = join(root, 'out', 'main', 'web.js')
  process.argv = [process.execPath, entry, ...passedOn]
  await import(pathToFileURL(entry).href)
}

function openElectron(runtime: string): void {
  // If set, Electron runs as plain Node, without a window.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const started = performance.now()
  const child = spawn(runtime, [join(root, 'out', 'main', 'main.js'), ...passedOn], { stdio: 'inherit', env })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // Ctrl+C in the terminal reaches the child too, which exits cleanly. This process waits for it.
  process.on('SIGINT', () => undefined)
  const openWebInstead = () => {
    printLine(startTexts.web['cannot-run'])
    process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT')
    void openWeb()
  }
  child.once('error', openWebInstead)
  child.once('exit', (code, signal) => {
    if (cannotRun({ code, signal, ms: performance.now() - started })) openWebInstead()
    else process.exit(code ?? 1)
  })
}
