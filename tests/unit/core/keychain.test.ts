import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createKeytarSecrets, type KeytarSecretsOptions } from '#electron/core/keychain/keychain.ts'
import { KeychainError } from '#electron/core/keychain/keychain-error.ts'
import type { Keytar } from '#electron/core/keychain/keytar-process.ts'
import { createMemorySecrets, scopeSecrets } from '#electron/core/keychain/secret-store.ts'
import { probeKeychain } from '#electron/core/keychain/keychain.ts'

/** In-memory keychain whose connections and calls a test can replace. */
function fakeKeychain() {
  const kept = new Map<string, string>()
  const fake = {
    kept,
    loads: 0,
    ended: 0,
    calls: [] as string[],
    running: 0,
    mostAtOnce: 0,
    /** Replaces the work of a call; called with the number of its connection. */
    instead: (_call: string, _connection: number): Promise<unknown> | string | boolean | null | undefined =>
      undefined,
    async load(): Promise<Keytar> {
      const connection = ++fake.loads
      const gone = Promise.withResolvers<never>()
      gone.promise.catch(() => undefined)
      const call = async <T>(text: string, work: () => T): Promise<T> => {
        fake.calls.push(text)
        fake.mostAtOnce = Math.max(fake.mostAtOnce, ++fake.running)
        try {
          await Promise.race([sleep(1), gone.promise])
          const other = fake.instead(text, connection)
          return other === undefined
            ? work()
            : ((await Promise.race([Promise.resolve(other), gone.promise])) as T)
        } finally {
          fake.running--
        }
      }
      const key = (service: string, account: string) => `${service}/${account}`
      const keytar = {
        getPassword: (service: string, account: string) =>
          call(`get ${account}`, () => kept.get(key(service, account)) ?? null),
        setPassword: (service: string, account: string, password: string) =>
          call(`set ${account}`, () => void kept.set(key(service, account), password)),
        deletePassword: (service: string, account: string) =>
          call(`delete ${account}`, () => kept.delete(key(service, account))),
        findCredentials: () => {
          throw new Error('crashes on a locked item')
        },
        end: () => {
          fake.ended++
          // A killed process takes a moment to end.
          setTimeout(() => gone.reject(new Error('the process ended')), 5)
        },
      }
      return keytar
    },
  }
  return fake
}

const forever = () => new Promise(() => undefined)
const refused = (why = 'refused') => Promise.reject(new Error(why))

function setUp(options: Partial<KeytarSecretsOptions> = {}) {
  const fake = fakeKeychain()
  const secrets = createKeytarSecrets({ load: fake.load, limitMs: 60_000, idleMs: 10_000, ...options })
  return { fake, secrets }
}

