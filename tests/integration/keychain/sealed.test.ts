import { fork } from 'node:child_process'
import { createDecipheriv, createHash, hkdfSync, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createSealedSecrets,
  type SealedSecrets,
  type SealedFile,
} from '#electron/core/keychain/sealed-secrets.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { quickDerive } from './quick-derive.ts'

const PASSPHRASE = 'diez letras'
let path: string
let sealed: SealedSecrets
const another = () => createSealedSecrets({ path, derive: quickDerive })
const body = (text: string) => JSON.parse(text.split('\n')[0]!) as SealedFile
const sumUp = (text: string) => `${text}\n${createHash('sha256').update(text).digest('hex')}\n`

beforeEach(async () => {
  path = join(await temporaryDirectory(), 'deep', 'secrets.sealed')
  sealed = another()
})
afterAll(removeTemporaryDirectories)

describe('a sealed file', () => {
  test('is absent, made open, sealed again, and opened', async () => {
    expect(await sealed.status()).toBe('absent')
    await expect(sealed.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'unavailable' })
    await sealed.create(PASSPHRASE)
    expect(await sealed.status()).toBe('open')
    await sealed.set('one/key', 'value')
    await sealed.lock()
    expect(await sealed.status()).toBe('sealed')
    await sealed.unlock(PASSPHRASE)
    expect(await sealed.get('one/key')).toBe('value')
    const later = another()
    expect(await later.status()).toBe('sealed')
    await later.unlock(PASSPHRASE)
    expect(await later.get('one/key')).toBe('value')
    expect(await later.get('never')).toBeNull()
    await later.delete('one/key')
    await later.delete('one/key')
    await later.lock()
    await later.unlock(PASSPHRASE)
    expect(await later.get('one/key')).toBeNull()
  })

  test('while it is sealed answers as every locked keychain: null, and no to a change', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    await sealed.lock()
    const before = await readFile(path)
    expect(await sealed.get('key')).toBeNull()
    await expect(sealed.set('key', 'x')).rejects.toMatchObject({ kind: 'locked' })
    await expect(sealed.delete('key')).rejects.toMatchObject({ kind: 'locked' })
    expect(await readFile(path)).toEqual(before)
  })

  test('is for its owner alone, and shows nothing of what is in it', async () => {
    await sealed.create(PASSPHRASE)
    // A leftover temporary file that everyone may read.
    await writeFile(`${path}.new`, 'old')
    await chmod(`${path}.new`, 0o666)
    await sealed.set('account-7', 'sk_live_secret')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(path, '..'))).mode & 0o077).toBe(0)
    const text = await readFile(path, 'utf8')
    for (const part of ['account-7', 'sk_live', PASSPHRASE]) expect(text).not.toContain(part)
    expect(await readdir(join(path, '..'))).toEqual(['secrets.sealed'])
  })

  test('keeps any secrets under any passphrase', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    const passphrase = fc
      .string({ unit: 'binary', minLength: 10, maxLength: 30 })
      .filter((candidate) => [...candidate.normalize('NFKC')].length >= 10)
    const entries = fc.array(fc.tuple(fc.oneof(text, fc.constantFrom('__proto__', 'constructor')), text), {
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(passphrase, entries, async (word, secrets) => {
        path = join(await temporaryDirectory(), 'secrets')
        const writer = another()
        await writer.create(word)
        for (const [name, value] of secrets) await writer.set(name, value)
        const reader = another()
        await reader.unlock(word)
        for (const [name, value] of new Map(secrets)) expect(await reader.get(name)).toBe(value)
      }),
      { numRuns: 60 },
    )
  })

  test('changes asked for at once are all kept', async () => {
    await sealed.create(PASSPHRASE)
    await Promise.all(Array.from({ length: 20 }, (_, n) => sealed.set(`key-${n}`, `value-${n}`)))
    const later = another()
    await later.unlock(PASSPHRASE)
    for (let n = 0; n < 20; n++) expect(await later.get(`key-${n}`)).toBe(`value-${n}`)
  })

  test('that cannot be written keeps nothing, in memory either', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    await mkdir(`${path}.new`)
    await expect(sealed.set('key', 'other')).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(sealed.delete('key')).rejects.toMatchObject({ code: 'EISDIR' })
    expect(await sealed.get('key')).toBe('value')
  })

  test('is not made over another, readable or not', async () => {
    await sealed.create(PASSPHRASE)
    for (const content of [await readFile(path, 'utf8'), 'rubbish', '']) {
      await writeFile(path, content)
      await expect(another().create('another one')).rejects.toMatchObject({ kind: 'exists' })
      expect(await readFile(path, 'utf8')).toBe(content)
    }
  })

  test('that was changed while it was open is not written over', async () => {
    await sealed.create(PASSPHRASE)
    const other = another()
    await other.unlock(PASSPHRASE)
    await other.set('key', 'theirs')
    await expect(sealed.set('key', 'ours')).rejects.toMatchObject({ kind: 'corrupt' })
    await other.lock()
    await other.unlock(PASSPHRASE)
    expect(await other.get('key')).toBe('theirs')
  })

  test('that cannot be read is not an absent one', async () => {
    await mkdir(path, { recursive: true })
    await expect(sealed.status()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(sealed.create(PASSPHRASE)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('the passphrase', () => {
  test('another one is told from a damaged file, and opens nothing', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    const later = another()
    for (const wrong of ['', 'Diez letras', `${PASSPHRASE} `, 'x'.repeat(1_000)]) {
      await expect(later.unlock(wrong)).rejects.toMatchObject({ kind: 'wrong-passphrase' })
      expect(await later.status()).toBe('sealed')
      expect(await later.get('key')).toBeNull()
    }
    // A wrong passphrase does not lock an unlocked file.
    await expect(sealed.unlock('wrong wrong')).rejects.toMatchObject({ kind: 'wrong-passphrase' })
    expect(await sealed.get('key')).toBe('value')
  })

  test('has ten characters or more, as a person counts them, and no other rule', async () => {
    for (const short of ['', '123456789', '🔑'.repeat(9), 'n\u0303'.repeat(9)]) {
      await expect(sealed.create(short)).rejects.toMatchObject({ kind: 'weak-passphrase' })
      expect(await sealed.status()).toBe('absent')
    }
    await sealed.create('🔑'.repeat(10))
  })

  test('is the same however the keyboard composes its accents', async () => {
    await sealed.create('cigüeña y ñandú'.normalize('NFC'))
    await another().unlock('cigüeña y ñandú'.normalize('NFD'))
  })

  test('is changed: the new one opens the same secrets, the old one none', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    const before = await readFile(path, 'utf8')
    const refuse = async (current: string, next: string, kind: string) => {
      await expect(sealed.changePassphrase(current, next)).rejects.toMatchObject({ kind })
      expect(await readFile(path, 'utf8')).toBe(before)
    }
    await refuse('not this one', 'long enough', 'wrong-passphrase')
    await refuse(PASSPHRASE, 'short', 'weak-passphrase')
    await sealed.changePassphrase(PASSPHRASE, 'otra frase larga')
    expect(body(await readFile(path, 'utf8')).kdf.salt).not.toBe(body(before).kdf.salt)
    await sealed.set('key', 'other')
    const later = another()
    await expect(later.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'wrong-passphrase' })
    await later.unlock('otra frase larga')
    expect(await later.get('key')).toBe('other')
  })

  test('no error holds it, nor a secret', async () => {
    await sealed.create('my secret phrase')
    await sealed.set('key', 'sk_live_1')
    await writeFile(path, `${await readFile(path, 'utf8')} `)
    const later = another()
    const errors = await Promise.all(
      [
        sealed.set('key', 'sk_live_2'),
        sealed.create('my secret phrase'),
        sealed.changePassphrase('my secret phrase', 'sk_live_3'),
        later.unlock('my secret phrase'),
        later.set('key', 'sk_live_4'),
      ].map((work) =>
        work.then(
          () => 'no error',
          (error: Error) => `${error.stack} ${JSON.stringify(error)}`,
        ),
      ),
    )
    for (const error of errors) {
      expect(error).toContain('KeychainError')
      expect(error).not.toMatch(/sk_live|secret phrase/)
    }
  })
})

describe('damage', () => {
  const expectCorrupt = async (content: Buffer | string) => {
    await writeFile(path, content)
    const later = another()
    await expect(later.status()).rejects.toMatchObject({ kind: 'corrupt' })
    await expect(later.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'corrupt' })
    await expect(later.changePassphrase(PASSPHRASE, 'long enough')).rejects.toMatchObject({ kind: 'corrupt' })
  }

  test('of any one byte, or any cut, is told from a wrong passphrase and left as it is', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    const whole = await readFile(path)
    for (let at = 0; at < whole.length; at++) {
      for (const bit of [0x01, 0x20, 0x80]) {
        const damaged = Buffer.from(whole)
        damaged[at]! ^= bit
        await expectCorrupt(damaged)
      }
      await expectCorrupt(whole.subarray(0, at))
    }
    const last = whole.subarray(0, whole.length - 1)
    await expectCorrupt(last)
    expect(await readFile(path)).toEqual(last)
    await expectCorrupt(Buffer.concat([whole, Buffer.from('\n')]))
    await writeFile(path, whole)
    await another().unlock(PASSPHRASE)
  })

  test('by a hand that also mended the sum opens nothing', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    const whole = body(await readFile(path, 'utf8'))
    const turn = (text: string) =>
      text[3] === 'A' ? text.replace(/^(...)./, '$1B') : text.replace(/^(...)./, '$1A')
    const altered: [object, string][] = [
      [{ ...whole, sealed: turn(whole.sealed) }, 'corrupt'],
      [{ ...whole, sealed: whole.sealed.slice(0, 8) }, 'corrupt'],
      [{ ...whole, write: { ...whole.write, nonce: turn(whole.write.nonce) } }, 'corrupt'],
      [{ ...whole, write: { ...whole.write, salt: turn(whole.write.salt) } }, 'corrupt'],
      [{ ...whole, kdf: { ...whole.kdf, p: 2 } }, 'corrupt'],
      [{ ...whole, kdf: { ...whole.kdf, salt: turn(whole.kdf.salt) } }, 'wrong-passphrase'],
      [{ ...whole, check: turn(whole.check) }, 'wrong-passphrase'],
      [{ ...whole, version: 2 }, 'corrupt'],
      [{ ...whole, more: 1 }, 'corrupt'],
    ]
    for (const [file, kind] of altered) {
      await writeFile(path, sumUp(JSON.stringify(file)))
      await expect(another().unlock(PASSPHRASE)).rejects.toMatchObject({ kind })
    }
    // A forged cost is refused before deriving: neither all the memory, nor a free guess.
    const derive = () => Promise.reject(new Error('asked for a key'))
    for (const kdf of [{ N: 2 ** 30 }, { N: 2 ** 10 }, { r: 9 }, { p: 64 }]) {
      await writeFile(path, sumUp(JSON.stringify({ ...whole, kdf: { ...whole.kdf, ...kdf } })))
      const opening = createSealedSecrets({ path, derive }).unlock(PASSPHRASE)
      await expect(opening).rejects.toMatchObject({ kind: 'corrupt' })
    }
    for (const text of ['', '[]', 'null', '{', '{"format":"ventanilla-secrets"}'])
      await expectCorrupt(sumUp(text))
  })

  test('a draft that a kill left behind is no harm', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.set('key', 'value')
    await writeFile(`${path}.new`, (await readFile(path, 'utf8')).slice(0, 40))
    const later = another()
    await later.unlock(PASSPHRASE)
    expect(await later.get('key')).toBe('value')
    await later.set('key', 'other')
    await later.lock()
    await later.unlock(PASSPHRASE)
    expect(await later.get('key')).toBe('other')
  })

  test('kill -9 at any moment of writing loses nothing that was said to be kept', async () => {
    await sealed.create(PASSPHRASE)
    await sealed.lock()
    let acknowledged = 0
    for (let round = 0; round < 6; round++) {
      const writer = fork(fileURLToPath(new URL('sealed-writer.ts', import.meta.url)), [path, PASSPHRASE], {
        execArgv: [],
      })
      writer.on('message', (count) => (acknowledged = Number(count)))
      await once(writer, 'message')
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 30))
      writer.kill('SIGKILL')
      await once(writer, 'exit')
      const later = another()
      await later.unlock(PASSPHRASE)
      const kept = Number(await later.get('count'))
      expect([acknowledged, acknowledged + 1, acknowledged + 2]).toContain(kept)
    }
    expect(acknowledged).toBeGreaterThan(6)
  })
})

