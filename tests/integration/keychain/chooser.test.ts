import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import {
  createKeychain,
  openKeychain,
  type KeychainDeps,
  type KeychainState,
} from '#electron/core/keychain/keychain.ts'
import type { Keytar } from '#electron/core/keychain/keytar-process.ts'
import { createSealedSecrets } from '#electron/core/keychain/sealed-secrets.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { quickDerive } from './quick-derive.ts'

const PASSPHRASE = 'diez letras'
let sealedPath: string
let states: string[]
let system: { kept: Map<string, string>; state: 'open' | 'locked' | 'gone'; loads: number }

async function load(): Promise<Keytar> {
  system.loads++
  const answer = () => {
    if (system.state === 'gone') throw new Error('no session bus')
  }
  return {
    async getPassword(_service, account) {
      answer()
      return system.state === 'open' ? (system.kept.get(account) ?? null) : null
    },
    async setPassword(_service, account, password) {
      answer()
      if (system.state === 'locked') throw new Error('a locked collection')
      system.kept.set(account, password)
    },
    async deletePassword(_service, account) {
      answer()
      return system.state === 'open' && system.kept.delete(account)
    },
    end: () => undefined,
  }
}
const deps = (more: Partial<KeychainDeps> = {}): KeychainDeps => ({
  load,
  sealedPath,
  derive: quickDerive,
  onState: ({ kind, state }: KeychainState) => states.push(`${kind} ${state}`),
  ...more,
})
const kept = () => Object.fromEntries(system.kept)

beforeEach(async () => {
  sealedPath = join(await temporaryDirectory(), 'secrets.sealed')
  states = []
  system = { kept: new Map(), state: 'open', loads: 0 }
})
afterAll(removeTemporaryDirectories)

