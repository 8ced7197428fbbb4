import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEY_BYTES, seal, unseal } from '#electron/core/store/sealed-stream.ts'

const PIECE = 64 * 1024
const SEALED_PIECE = PIECE + 16

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const sealed = (bytes: Uint8Array, key: Uint8Array) => whole(seal(cut(bytes, [50_000]), key))
const opened = (bytes: Uint8Array, key: Uint8Array) => whole(unseal(cut(bytes, [50_000]), key))
const sizes = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 5 })
const lengths = fc.oneof(
  fc.nat({ max: 300_000 }),
  fc.constantFrom(0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE),
)

test('whatever way it comes in pieces, it comes out the same', async () => {
  await fc.assert(
    fc.asyncProperty(lengths, sizes, sizes, async (length, into, out) => {
      const key = randomBytes(KEY_BYTES)
      const bytes = randomBytes(length)
      const shut = await whole(seal(cut(bytes, into), key))
      expect(shut.length).toBe(length + 16 * Math.max(1, Math.ceil(length / PIECE)))
      expect((await whole(unseal(cut(shut, out), key))).equals(bytes)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a changed byte, another key, anything cut off or moved: never a document', async () => {
  const key = randomBytes(KEY_BYTES)
  const shut = await sealed(randomBytes(3 * PIECE + 100), key)
  const piece = (n: number) => shut.subarray(n * SEALED_PIECE, (n + 1) * SEALED_PIECE)
  const harmed = {
    key: () => opened(shut, randomBytes(KEY_BYTES)),
    'last piece': () => opened(shut.subarray(0, 3 * SEALED_PIECE), key),
    'half a piece': () => opened(shut.subarray(0, 2 * SEALED_PIECE + 500), key),
    everything: () => opened(Buffer.alloc(0), key),
    'first piece': () => opened(shut.subarray(SEALED_PIECE), key),
    order: () => opened(Buffer.concat([piece(1), piece(0), piece(2), piece(3)]), key),
    more: () => opened(Buffer.concat([shut, piece(0)]), key),
  }
  for (const open of Object.values(harmed)) await expect(open()).rejects.toThrow(/authenticate|cut off/)
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: shut.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const changed = Buffer.from(shut)
        changed[at] = (changed[at] ?? 0) ^ change
        await expect(opened(changed, key)).rejects.toThrow(/authenticate|cut off/)
      },
    ),
    { numRuns: 40 },
  )
})

test('what comes out before the end is known to be right, piece by piece: never the whole in memory', async () => {
  const key = randomBytes(KEY_BYTES)
  const shut = await sealed(randomBytes(10 * PIECE), key)
  let taken = 0
  async function* counted() {
    for await (const chunk of cut(shut, [10_000])) {
      taken += chunk.length
      yield chunk
    }
  }
  const stream = unseal(counted(), key)
  await stream.next()
  expect(taken).toBeLessThan(2 * SEALED_PIECE)
  await stream.return(undefined)
})
