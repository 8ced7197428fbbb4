import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createFrameReader,
  FrameError,
  frameHeader,
  TooLargeError,
} from '#electron/core/instance/message-frames.ts'
import { MAX_FRAME_BYTES } from '#shared/host-protocol/protocol.ts'

const framesOf = (bodies: readonly Uint8Array[], order: 'LE' | 'BE') =>
  Buffer.concat(bodies.flatMap((body) => [frameHeader(body.length, order), Buffer.from(body)]))

/** The bytes in pieces of these lengths, and the rest in one. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = []
  let at = 0
  for (const length of lengths) {
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return [...pieces, bytes.subarray(at)]
}

describe('frames', () => {
  test('come out whole, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }),
        fc.constantFrom('LE' as const, 'BE' as const),
        (bodies, lengths, order) => {
          const reader = createFrameReader(order)
          const read = cut(framesOf(bodies, order), lengths).flatMap((piece) => [...reader.push(piece)])
          expect(read.map((body) => [...body])).toEqual(bodies.map((body) => [...body]))
        },
      ),
    )
  })

  test('of the limit are taken; one byte more is refused at its header, before any memory', () => {
    const reader = createFrameReader('LE')
    expect([...reader.push(frameHeader(MAX_FRAME_BYTES, 'LE'))]).toEqual([])
    expect([...reader.push(Buffer.alloc(MAX_FRAME_BYTES))]).toHaveLength(1)
    expect(() => [...reader.push(frameHeader(MAX_FRAME_BYTES + 1, 'LE'))]).toThrow(TooLargeError)
    const before = process.memoryUsage().arrayBuffers
    expect(() => [...createFrameReader('LE').push(frameHeader(0xff_ff_ff_ff, 'LE'))]).toThrow(TooLargeError)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  })

  test('before one that is refused are read, also in the same bytes', () => {
    const read: string[] = []
    const bytes = Buffer.concat([framesOf([Buffer.from('1')], 'LE'), frameHeader(0, 'LE')])
    expect(() => {
      for (const body of createFrameReader('LE').push(bytes)) read.push(body.toString())
    }).toThrow(FrameError)
    expect(read).toEqual(['1'])
  })

  test('without a body are refused', () => {
    expect(() => [...createFrameReader('LE').push(frameHeader(0, 'LE'))]).toThrow(FrameError)
  })

  test('read any bytes without another error than their own', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }), (pieces) => {
        const reader = createFrameReader('LE')
        try {
          for (const piece of pieces)
            for (const body of reader.push(piece)) expect(body.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError)
        }
      }),
    )
  })
})
