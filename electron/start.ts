import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { terminalTexts as text } from '#shared/text/web-pages.ts'
import { build, isStale } from './build-if-stale.ts'
import { chooseHost } from './choose-host.ts'

/** `npm start`: builds what is stale, chooses the host and says why, and hands everything else on to it. */
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

const choice = chooseHost({
  requested,
  hasRuntime: existsSync(join(root, 'node_modules', 'electron', 'path.txt')),
  hasShell: existsSync(join(root, 'out', 'main', 'main.js')),
})
if (!choice) {
  say(text.badOption(`--host=${requested}`))
  process.exit(2)
}
say(choice.reason)

const entry = join(root, 'out', 'main', choice.host === 'electron' ? 'main.js' : 'web.js')
if (choice.host === 'electron') {
  const child = spawn(join(root, 'node_modules', '.bin', 'electron'), [entry, ...passedOn], {
    stdio: 'inherit',
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('exit', (code) => process.exit(code ?? 1))
} else {
  // In this very process: one less to outlive the other.
  process.argv = [process.execPath, entry, ...passedOn]
  await import(pathToFileURL(entry).href)
}
