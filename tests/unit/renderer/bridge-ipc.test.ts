import { expect, test, vi } from 'vitest'
import { CHUNK_BYTES, CREDIT_CHUNKS, type ShellApi, type ToCore, type ToWindow } from '#shared/bridge/ipc.ts'
import { createIpcBridge } from '#renderer/bridge-ipc.ts'

/** Preload API whose other end is the test. */
function start() {
  const calls: [string, unknown][] = []
  const sent: ToCore[] = []
  const saved: { name: string; blob: Blob }[] = []
  let answer: () => Promise<unknown> = async () => ({ ok: true, value: {} })
  let onTopic: (topic: string, payload: unknown) => void = () => undefined
  let tell: (message: ToWindow) => void = () => undefined
  let closed = 0
  const api: ShellApi = {
    call(command, args) {
      calls.push([command, args])
      return answer()
    },
    onTopic(listener) {
      onTopic = listener
      return () => undefined
    },
    transfer(_name, _args, listener) {
      tell = listener
      return { send: (message) => void sent.push(message), close: () => void (closed += 1) }
    },
  }
  const bridge = createIpcBridge(api, (blob, name) => void saved.push({ name, blob }))
  return {
    bridge,
    calls,
    sent,
    saved,
    tell: (message: ToWindow) => tell(message),
    topic: (name: string, payload: unknown) => onTopic(name, payload),
    answerWith: (next: () => Promise<unknown>) => (answer = next),
    closed: () => closed,
  }
}

const bytes = (size: number) => new Uint8Array(size)
const done: ToWindow = {
  type: 'result',
  result: { ok: true, value: { plates: [], unread: [], more: false } },
}

test('a call is passed on and its result comes back', async () => {
  const { bridge, calls, answerWith } = start()
  answerWith(async () => ({ ok: false, error: { code: 'invalid-plate', retryable: false } }))
  expect(await bridge.call('lookup.start', { vrm: 'x' })).toMatchObject({ error: { code: 'invalid-plate' } })
  expect(calls).toEqual([['lookup.start', { vrm: 'x' }]])
})

test('a process that is going away is a lost bridge, not an exception', async () => {
  const { bridge, answerWith } = start()
  answerWith(() => Promise.reject(new Error('Error invoking remote method')))
  expect(await bridge.call('app.snapshot', {})).toMatchObject({ ok: false, error: { code: 'bridge-lost' } })
})

test('is connected from the first moment, and topics reach who listens until they stop', () => {
  const { bridge, topic } = start()
  const states = vi.fn()
  bridge.onState(states)
  expect(states).toHaveBeenCalledExactlyOnceWith('connected')
  const heard = vi.fn()
  const stop = bridge.on('changed', heard)
  topic('changed', { kind: 'lookup', ids: [], version: 1 })
  topic('slice', { name: 'x' })
  stop()
  topic('changed', { kind: 'lookup', ids: [], version: 2 })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'lookup', ids: [], version: 1 })
})

test('a file that comes out is put together and saved under the name the core gave', async () => {
  const { bridge, sent, saved, tell, closed } = start()
  const progress = vi.fn()
  const saving = bridge.save('lookup.history-csv', { query: '' }, { onProgress: progress })
  expect(sent).toEqual([{ type: 'credit', chunks: CREDIT_CHUNKS }])
  tell({ type: 'file', filename: 'historial.csv', contentType: 'text/csv' })
  tell({ type: 'chunk', bytes: new TextEncoder().encode('a;') })
  tell({ type: 'chunk', bytes: new TextEncoder().encode('b') })
  tell({ type: 'result', result: { ok: true, value: {} } })
  expect(await saving).toEqual({ ok: true, value: undefined })
  expect(sent.slice(1)).toEqual([
    { type: 'credit', chunks: 1 },
    { type: 'credit', chunks: 1 },
  ])
  expect(progress.mock.calls.map(([{ loaded }]) => loaded as number)).toEqual([2, 3])
  expect(saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ name: 'historial.csv', blob: { type: 'text/csv' } })
  expect(await saved[0]!.blob.text()).toBe('a;b')
  expect(closed()).toBe(1)
})

