import { MessageChannel } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES, CREDIT_CHUNKS, type ToWindow } from '#shared/bridge/ipc.ts'
import { createTransferLink } from '#electron/shell/transfer-link.ts'
import { FakeMessagePortMain } from '#tests/fakes/electron/ports.ts'

describe('the core’s end of a transfer', () => {
  function open() {
    const { port1: page, port2 } = new MessageChannel()
    const heard: ToWindow[] = []
    page.on('message', (message: ToWindow) => heard.push(message))
    const link = createTransferLink(new FakeMessagePortMain(port2))
    return { page, heard, link }
  }
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20))
  const chunk = (size = 4) => ({ type: 'chunk', bytes: new Uint8Array(size) })
  const error = (code: string) => ({ type: 'result', result: { ok: false, error: { code } } })

  test('in: no more is on its way than was allowed, and more is allowed as it is taken', async () => {
    const { page, heard, link } = open()
    const body = link.body[Symbol.asyncIterator]()
    const first = body.next()
    await expect.poll(() => heard).toEqual([{ type: 'credit', chunks: CREDIT_CHUNKS }])
    for (let n = 0; n < CREDIT_CHUNKS; n++) page.postMessage(chunk())
    expect(await first).toMatchObject({ done: false })
    await turn()
    expect(heard).toHaveLength(1)
    await body.next()
    await expect.poll(() => heard.slice(1)).toEqual([{ type: 'credit', chunks: 1 }])
    page.close()
  })

  test('in: a page that sends more than it may is cut, and what it sent is not taken for a file', async () => {
    const { page, heard, link } = open()
    const body = link.body[Symbol.asyncIterator]()
    const first = body.next()
    for (let n = 0; n < 2 * CREDIT_CHUNKS; n++) page.postMessage(chunk())
    await first
    await expect.poll(() => heard.at(-1)).toMatchObject(error('invalid-request'))
    await expect(body.next()).rejects.toThrow('cancelled')
    expect(link.signal.aborted).toBe(true)
    page.close()
  })

  test('in: bytes before any were asked for, and after the end, are refused', async () => {
    const early = open()
    early.page.postMessage(chunk())
    await expect.poll(() => early.heard.at(-1)).toMatchObject(error('invalid-request'))
    early.page.close()

    const { page, heard, link } = open()
    const first = link.body[Symbol.asyncIterator]().next()
    page.postMessage({ type: 'end' })
    page.postMessage(chunk())
    expect(await first).toMatchObject({ done: true })
    await expect.poll(() => heard.at(-1)).toMatchObject(error('invalid-request'))
    page.close()
  })

  test('in: a page that goes away is a cut, never an end', async () => {
    const { page, link } = open()
    const body = link.body[Symbol.asyncIterator]()
    const first = body.next()
    page.postMessage(chunk())
    await first
    page.close()
    await expect(body.next()).rejects.toThrow('cancelled')
    expect(link.signal.aborted).toBe(true)
  })

  test('out: waits for the page, piece by piece, and sends each alone', async () => {
    const { page, heard, link } = open()
    const bytes = Buffer.alloc(3 * CHUNK_BYTES + 1, 1)
    const sent = link.sendBytes(bytes)
    await turn()
    expect(heard).toEqual([])
    page.postMessage({ type: 'credit', chunks: 2 })
    await expect.poll(() => heard).toHaveLength(2)
    page.postMessage({ type: 'credit', chunks: 8 })
    expect(await sent).toBe(true)
    await expect.poll(() => heard).toHaveLength(4)
    expect(heard.map((message) => (message.type === 'chunk' ? message.bytes.byteLength : 0))).toEqual([
      CHUNK_BYTES,
      CHUNK_BYTES,
      CHUNK_BYTES,
      1,
    ])
    page.close()
  })

  test('out: nothing but the bytes themselves crosses, whatever buffer they are a view of', async () => {
    const { page, heard, link } = open()
    page.postMessage({ type: 'credit', chunks: 1 })
    const pool = new TextEncoder().encode('secret beside the bytes')
    await link.sendBytes(pool.subarray(0, 6).subarray(0, 3))
    await expect.poll(() => heard).toHaveLength(1)
    const [message] = heard
    expect(message?.type === 'chunk' && message.bytes.buffer.byteLength).toBe(3)
    page.close()
  })

  test('out: a page that goes away, or cancels, stops the source', async () => {
    for (const leave of ['close', 'cancel']) {
      const { page, link } = open()
      const sent = link.sendBytes(Buffer.alloc(10))
      if (leave === 'close') page.close()
      else page.postMessage({ type: 'cancel' })
      expect(await sent).toBe(false)
      expect(link.signal.aborted).toBe(true)
      page.close()
    }
  })
})
