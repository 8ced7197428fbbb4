import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { terminalTexts } from '#shared/text/hosts.ts'
import { fetchNodePackage } from '../../build/packages/node-distributions.ts'

/** The oldest npm that `engines` of package.json allows. */
const OLDEST_NPM = {
  name: 'npm',
  version: '9.2.0',
  integrity:
    'sha512-oypVdaWGHDuV79RXLvp+B9gh6gDyAmoHKrQ0/JBYTWWx5D8/+AAxFdZC84fSIiyDdyW4qfrSyYGKhekxDOaMXQ==',
}
const INSTALL_MS = 1_200_000
const FULL = process.env['FULL'] === '1'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string
  engines: { npm: string }
  config: { oldestNode: string }
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<
    string,
    { version?: string; name?: string; dev?: boolean; integrity?: string; resolved?: string; link?: boolean }
  >
}
/** Directory of this platform's Node in the lockfile, if there is one. */
const bundled = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const why =
  process.platform === 'win32'
    ? 'its PATH is made of links'
    : bundled in lock.packages
      ? null
      : 'the lockfile has no Node for this platform'
if (why !== null) process.stdout.write(`skipped: npm ci with the oldest npm: ${why}\n`)

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ventanilla-install-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

interface Ended {
  code: number
  output: string
}
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd = directory) =>
  new Promise<Ended>((resolve) => {
    execFile(program, [...args], { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    )
  })

test('every package of the lockfile has its hash and no address', () => {
  // The others are this project and its workspace.
  const published = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  )
  const wrong = published.filter(([, { integrity, resolved }]) => !integrity || resolved)
  expect(wrong.map(([path]) => path)).toEqual([])
  expect(Object.keys(lock.packages).length - published.length).toBe(3)
})

test('the bundles have no package that they would lack without the tools', () => {
  const file = 'out/renderer/licences/sbom-electron.cdx.json'
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: { purl?: string }[] }
  const shipped = components.flatMap(({ purl }) => /^pkg:npm\/(.+@.+)$/.exec(purl ?? '')?.[1] ?? [])
  const dependencies = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
  const others = shipped.map(decodeURIComponent).filter((one) => !dependencies.includes(one))
  // The host, and helpers that the bundler writes. They are at the root.
  const known = ['electron', 'electron-vite', 'rolldown', 'vite']
  expect(others.map((one) => one.replace(/@[^@]+$/, ''))).toEqual(known)
})