test('a file to look at comes as bytes and is saved nowhere', async () => {
  const { bridge, saved, tell } = start()
  const reading = bridge.read('lookup.history-csv', { query: '' })
  tell({ type: 'file', filename: 'a.pdf', contentType: 'application/pdf' })
  tell({ type: 'chunk', bytes: bytes(5) })
  tell({ type: 'result', result: { ok: true, value: {} } })
  const answer = await reading
  expect(answer.ok && [answer.value.size, answer.value.type]).toEqual([5, 'application/pdf'])
  expect(saved).toEqual([])
})

test('half a file is not saved', async () => {
  const { bridge, saved, tell } = start()
  const saving = bridge.save('lookup.history-csv', { query: '' })
  tell({ type: 'file', filename: 'historial.csv', contentType: 'text/csv' })
  tell({ type: 'chunk', bytes: bytes(3) })
  tell({ type: 'result', result: { ok: false, error: { code: 'store-failed', retryable: false } } })
  expect(await saving).toMatchObject({ error: { code: 'store-failed' } })
  expect(saved).toEqual([])
})

test('a file goes in as it is taken: never more pieces than credit, with its progress and its end', async () => {
  const { bridge, sent, tell } = start()
  const progress = vi.fn()
  const file = new File([bytes(3 * CHUNK_BYTES + 10)], 'a.txt')
  const sending = bridge.send('lookup.plates-in-file', {}, file, { onProgress: progress })
  const sizes = () =>
    sent.map((message) => (message.type === 'chunk' ? message.bytes.byteLength : message.type))
  tell({ type: 'credit', chunks: 2 })
  await expect.poll(sizes).toEqual([CHUNK_BYTES, CHUNK_BYTES])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sizes()).toHaveLength(2)
  tell({ type: 'credit', chunks: 1 })
  tell({ type: 'credit', chunks: 1 })
  await expect.poll(sizes).toEqual([CHUNK_BYTES, CHUNK_BYTES, CHUNK_BYTES, 10, 'end'])
  tell(done)
  expect(await sending).toEqual({ ok: true, value: { plates: [], unread: [], more: false } })
  expect(progress.mock.calls.at(-1)).toEqual([{ loaded: file.size, total: file.size }])
})

test('an empty file has an end and no pieces', async () => {
  const { bridge, sent, tell } = start()
  const sending = bridge.send('lookup.plates-in-file', {}, new File([], 'a.txt'))
  tell({ type: 'credit', chunks: 8 })
  await expect.poll(() => sent).toEqual([{ type: 'end' }])
  tell(done)
  expect(await sending).toMatchObject({ ok: true })
})

test('a file that can no longer be read ends it', async () => {
  const { bridge, tell, closed } = start()
  const file = new File([bytes(10)], 'a.txt')
  file.slice = () =>
    ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }) as never
  const sending = bridge.send('lookup.plates-in-file', {}, file)
  tell({ type: 'credit', chunks: 8 })
  expect(await sending).toMatchObject({ error: { code: 'file-unreadable' } })
  expect(closed()).toBe(1)
})

test('a cancelled transfer says so to both ends, and hears nothing more', async () => {
  const { bridge, sent, saved, tell, closed } = start()
  const abort = new AbortController()
  const progress = vi.fn()
  const saving = bridge.save(
    'lookup.history-csv',
    { query: '' },
    { signal: abort.signal, onProgress: progress },
  )
  abort.abort()
  tell({ type: 'chunk', bytes: bytes(3) })
  tell({ type: 'result', result: { ok: true, value: {} } })
  expect(await saving).toMatchObject({ error: { code: 'cancelled' } })
  expect(sent.at(-1)).toEqual({ type: 'cancel' })
  expect([closed(), saved.length, progress.mock.calls.length]).toEqual([1, 0, 0])
})

test('one that was cancelled before it began does not begin', async () => {
  const { bridge, sent } = start()
  const signal = AbortSignal.abort()
  const file = new File(['x'], 'a.txt')
  expect(await bridge.send('lookup.plates-in-file', {}, file, { signal })).toMatchObject({
    error: { code: 'cancelled' },
  })
  expect(sent).toEqual([])
})
