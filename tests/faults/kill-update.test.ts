import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StartFinding } from '#electron/core/features/updates/installation.ts'
import { installVersion, publish, SIGNING_KEY } from '#tests/fakes/installed-versions.ts'
import { startUpdateServer, type UpdateServerFixture } from '#tests/fakes/update-server.ts'
import { ROUNDS } from './rounds.ts'

const entry = fileURLToPath(new URL('../../out/tests/update-process.js', import.meta.url))
let web: UpdateServerFixture
let template: string
const made: string[] = []

beforeAll(async () => {
  web = await startUpdateServer()
  await publish(web, '1.2.0')
  template = await installVersion('1.1.0')
  made.push(template)
})
afterAll(async () => {
  await web.close()
  await Promise.all(made.map((path) => rm(path, { recursive: true, force: true })))
})

interface Start {
  installDir: string
  version: string
  undone?: string
  looks?: boolean
  step?: number
}

/** @returns `null` if it was killed */
function start({ installDir, version, undone = '', looks = false, step = 0 }: Start) {
  const args = [entry, installDir, version, undone, looks ? web.url : '', SIGNING_KEY.publicKey, String(step)]
  return new Promise<{ found: StartFinding; steps: number } | null>((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as never)
      else if (error.signal === 'SIGKILL') resolve(null)
      else reject(new Error(stderr))
    })
  })
}

async function installation(): Promise<string> {
  const installDir = await mkdtemp(join(tmpdir(), 'ventanilla-killed-'))
  made.push(installDir)
  await cp(template, installDir, { recursive: true })
  return installDir
}

/** Version that the launcher starts, all of whose files are there. */
async function startable(installDir: string): Promise<string> {
  const version = (await readFile(join(installDir, 'current'), 'utf8')).trim()
  const directory = join(installDir, 'versions', version)
  expect(await readFile(join(directory, 'node'), 'utf8')).toContain(version)
  expect(await readFile(join(directory, 'out/main/web.js'), 'utf8')).toHaveLength(5_000 + version.length + 4)
  expect(JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))).toEqual({ version })
  return version
}

/** Starts as the launcher does, until a version stays. */
async function startLikeTheLauncher(installDir: string, looks: boolean): Promise<string> {
  for (let starts = 0; starts < 5; starts++) {
    const version = await startable(installDir)
    const tried = await readFile(join(installDir, 'trial'), 'utf8').then(
      (text) => text.trim(),
      () => version,
    )
    const undone = tried === version ? '' : tried
    if (undone !== '') await rm(join(installDir, 'trial'), { force: true })
    const done = await start({ installDir, version, undone, looks: looks && version === '1.1.0' })
    if (done?.found.do === 'start' && (await startable(installDir)) === version) return version
  }
  throw new Error('it starts again and again')
}

/** Steps that are tried in this run: all of them with `npm run test:full`. */
const some = (steps: number): number[] =>
  Array.from({ length: steps }, (_, index) => index + 1).filter(
    (step) => ROUNDS > 2 || step % 3 === 1 || step > steps - 14,
  )

test('killed at any change of the disk, while it is fetched or put in place, a version starts', async () => {
  const whole = await start({ installDir: await installation(), version: '1.1.0', looks: true })
  expect(whole?.steps).toBeGreaterThan(20)
  await inPairs(some(whole?.steps ?? 0), async (step) => {
    const installDir = await installation()
    expect(await start({ installDir, version: '1.1.0', looks: true, step }), `step ${step}`).toBeNull()
    await startable(installDir)
    expect(await startLikeTheLauncher(installDir, true), `after step ${step}`).toBe('1.2.0')
    // Nothing half is left, and the version before is kept.
    expect((await readdir(join(installDir, 'versions'))).toSorted()).toEqual(['1.1.0', '1.2.0'])
    expect((await readFile(join(installDir, 'previous'), 'utf8')).trim()).toBe('1.1.0')
  })
})

test('killed at any change of the disk of the start that puts it in place, the new version starts', async () => {
  const ready = await installation()
  await start({ installDir: ready, version: '1.1.0', looks: true })
  for (const [name, text] of [
    ['current', '1.1.0'],
    ['next', '1.2.0'],
  ] as const)
    await import('node:fs/promises').then((fs) => fs.writeFile(join(ready, name), `${text}\n`))
  for (const name of ['trial', 'previous']) await rm(join(ready, name), { force: true })
  const copy = async () => {
    const installDir = await mkdtemp(join(tmpdir(), 'ventanilla-killed-'))
    made.push(installDir)
    await cp(ready, installDir, { recursive: true })
    return installDir
  }
  const whole = await start({ installDir: await copy(), version: '1.1.0' })
  expect(whole?.found).toEqual({ do: 'restart', version: '1.2.0' })
  await inPairs(some(whole?.steps ?? 0), async (step) => {
    const installDir = await copy()
    expect(await start({ installDir, version: '1.1.0', step })).toBeNull()
    expect(await startLikeTheLauncher(installDir, false), `after step ${step}`).toBe('1.2.0')
  })
})

async function inPairs(steps: number[], run: (step: number) => Promise<void>): Promise<void> {
  const left = steps.values()
  const work = async () => {
    for (const step of left) await run(step)
  }
  await Promise.all([work(), work()])
}