describe('a PC with a keychain', () => {
  test('uses it, and neither a file nor the memory beside it', async () => {
    const keychain = await openKeychain(deps())
    expect(keychain.state).toEqual({ kind: 'system', state: 'ready' })
    await keychain.secrets.set('one/key', 'value')
    expect(kept()).toEqual({ 'one/key': 'value' })
    expect(keychain.secrets.persistent).toBe(true)
    await expect(keychain.createSealed(PASSPHRASE)).rejects.toMatchObject({ kind: 'exists' })
    await expect(keychain.useMemory()).rejects.toMatchObject({ kind: 'exists' })
    expect(await readdir(dirname(sealedPath))).toEqual([])
    await keychain.secrets.delete('one/key')
    expect(kept()).toEqual({})
  })

  test('is not touched before it is needed, and looked at by the first who needs it', async () => {
    const keychain = createKeychain(deps())
    expect(system.loads).toBe(0)
    expect(await keychain.secrets.get('key')).toBeNull()
    expect(keychain.state).toEqual({ kind: 'system', state: 'ready' })
    expect(states).toEqual(['system ready'])
  })

  test('locked, and unlocked by its owner: said at each turn, and never taken for an empty one', async () => {
    const keychain = await openKeychain(deps())
    await keychain.secrets.set('key', 'value')
    system.state = 'locked'
    expect(await keychain.secrets.get('key')).toBeNull()
    expect(keychain.state.state).toBe('ready')
    await expect(keychain.secrets.set('key', 'other')).rejects.toMatchObject({ kind: 'locked' })
    expect(await keychain.retry()).toMatchObject({ kind: 'system', state: 'locked' })
    expect(await keychain.secrets.get('key')).toBeNull()
    expect(keychain.state.state).toBe('locked')
    system.state = 'open'
    expect(await keychain.retry()).toEqual({ kind: 'system', state: 'ready' })
    expect(await keychain.secrets.get('key')).toBe('value')
    expect(states).toEqual(['system ready', 'system locked', 'system ready'])
  })

  test('that goes away in mid-session is said', async () => {
    const keychain = await openKeychain(deps())
    system.state = 'gone'
    await expect(keychain.secrets.get('key')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(keychain.state).toEqual({ kind: 'system', state: 'unavailable', detail: 'no session bus' })
    expect(await keychain.retry()).toMatchObject({ kind: 'absent', state: 'unavailable' })
    system.state = 'open'
    await keychain.secrets.set('key', 'value')
    expect(keychain.state).toEqual({ kind: 'system', state: 'ready' })
  })

  test('and a sealed file from before: the file, where its accounts are', async () => {
    const sealed = createSealedSecrets({ path: sealedPath, derive: quickDerive })
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    const keychain = await openKeychain(deps())
    expect(keychain.state).toEqual({ kind: 'sealed', state: 'locked' })
    expect(await keychain.secrets.get('key')).toBeNull()
    await keychain.unlock(PASSPHRASE)
    expect(await keychain.secrets.get('key')).toBe('value')
    expect(kept()).toEqual({})
  })
})

describe('a PC without one', () => {
  beforeEach(() => {
    system.state = 'gone'
  })

  test('says so with the reason, and makes nothing by itself', async () => {
    const keychain = await openKeychain(deps())
    expect(keychain.state).toEqual({ kind: 'absent', state: 'unavailable', detail: 'no session bus' })
    await expect(keychain.secrets.set('key', 'value')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await readdir(dirname(sealedPath))).toEqual([])
    const refused = await openKeychain({ sealedPath })
    expect(refused.state).toMatchObject({ kind: 'absent', state: 'unavailable' })
    await expect(refused.secrets.set('key', 'value')).rejects.toMatchObject({ kind: 'locked' })
  })

  test('keeps them in a sealed file at the word of its owner: made, locked, opened, changed', async () => {
    const keychain = await openKeychain(deps())
    await expect(keychain.createSealed('short')).rejects.toMatchObject({ kind: 'weak-passphrase' })
    expect(keychain.state.kind).toBe('absent')
    await keychain.createSealed(PASSPHRASE)
    await keychain.secrets.set('key', 'value')
    await keychain.lock()
    await expect(keychain.secrets.set('key', 'x')).rejects.toMatchObject({ kind: 'locked' })
    await expect(keychain.unlock('wrong wrong')).rejects.toMatchObject({ kind: 'wrong-passphrase' })
    await keychain.unlock(PASSPHRASE)
    await keychain.changePassphrase(PASSPHRASE, 'otra frase larga')
    expect(await keychain.secrets.get('key')).toBe('value')
    expect(await keychain.retry()).toEqual({ kind: 'sealed', state: 'ready' })
    expect(states).toEqual(['absent unavailable', 'sealed ready', 'sealed locked', 'sealed ready'])
  })

  test('a damaged sealed file is said, left as it is, and not replaced', async () => {
    await writeFile(sealedPath, 'rubbish')
    system.state = 'open'
    const keychain = await openKeychain(deps())
    expect(keychain.state).toMatchObject({ kind: 'sealed', state: 'damaged' })
    await expect(keychain.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'corrupt' })
    await expect(keychain.createSealed(PASSPHRASE)).rejects.toMatchObject({ kind: 'exists' })
    expect(await readFile(sealedPath, 'utf8')).toBe('rubbish')
  })

  test('protected after all, a session goes on with the keys it has', async () => {
    const keychain = await openKeychain(deps())
    await keychain.useMemory()
    await keychain.secrets.set('one/key', 'value')
    await keychain.createSealed(PASSPHRASE)
    expect(keychain.state).toEqual({ kind: 'sealed', state: 'ready' })
    expect(await keychain.secrets.get('one/key')).toBe('value')
    const later = await openKeychain(deps())
    await later.unlock(PASSPHRASE)
    expect(await later.secrets.get('one/key')).toBe('value')
  })

  test('keeps them in memory, which says that it keeps nothing', async () => {
    const keychain = await openKeychain(deps())
    await keychain.useMemory()
    expect(keychain.state).toEqual({ kind: 'memory', state: 'ready' })
    expect(keychain.secrets.persistent).toBe(false)
    await keychain.secrets.set('key', 'value')
    expect(await keychain.secrets.get('key')).toBe('value')
    await keychain.lock()
    expect(await keychain.retry()).toEqual({ kind: 'memory', state: 'ready' })
    expect(await (await openKeychain(deps({ load }))).secrets.get('key').catch(() => 'no keychain')).toBe(
      'no keychain',
    )
    expect(await readdir(dirname(sealedPath))).toEqual([])
    system.state = 'open'
    expect(await keychain.retry()).toEqual({ kind: 'system', state: 'ready' })
  })
})

describe('secrets as files, for the demonstration', () => {
  test('are kept, deleted, for the owner alone, and never outside their directory', async () => {
    const directory = join(dirname(sealedPath), 'demo')
    const secrets = createFileSecrets(directory)
    await secrets.set('store-key', 'value')
    await secrets.set('../../out', 'inside')
    expect(await secrets.get('store-key')).toBe('value')
    expect(await secrets.get('../../out')).toBe('inside')
    expect(await readdir(directory)).toHaveLength(2)
    expect((await stat(join(directory, 'store-key.secret'))).mode & 0o077).toBe(0)
    await secrets.delete('store-key')
    await secrets.delete('store-key')
    expect(await secrets.get('store-key')).toBeNull()
  })
})
