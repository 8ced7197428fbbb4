import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { terminalTexts as text } from '#shared/text/web-pages.ts'
import { build, isStale } from './build-if-stale.ts'
import { chooseHost, findElectron, hasDisplay } from './choose-host.ts'

/** `npm start`: builds if stale, chooses the host and says why, and passes everything else on to it. */
const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => void process.stderr.write(`${line}\n`)

const args = process.argv.slice(2)
const requested = args.find((arg) => arg.startsWith('--host='))?.slice('--host='.length)
const passedOn = args.filter((arg) => !arg.startsWith('--host='))

if (isStale(root)) {
  say(text.building)
  const started = performance.now()
  if (!(await build(root))) {
    say(text.buildFailed)
    process.exit(1)
  }
  say(text.built(((performance.now() - started) / 1000).toFixed(1)))
}

let runtime = findElectron(root)
let downloadFailed = false
if (runtime === null && requested === 'electron') {
  // A hundred megabytes: only when the window was requested by name.
  spawnSync(process.execPath, [join(root, 'node_modules', 'electron', 'install.js')], {
    stdio: ['ignore', 2, 2],
  })
  runtime = findElectron(root)
  downloadFailed = runtime === null
}
const choice = chooseHost({
  requested,
  runtime,
  downloadFailed,
  isRoot: process.getuid?.() === 0,
  hasDisplay: hasDisplay(process.platform, process.env),
})
if (!choice) {
  say(text.badOption(`--host=${requested}`))
  process.exit(2)
}
say(choice.reason)

if (choice.host === 'electron' && runtime !== null) {
  // If set, Electron runs as plain Node, without a window.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const child = spawn(runtime, [join(root, 'out', 'main', 'main.js'), ...passedOn], { stdio: 'inherit', env })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // The terminal's Ctrl+C reaches the child too, which exits cleanly; this process waits for it.
  process.on('SIGINT', () => undefined)
  child.once('error', (error) => {
    say(text.cannotStart(error.message))
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
} else {
  // In this very process: a second one could outlive the other.
  const entry = join(root, 'out', 'main', 'web.js')
  process.argv = [process.execPath, entry, ...passedOn]
  await import(pathToFileURL(entry).href)
}