describe.skipIf(why !== null)('on a machine without Python and compilers', () => {
  /** npm's own configuration of this machine, without what an outer `npm test` adds. */
  const inherited = Object.entries(process.env).filter(([name]) =>
    /^(HOME|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(cache|cafile|registry|userconfig))$/i.test(
      name,
    ),
  )
  let env: NodeJS.ProcessEnv
  let npm: string
  let installed: Ended
  const project = () => join(directory, 'project')
  const bundledNode = () => join(project(), bundled, 'bin', 'node')
  const linked = () => join(project(), 'node_modules', '.bin', 'node')
  const scripts = () => join(directory, 'scripts')

  beforeAll(async () => {
    const programs = join(directory, 'programs')
    for (const path of [programs, project(), join(project(), 'build')]) mkdirSync(path)
    await symlink(process.execPath, join(programs, 'node'))
    await symlink('/bin/sh', join(programs, 'sh'))
    env = { ...Object.fromEntries(inherited), PATH: programs }
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'build/with-node.js'])
      copyFileSync(file, join(project(), file))
    // In the place of the shell that runs install scripts: it writes down each, and refuses.
    const shell = join(directory, 'shell')
    await writeFile(shell, `#!/bin/sh\necho "$*" >> '${scripts()}'\nexit 1\n`)
    chmodSync(shell, 0o755)
    await run(
      'tar',
      ['-xzf', await fetchNodePackage(OLDEST_NPM, join(process.cwd(), 'out', 'node'))],
      process.env,
    )
    npm = join(directory, 'package', 'bin', 'npm-cli.js')
    const options = ['--prefer-offline', '--no-audit', `--script-shell=${shell}`]
    installed = await run(
      process.execPath,
      // The whole takes 800 MB: in `npm test`, what ships and Node.
      [npm, 'ci', ...options, ...(FULL ? [] : ['--omit=dev'])],
      env,
      project(),
    )
  }, INSTALL_MS)

  test('the oldest npm is the one that package.json asks for', () => {
    expect(`${manifest.engines.npm}.0`).toBe(`>=${OLDEST_NPM.version}`)
  })

  test('it installs everything, runs no script and warns of nothing', () => {
    expect(installed).toMatchObject({ code: 0 })
    expect(installed.output.trim()).toMatch(/^added \d+ packages in \w+$/)
    expect(existsSync(scripts()) ? readFileSync(scripts(), 'utf8') : '').toBe('')
  })

  test('it leaves out the tools of packages and of the bench', () => {
    for (const name of ['electron-builder', 'addons-linter', 'autocannon'])
      expect([name, existsSync(join(project(), 'node_modules', name))]).toEqual([name, false])
  })

  test('the compiled parts load on the Node that it installs', async () => {
    const program = `
      const Database = require('better-sqlite3-multiple-ciphers')
      const { sum } = new Database(':memory:').prepare('SELECT 20 + 2 AS sum').get()
      console.log(sum, typeof require('keytar').getPassword)`
    expect(await run(bundledNode(), ['-e', program], env, project())).toEqual({
      code: 0,
      output: '22 function\n',
    })
  })

  const PROGRAM = 'program.mjs'
  /** Runs a program as the scripts of package.json do, on the Node of the PATH. */
  async function start(args: string[] = [], code?: string): Promise<Ended> {
    const source = 'console.log(process.execPath, process.execArgv.join(), process.argv.slice(2).join())'
    await writeFile(join(project(), PROGRAM), code ?? source)
    return run('node', ['--no-sparkplug', 'build/with-node.js', PROGRAM, ...args], env, project())
  }

  test('the scripts run on it with their options, and link it where npm did not', async () => {
    rmSync(linked(), { force: true })
    const expected = { code: 0, output: `${bundledNode()} --no-sparkplug --port=1\n` }
    expect(await start(['--port=1'])).toEqual(expected)
    expect(readlinkSync(linked())).toBe(join('..', bundled.replace('node_modules/', ''), 'bin', 'node'))
    expect(await start(['--port=1'])).toEqual(expected)
    expect(await run(linked(), ['build/with-node.js', PROGRAM, '1'], env, project())).toMatchObject({
      output: `${bundledNode()}  1\n`,
    })
  })

  test('programs that a script starts by name get it too, and its exit code is the script’s', async () => {
    const code = `
      import { execFileSync } from 'node:child_process'
      console.log(String(execFileSync('node', ['-p', 'process.execPath'])).trim())
      process.exit(3)`
    expect(await start([], code)).toEqual({ code: 3, output: `${bundledNode()}\n` })
  })

  test('without it they run on the machine’s own Node, or say what to install', async () => {
    rmSync(join(project(), bundled), { recursive: true })
    expect(await start(['1'])).toEqual({ code: 0, output: `${process.execPath} --no-sparkplug 1\n` })
    const { oldestNode } = manifest.config
    const text = readFileSync('package.json', 'utf8').replace(
      `"oldestNode": "${oldestNode}"`,
      '"oldestNode": "99.1.0"',
    )
    await writeFile(join(project(), 'package.json'), text)
    const { code, output } = await start()
    expect(code).toBe(1)
    expect(output).toMatch(/^Ventanilla needs Node 99\.1\.0 or newer .* install Node 24 .*\.\n$/)
  })
})

describe('on a Node that is too old', () => {
  const OLD = '20.20.2'
  const { oldestNode } = manifest.config
  const english = (name: string) =>
    `${name}: Node ${oldestNode} or newer is needed, and this is Node ${OLD}: install Node 24 and start again`
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${OLD}' } })`

  test.for([
    ['relay', english('relay')],
    ['service', english('service')],
    ['web', terminalTexts.oldNode(oldestNode, OLD)],
  ] as const)('%s says so in one line, before anything is loaded', async ([name, line]) => {
    const args = [
      `--import=data:text/javascript,${encodeURIComponent(pretend)}`,
      `out/main/${name}.js`,
      '--help',
    ]
    // A service manager does not try again after this code.
    expect(await run(process.execPath, args, process.env, process.cwd())).toEqual({
      code: 2,
      output: `${line}\n`,
    })
  })
})

describe('a command line', () => {
  const started = (name: string, option: string) =>
    run(process.execPath, [`out/main/${name}.js`, option], process.env, process.cwd())

  test.for([
    ['web', 'Ventanilla'],
    ['relay', 'ventanilla-relay'],
    ['service', 'ventanilla-service'],
  ] as const)('%s says its options and its version, and ends well', async ([name, product]) => {
    expect(await started(name, '--version')).toEqual({ code: 0, output: `${product} ${manifest.version}\n` })
    const help = await started(name, '--help')
    expect(help.code).toBe(0)
    for (const option of ['--data-dir=', '--port=', '--version']) expect(help.output).toContain(option)
  })

  test.for([
    ['web', terminalTexts.badOption('--prot')],
    ['relay', 'relay: there is no option --prot: --help lists them'],
    ['service', 'service: there is no option --prot: --help lists them'],
  ] as const)('%s does not start with an option that it does not know', async ([name, line]) => {
    expect(await started(name, '--prot=1')).toEqual({ code: 2, output: `${line}\n` })
  })
})
