import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKeychain } from '#electron/core/keychain/keychain.ts'
import { forkKeytarChild, loadKeytarFrom } from '#electron/core/keychain/keytar-process.ts'
import {
  createKeytarSecrets,
  type KeytarSecretsOptions,
  type SystemSecrets,
} from '#electron/core/keychain/keychain.ts'
import { probeKeychain } from '#electron/core/keychain/keychain.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { ensureKeyring } from '#tests/system.ts'
import { keytarChildSource } from './keytar-child-source.ts'
import { startKeyringSession, type KeyringSession } from './keyring-session.ts'

const whyNot = await ensureKeyring()
if (whyNot !== null) console.warn(`keyring: skipped, no real keyring here: ${whyNot}`)

const made: SystemSecrets[] = []
const secretsIn = (env: NodeJS.ProcessEnv, options: Partial<KeytarSecretsOptions> = {}) => {
  const secrets = createKeytarSecrets({
    load: loadKeytarFrom(() => forkKeytarChild(keytarChildSource, env)),
    limitMs: 10_000,
    ...options,
  })
  made.push(secrets)
  return secrets
}
afterEach(() => made.splice(0).forEach((secrets) => secrets.close()))
afterAll(removeTemporaryDirectories)

describe.skipIf(whyNot !== null)('a real keyring', () => {
  let session: KeyringSession
  let secrets: SystemSecrets
  beforeEach(async () => {
    session = await startKeyringSession()
    secrets = secretsIn(session.env)
  })
  afterEach(() => session.stop())

  test('keeps, replaces and gives back, also to another process', async () => {
    await secrets.set('store-key', 'ab'.repeat(32))
    expect(await secrets.get('store-key')).toBe('ab'.repeat(32))
    await secrets.set('store-key', 'contraseña 🔑 "x" \n\t')
    expect(await secretsIn(session.env).get('store-key')).toBe('contraseña 🔑 "x" \n\t')
    expect(await session.count('Ventanilla')).toBe(1)
  })

  test('does not confuse names nor services', async () => {
    await secrets.set('one/key', 'a')
    await secrets.set('two/key', 'b')
    await secretsIn(session.env, { service: 'Otra' }).set('one/key', 'c')
    expect(await secrets.get('one/key')).toBe('a')
    expect(await secrets.get('two/key')).toBe('b')
  })

  test('never stored is null; deleted is null, and deleting it again is no mistake', async () => {
    expect(await secrets.get('store-key')).toBeNull()
    await secrets.set('store-key', 'value')
    await secrets.delete('store-key')
    expect(await secrets.get('store-key')).toBeNull()
    await secrets.delete('store-key')
    expect(await session.count('Ventanilla')).toBe(0)
  })

  test('a probe says available, and leaves nothing behind', async () => {
    expect(await probeKeychain(secrets)).toEqual({ state: 'available' })
    expect(await session.count('Ventanilla')).toBe(0)
  })

  test('locked in mid-session answers as if it were empty, and says so when something is to change', async () => {
    await secrets.set('store-key', 'value')
    await session.lock()
    expect(await secrets.get('store-key')).toBeNull()
    expect(await secrets.get('never stored')).toBeNull()
    await expect(secrets.set('store-key', 'other')).rejects.toMatchObject({ kind: 'locked' })
    await expect(secrets.set('new', 'other')).rejects.toMatchObject({ kind: 'locked' })
    await expect(secrets.delete('store-key')).rejects.toMatchObject({ kind: 'locked' })
    expect(await probeKeychain(secrets)).toMatchObject({ state: 'locked' })
    expect(await session.count('Ventanilla')).toBe(1)
    await session.unlock()
    expect(await secrets.get('store-key')).toBe('value')
    expect(await secrets.get('new')).toBeNull()
  })

  test('locked from the start is the same', async () => {
    await secrets.set('store-key', 'value')
    secrets.close()
    await session.killKeyring()
    expect(await secretsIn(session.env).get('store-key')).toBeNull()
    expect(await probeKeychain(secretsIn(session.env))).toMatchObject({ state: 'locked' })
  })

  test('a keyring that is killed harms nobody, and is found again when it is back', async () => {
    await secrets.set('store-key', 'value')
    await session.killKeyring()
    expect(await secrets.get('store-key')).toBeNull()
    await session.killKeyring()
    await expect(secrets.set('store-key', 'other')).rejects.toMatchObject({ kind: 'locked' })
    await session.unlock()
    expect(await secrets.get('store-key')).toBe('value')
    await secrets.set('store-key', 'other')
    expect(await secrets.get('store-key')).toBe('other')
  })

  test('a question that nobody answers ends at the limit, with those that wait behind it', async () => {
    await secrets.set('store-key', 'value')
    await session.neverAnswerPrompts()
    await session.lock()
    const asking = secretsIn(session.env, { limitMs: 2_000 })
    const started = performance.now()
    const calls = Array.from({ length: 6 }, () => asking.get('store-key'))
    const outcomes = await Promise.allSettled(calls)
    // In series they would take twelve.
    expect(performance.now() - started).toBeLessThan(10_000)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: 'timeout' } })
    expect(await probeKeychain(asking)).toMatchObject({ state: 'locked' })
    await session.unlock()
    // With these limits a busy keyring may answer late once more.
    await expect.poll(() => asking.get('store-key').catch(() => null)).toBe('value')
  })

  test('a question that nobody answers keeps neither the threads of the core nor its exit', async () => {
    await secrets.set('store-key', 'value')
    await session.neverAnswerPrompts()
    await session.lock()
    const child = fork(fileURLToPath(new URL('exit-while-asking.ts', import.meta.url)), [], {
      env: session.env,
      execArgv: [],
    })
    await session.asked()
    const asker = Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'))
    expect(asker).toBeGreaterThan(1)
    const started = performance.now()
    child.send('leave')
    expect((await once(child, 'exit'))[0]).toBe(7)
    while (existsSync(`/proc/${asker}`)) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('one that is there and frozen is a timeout', async () => {
    await secrets.set('store-key', 'value')
    await session.freezeKeyring()
    const waiting = secretsIn(session.env, { limitMs: 1_000 })
    await expect(waiting.get('store-key')).rejects.toMatchObject({ kind: 'timeout' })
    await expect(waiting.set('store-key', 'x')).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('a session bus that ends in mid-session is no keychain, and not our end', async () => {
    await secrets.set('store-key', 'value')
    await session.killBus()
    await expect(secrets.get('store-key')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await probeKeychain(secrets)).toMatchObject({ state: 'unavailable' })
  })

  test('the chooser follows it: ready, locked, ready', async () => {
    const states: unknown[] = []
    const keychain = await openKeychain({
      load: loadKeytarFrom(() => forkKeytarChild(keytarChildSource, session.env)),
      sealedPath: join(await temporaryDirectory(), 'secrets'),
      onState: ({ kind, state }) => states.push(`${kind} ${state}`),
    })
    await keychain.secrets.set('store-key', 'value')
    await session.lock()
    expect(await keychain.secrets.get('store-key')).toBeNull()
    await expect(keychain.secrets.set('store-key', 'x')).rejects.toMatchObject({ kind: 'locked' })
    await session.unlock()
    expect(await keychain.secrets.get('store-key')).toBe('value')
    expect(states).toEqual(['system ready', 'system locked', 'system ready'])
    keychain.close()
  })
})

describe.skipIf(process.platform !== 'linux')('no keychain at all', () => {
  const noSession = async () => {
    const home = await temporaryDirectory()
    const runtime = join(home, 'runtime')
    await mkdir(runtime, { mode: 0o700 })
    return { home, env: { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: runtime } }
  }

  test('no session bus: unavailable, with the reason', async () => {
    const { env } = await noSession()
    const secrets = secretsIn(env)
    await expect(secrets.get('store-key')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(secrets.set('store-key', 'value')).rejects.toMatchObject({ kind: 'unavailable' })
    const probe = await probeKeychain(secrets)
    expect(probe).toMatchObject({ state: 'unavailable', why: expect.stringMatching(/D-?Bus|libsecret/i) })
  })

  test('no libsecret: unavailable, and it is named', async () => {
    const { home, env } = await noSession()
    // An empty file of that name, found first, counts as none.
    await writeFile(join(home, 'libsecret-1.so.0'), '')
    const secrets = secretsIn({ ...env, LD_LIBRARY_PATH: home })
    expect(await probeKeychain(secrets)).toMatchObject({
      state: 'unavailable',
      why: expect.stringContaining('libsecret-1.so.0'),
    })
  })
})
