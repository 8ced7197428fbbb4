import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BackupError, openBackup, writeBackup } from '#electron/core/features/backup/format.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const PASSPHRASE = 'correcto caballo batería'

async function* listed<T>(values: readonly T[]) {
  yield* values
}
async function written(records: readonly object[], passphrase = PASSPHRASE): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeBackup(listed(records), passphrase, quickDerive)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
/** Its records, or the error's code and reason. */
async function read(bytes: Uint8Array, passphrase = PASSPHRASE, piece = 10_000): Promise<unknown[] | string> {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.byteLength; at += piece) pieces.push(bytes.subarray(at, at + piece))
  const opened = await openBackup(listed(pieces), passphrase, quickDerive)
  if (!opened.ok) return `${opened.error.code} ${opened.error.detail ?? ''}`.trim()
  const records: unknown[] = []
  try {
    for await (const record of opened.value) records.push(record)
    return records
  } catch (error) {
    if (error instanceof BackupError) return `${error.code} ${error.message}`
    throw error
  }
}
/** More than a few sealed pieces, also compressed. */
const many = Array.from({ length: 3_000 }, (_none, at) => ({
  t: 'resource',
  at,
  text: Buffer.from(`${at * 7_919}`.repeat(9)).toString('base64'),
}))

describe('a backup file', () => {
  test('gives back what was written, whatever its pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ t: fc.constant('x'), text: fc.string({ unit: 'grapheme' }), n: fc.nat() })),
        fc.integer({ min: 1, max: 5_000 }),
        async (records, piece) => {
          expect(await read(await written(records), PASSPHRASE, piece)).toEqual(records)
        },
      ),
      { numRuns: 50 },
    )
    expect(await read(await written(many))).toEqual(many)
  })

  test('shows nothing of what is in it', async () => {
    const bytes = await written([{ t: 'resource', name: 'Lucía Ribera 12345678Z' }])
    expect(bytes.includes('Ribera')).toBe(false)
    expect(bytes.toString('latin1').startsWith('VENTANILLA COPIA DE SEGURIDAD\n{"version":1,')).toBe(true)
  })

  test('opens with its passphrase alone, however the keyboard composes its accents', async () => {
    const bytes = await written(many, 'una contraseña de paso'.normalize('NFC'))
    expect(await read(bytes, 'una contraseña de paso'.normalize('NFD'))).toEqual(many)
    expect(await read(bytes, 'una contrasena de paso')).toBe('passphrase-wrong')
  })

  test('cut off anywhere is none', async () => {
    const bytes = await written(many)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
        expect(await read(bytes.subarray(0, length))).toMatch(/^backup-unreadable (cut|damaged|foreign)$/)
      }),
      { numRuns: 60 },
    )
  })

  test('with any byte changed or added is none', async () => {
    const bytes = await written(many)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(bytes)
        changed[at] = changed[at]! ^ by
        expect(await read(changed)).toMatch(/^(backup-unreadable|backup-newer|passphrase-wrong)/)
      }),
      { numRuns: 100 },
    )
    expect(await read(Buffer.concat([bytes, Buffer.from('x')]))).toMatch(/^backup-unreadable/)
  })

  test('of a newer version says so, and one of another program too', async () => {
    const bytes = await written(many)
    const text = bytes.toString('latin1')
    const newer = Buffer.from(text.replace('"version":1', '"version":2'), 'latin1')
    expect(await read(newer)).toBe('backup-newer 2')
    const older = Buffer.from(text.replace('"version":1', '"version":0'), 'latin1')
    expect(await read(older)).toBe('backup-unreadable header')
    for (const foreign of [
      '',
      '%PDF-1.7\n',
      'PK\u0003\u0004'.repeat(9_000),
      '{"version":1}',
      '\n'.repeat(5_000),
    ])
      expect(await read(Buffer.from(foreign))).toBe('backup-unreadable foreign')
  })

  test('does not let a header ask for all the memory there is', async () => {
    const text = (await written([])).toString('latin1')
    const costly = text.replace(/"N":\d+/, '"N":4294967296')
    expect(await read(Buffer.from(costly, 'latin1'))).toBe('backup-unreadable header')
  })

  test('whose records end early is none, although each of its pieces is right', async () => {
    // As left by a writer with a full disk and unchecked errors.
    async function* failing() {
      yield { t: 'resource' }
      throw new Error('the store is closed')
    }
    const write = async () => {
      for await (const _chunk of writeBackup(failing(), PASSPHRASE, quickDerive));
    }
    await expect(write()).rejects.toThrow('the store is closed')
  })
})
