import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Runs a program of this project on its Node: `node build/with-node.js FILE [ARGUMENTS]`. The scripts of package.json
 * start with it. It is JavaScript that any Node since 14.8 understands, because the Node that comes with npm may be old.
 *
 * Linux and 64-bit Windows have a locked Node in `node_modules`. npm 11 links this Node as `node_modules/.bin/node`,
 * and puts the link first on the PATH. Then this file already runs on the locked Node, and runs the program in the same
 * process. npm 10 deletes the link together with the packages of the other platforms. Then the program runs in a child
 * process, and this file restores the link. On other systems the program runs on the machine's own Node.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { oldestNode } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).config
const [file = '', ...args] = process.argv.slice(2)

const platform = process.platform === 'win32' ? 'win' : process.platform
const inModules = join(`node-${platform}-${process.arch}`, 'bin', platform === 'win' ? 'node.exe' : 'node')
const bundled = join(root, 'node_modules', inModules)

/** Compares two versions of Node by their first two numbers. */
function isAtLeast(version, oldest) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

async function runHere() {
  if (!isAtLeast(process.versions.node, oldestNode)) {
    process.stderr.write(
      `Ventanilla needs Node ${oldestNode} or newer on this machine, and this is Node ${process.versions.node}: install Node 24 from https://nodejs.org, and run the same command again.\n`,
    )
    process.exit(1)
  }
  process.argv.splice(1, 2, resolve(file))
  await import(pathToFileURL(resolve(file)).href)
}

function runBundled() {
  if (platform !== 'win') {
    try {
      symlinkSync(join('..', inModules), join(root, 'node_modules', '.bin', 'node'))
    } catch {
      // The link is there, or node_modules belongs to somebody else: the PATH below is enough.
    }
  }
  // Programs that the child starts by the name `node` get the same Node.
  process.env.PATH = `${dirname(bundled)}${delimiter}${process.env.PATH || ''}`
  const child = spawn(bundled, [...process.execArgv, file, ...args], { stdio: 'inherit' })
  // The terminal sends Ctrl+C to the child too. This process waits for the child.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code === null ? 1 : code))
  // A system without glibc cannot start this Node.
  child.once('error', () => void runHere())
}

if (!existsSync(bundled) || realpathSync(bundled) === process.execPath) await runHere()
else runBundled()