describe("the system's keychain", () => {
  test('is not touched before it is needed, and let go of when it is not any more', async () => {
    const { fake, secrets } = setUp({ idleMs: 10 })
    expect(fake.loads).toBe(0)
    await secrets.set('key', 'value')
    expect(await secrets.get('key')).toBe('value')
    expect(fake).toMatchObject({ loads: 1, ended: 0 })
    await sleep(40)
    expect(fake.ended).toBe(1)
    expect(await secrets.get('key')).toBe('value')
    expect(fake.loads).toBe(2)
  })

  test('is asked one thing at a time, in the order of the asking', async () => {
    const { fake, secrets } = setUp()
    const values = await Promise.all([
      secrets.set('key', 'one'),
      secrets.get('key'),
      secrets.set('key', 'two'),
      secrets.get('key'),
    ])
    expect(values).toEqual([undefined, 'one', undefined, 'two'])
    expect(fake.mostAtOnce).toBe(1)
  })

  test('that cannot be loaded is unavailable, with the reason', async () => {
    const absent = createKeytarSecrets({ load: () => refused('libsecret-1.so.0: cannot open') })
    await expect(absent.get('key')).rejects.toMatchObject({
      kind: 'unavailable',
      detail: 'libsecret-1.so.0: cannot open',
    })
    const typed = createKeytarSecrets({
      load: () => Promise.reject(new KeychainError('unavailable', 'no libsecret')),
    })
    expect(await probeKeychain(typed)).toEqual({ state: 'unavailable', why: 'no libsecret' })
  })

  test('that refuses one thing and answers another is locked; that answers nothing is unavailable', async () => {
    const { fake, secrets } = setUp()
    fake.instead = (call) => (call.startsWith('set') ? refused() : undefined)
    await expect(secrets.set('key', 'value')).rejects.toMatchObject({ kind: 'locked' })
    // No second prompt for a refused call.
    expect(fake.calls.filter((call) => call === 'set key')).toHaveLength(1)
    fake.instead = () => refused()
    await expect(secrets.set('key', 'value')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('that was restarted is found again by a new connection, once', async () => {
    const { fake, secrets } = setUp()
    await secrets.set('key', 'value')
    fake.instead = (_call, connection) => (connection === 1 ? refused() : undefined)
    expect(await secrets.get('key')).toBe('value')
    expect(fake.loads).toBe(2)
    fake.instead = () => refused()
    await expect(secrets.get('key')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(fake.loads).toBe(3)
  })

  test('is not believed when it says that it kept something', async () => {
    const { fake, secrets } = setUp()
    fake.instead = (call) => (call === 'set key' ? null : undefined)
    await expect(secrets.set('key', 'value')).rejects.toMatchObject({ kind: 'locked' })
    fake.instead = (call) => (call === 'get key' ? 'val' : undefined)
    await expect(secrets.set('key', 'value')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('is not given what it would cut short', async () => {
    const { fake, secrets } = setUp()
    for (const value of ['', 'a\0b', 'a\uD800']) {
      await expect(secrets.set('key', value)).rejects.toMatchObject({ kind: 'invalid-secret' })
    }
    expect(fake.loads).toBe(0)
  })

  test('that removes nothing is asked whether it is locked, and then again', async () => {
    const { fake, secrets } = setUp()
    await secrets.delete('never')
    fake.instead = (call) =>
      call === 'delete key' ? false : call.startsWith('set probe') ? refused() : undefined
    await expect(secrets.delete('key')).rejects.toMatchObject({ kind: 'locked' })
    fake.kept.set('Ventanilla/key', 'value')
    let unlocked = false
    fake.instead = (call) => {
      if (call.startsWith('set probe')) unlocked = true
      return call === 'delete key' && !unlocked ? false : undefined
    }
    await secrets.delete('key')
    expect([...fake.kept]).toEqual([])
  })

  test('a probe that fails says why, and takes back what it may have left', async () => {
    const { fake, secrets } = setUp({ limitMs: 1_000 })
    fake.instead = (call) => (call.startsWith('get probe') ? 'something else' : undefined)
    expect(await probeKeychain(secrets)).toMatchObject({ state: 'unavailable' })
    await secrets.get('key')
    expect(fake.kept.size).toBe(0)
    fake.instead = (call) => (call.startsWith('set') ? forever() : undefined)
    expect(await probeKeychain(secrets)).toMatchObject({ state: 'locked' })
  })

  test('no error of it holds the secret', async () => {
    const { fake, secrets } = setUp()
    fake.instead = (call) => (call.startsWith('set') ? refused('cannot store sk_live_1 for you') : undefined)
    const error = await secrets.set('key', 'sk_live_1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(KeychainError)
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain('sk_live_1')
    expect((error as KeychainError).detail).toBe('cannot store … for you')
  })
})

describe('a question that nobody answers', () => {
  test('ends at the limit, for those that wait behind it too, and not for those that come after', async () => {
    // Long enough for an answer of 20 ms on a busy machine.
    const { fake, secrets } = setUp({ limitMs: 1_000 })
    fake.instead = (_call, connection) => (connection === 1 ? forever() : undefined)
    const before = await Promise.allSettled([
      secrets.get('one'),
      secrets.get('two'),
      secrets.set('three', 'x'),
    ])
    for (const outcome of before) expect(outcome).toMatchObject({ reason: { kind: 'timeout' } })
    expect(fake.calls).toEqual(['get one'])
    expect(fake.ended).toBe(1)
    // The first connection reports its end while the second one is working.
    fake.instead = () => sleep(20).then(() => 'value')
    expect(await secrets.get('key')).toBe('value')
    expect(fake).toMatchObject({ loads: 2, ended: 1 })
  })

  test('is as long in the loading', async () => {
    const slow = Promise.withResolvers<Keytar>()
    const { fake } = setUp()
    const secrets = createKeytarSecrets({ load: () => slow.promise, limitMs: 20 })
    await expect(secrets.get('key')).rejects.toMatchObject({ kind: 'timeout' })
    slow.resolve(await fake.load())
    await sleep(5)
    expect(fake).toMatchObject({ ended: 1, calls: [] })
  })

  test('is given up when we close, and nothing is started again for it', async () => {
    const { fake, secrets } = setUp({ limitMs: 5_000 })
    await secrets.get('key')
    fake.instead = forever
    const outcomes = Promise.allSettled([secrets.get('key'), secrets.get('key')])
    await sleep(10)
    secrets.close()
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { kind: 'unavailable' } })
    expect(fake).toMatchObject({ loads: 1, ended: 1 })
  })
})

describe('a scope', () => {
  test("sees its own secrets and no other's", async () => {
    const store = createMemorySecrets()
    const [one, two] = [scopeSecrets(store, 'one'), scopeSecrets(store, 'two')]
    await one.set('key', 'a')
    await two.set('key', 'b')
    expect([await one.get('key'), await two.get('key'), await store.get('one/key')]).toEqual(['a', 'b', 'a'])
    await one.delete('key')
    expect([await one.get('key'), await two.get('key')]).toEqual([null, 'b'])
    expect(one.persistent).toBe(false)
  })

  test('cannot be left by a name', async () => {
    const store = createMemorySecrets()
    for (const name of ['', '../two', 'a/b', 'a\0']) {
      expect(() => scopeSecrets(store, name)).toThrow(TypeError)
      await expect(scopeSecrets(store, 'one').get(name)).rejects.toThrow(TypeError)
      await expect(scopeSecrets(store, 'one').set(name, 'x')).rejects.toThrow(TypeError)
      await expect(scopeSecrets(store, 'one').delete(name)).rejects.toThrow(TypeError)
    }
  })
})
