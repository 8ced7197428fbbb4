import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_FRAME_BYTES } from '#shared/host-protocol/protocol.ts'
import {
  createMessageReader,
  encodeFrame,
  type BrokenFrame,
} from '#electron/core/features/extension/frames.ts'

function readerOf() {
  const messages: unknown[] = []
  const broken: BrokenFrame[] = []
  const reader = createMessageReader(
    (message) => messages.push(message),
    (why) => broken.push(why),
  )
  return { reader, messages, broken }
}

/** The same bytes in pieces of these lengths, in turn. */
function* pieces(bytes: Buffer, lengths: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}

const frame = (body: Uint8Array, length = body.length): Buffer => {
  const header = Buffer.alloc(4)
  header.writeUInt32LE(length)
  return Buffer.concat([header, body])
}

test('messages arrive whole and in order, whatever pieces their bytes come in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      (values, lengths) => {
        const { reader, messages, broken } = readerOf()
        const sent = values.map((value) => ({ value }))
        const bytes = Buffer.concat(sent.map((message) => encodeFrame(message) ?? Buffer.alloc(0)))
        for (const piece of pieces(bytes, lengths)) reader.push(piece)
        expect(messages).toEqual(sent.map((message) => JSON.parse(JSON.stringify(message)) as unknown))
        expect(broken).toEqual([])
      },
    ),
  )
})

test('any bytes are read or break the stream once, and a broken stream is read no further', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
      const { reader, messages, broken } = readerOf()
      for (const chunk of chunks) reader.push(chunk)
      expect(broken.length).toBeLessThanOrEqual(1)
      const before = messages.length
      if (broken.length === 0) return
      reader.push(encodeFrame({ id: 1 }) ?? Buffer.alloc(0))
      expect(messages.length).toBe(before)
    }),
    { numRuns: 2_000 },
  )
})

test('a message of 1 MB is read, and one byte more ends the stream before any of it is taken', () => {
  const { reader, messages } = readerOf()
  const largest = Buffer.from(JSON.stringify('x'.repeat(MAX_FRAME_BYTES - 2)))
  reader.push(frame(largest))
  expect(messages).toHaveLength(1)

  const larger = readerOf()
  larger.reader.push(frame(Buffer.alloc(0), MAX_FRAME_BYTES + 1))
  expect(larger.broken).toEqual(['too-large'])
  for (const length of [0xffff_ffff, 0x8000_0000]) {
    const { reader: other, broken } = readerOf()
    other.push(frame(Buffer.alloc(0), length))
    expect(broken).toEqual(['too-large'])
  }
})

test('a message that trickles in is copied at once: its pieces are not kept', () => {
  const { reader, messages } = readerOf()
  const text = 'x'.repeat(20_000)
  const piece = Buffer.alloc(1)
  for (const byte of frame(Buffer.from(JSON.stringify(text)))) {
    piece[0] = byte
    reader.push(piece)
  }
  expect(messages).toEqual([text])
})

test.each([
  ['no UTF-8', [0x22, 0xff, 0x22], 'not-text'],
  ['half a character', [0x22, 0xc3, 0x22], 'not-text'],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x31], 'not-json'],
  ['no JSON', [0x7b], 'not-json'],
  ['nothing, and more', [], 'not-json'],
])('%s ends the stream', (_, bytes, why) => {
  const { reader, messages, broken } = readerOf()
  reader.push(Buffer.concat([frame(Uint8Array.from(bytes)), frame(Buffer.from('1'))]))
  expect(messages).toEqual([])
  expect(broken).toEqual([why])
})

test('a message too large for the other end is not written', () => {
  expect(encodeFrame({ value: 'x'.repeat(MAX_FRAME_BYTES) })).toBeNull()
})