describe('the cipher', () => {
  test('never sees one pair of key and nonce twice', async () => {
    const seen = { salt: new Set(), nonce: new Set(), sealed: new Set() }
    await sealed.create(PASSPHRASE)
    for (let n = 0; n < 100; n++) {
      await sealed.set('key', 'the same')
      const { write, sealed: text } = body(await readFile(path, 'utf8'))
      seen.salt.add(write.salt)
      seen.nonce.add(write.nonce)
      seen.sealed.add(text)
    }
    expect([seen.salt.size, seen.nonce.size, seen.sealed.size]).toEqual([100, 100, 100])
  })

  test('opens by the description in the file alone, at the full cost of a guess', async () => {
    const real = createSealedSecrets({ path })
    await real.create(PASSPHRASE)
    await real.set('key', 'value')
    const file = body(await readFile(path, 'utf8'))
    const { N, r, p, salt } = file.kdf
    expect({ N, r, p }).toEqual({ N: 131_072, r: 8, p: 1 })
    const bytes = (text: string) => Buffer.from(text, 'base64url')
    const master = scryptSync(PASSPHRASE, bytes(salt), 32, { N, r, p, maxmem: 2 ** 28 })
    const key = Buffer.from(hkdfSync('sha256', master, bytes(file.write.salt), 'ventanilla secrets', 32))
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(file.write.nonce))
    const { sealed: secrets, ...head } = file
    decipher.setAAD(Buffer.from(JSON.stringify(head)))
    decipher.setAuthTag(bytes(secrets).subarray(-16))
    const text = Buffer.concat([decipher.update(bytes(secrets).subarray(0, -16)), decipher.final()])
    expect(JSON.parse(text.toString())).toEqual([['key', 'value']])
    const later = createSealedSecrets({ path })
    await expect(later.unlock('wrong wrong')).rejects.toMatchObject({ kind: 'wrong-passphrase' })
    await later.unlock(PASSPHRASE)
    expect(await later.get('key')).toBe('value')
  })
})
