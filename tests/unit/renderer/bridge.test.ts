import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newSecret } from '#electron/web/sessions.ts'
import { sealAddress } from '#electron/web/restart.ts'
import { createWebBridge, type LinkState } from '#renderer/bridge.ts'

/** Socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly all: FakeSocket[] = []
  closed: number | null = null
  readonly sent: { id: number; command: string; args: unknown }[] = []

  constructor() {
    super()
    FakeSocket.all.push(this)
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as never)
  }

  /** @param host id of the run that answers */
  open(host = 'run') {
    this.dispatchEvent(new Event('open'))
    this.receive({ host })
  }

  close(code: number) {
    this.closed = code
    this.drop(code)
  }

  receive(frame: unknown) {
    this.dispatchEvent(
      new MessageEvent('message', { data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
    )
  }

  drop(code = 1006) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const last = () => FakeSocket.all.at(-1)!
let session: (url: string) => Promise<Response>

/** Addresses that the page left for. */
const left: string[] = []

function start() {
  const states: LinkState[] = []
  const bridge = createWebBridge({
    webSocketUrl: 'ws://x.localhost/bridge',
    origin: 'http://x.localhost',
    openSocket: () => new FakeSocket() as never,
    fetch: (url) => session(String(url)),
    random: () => 1,
    leaveFor: (address) => void left.push(address),
  })
  bridge.onState((state) => states.push(state))
  return { bridge, states }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all.length = 0
  left.length = 0
  session = () => Promise.resolve(new Response(null, { status: 204 }))
})
afterEach(() => void vi.useRealTimers())

test('once the link is up a question leaves at once, before anything else is done', () => {
  const { bridge } = start()
  last().open()
  void bridge.call('lookup.start', { vrm: '1234BCD' })
  expect(last().sent).toEqual([{ id: 1, command: 'lookup.start', args: { vrm: '1234BCD' } }])
})

test('a call made before the link is up waits for it, and is answered by its id', async () => {
  const { bridge, states } = start()
  const answer = bridge.call('lookup.start', { vrm: '1234BCD' })
  const other = bridge.call('lookup.queue', {})
  last().open()
  await vi.advanceTimersByTimeAsync(0)
  const [first, second] = last().sent
  expect(first).toMatchObject({ command: 'lookup.start', args: { vrm: '1234BCD' } })
  last().receive({ id: second!.id, result: { ok: true, value: { rows: [] } } })
  last().receive({ id: first!.id, result: { ok: false, error: { code: 'invalid-plate', retryable: false } } })
  expect(await other).toEqual({ ok: true, value: { rows: [] } })
  expect(await answer).toMatchObject({ ok: false, error: { code: 'invalid-plate' } })
  expect(states).toEqual(['connecting', 'connected'])
})

test('without a link a call ends in bridge-lost after five seconds', async () => {
  const { bridge } = start()
  const answer = bridge.call('app.snapshot', {})
  await vi.advanceTimersByTimeAsync(5000)
  expect(await answer).toMatchObject({ ok: false, error: { code: 'bridge-lost', retryable: true } })
})

test('calls in flight when the socket drops end, and it connects again by itself', async () => {
  const { bridge, states } = start()
  last().open()
  const answer = bridge.call('app.snapshot', {})
  await vi.advanceTimersByTimeAsync(0)
  last().drop()
  expect(await answer).toMatchObject({ error: { code: 'bridge-lost' } })
  await vi.advanceTimersByTimeAsync(200)
  expect(FakeSocket.all).toHaveLength(2)
  last().open()
  expect(states).toEqual(['connecting', 'connected', 'lost', 'connected'])
})

test('the wait between attempts grows up to five seconds', async () => {
  start()
  const waits: number[] = []
  for (let i = 0; i < 7; i += 1) {
    last().drop()
    await vi.advanceTimersByTimeAsync(0)
    const before = FakeSocket.all.length
    let waited = 0
    while (FakeSocket.all.length === before) {
      await vi.advanceTimersByTimeAsync(100)
      waited += 100
    }
    waits.push(waited)
  }
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 5000, 5000])
})

test('a closed session is final: no more attempts, and calls end at once', async () => {
  const { bridge, states } = start()
  last().open()
  last().drop(4401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(states.at(-1)).toBe('closed')
  expect(await bridge.call('app.snapshot', {})).toMatchObject({ error: { code: 'bridge-lost' } })
})

test('a refused connection asks why: 401 is final, anything else goes on trying', async () => {
  session = () => Promise.reject(new TypeError('network'))
  const { states } = start()
  last().drop()
  await vi.advanceTimersByTimeAsync(250)
  expect(FakeSocket.all).toHaveLength(2)
  session = () => Promise.resolve(new Response(null, { status: 401 }))
  last().drop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(2)
  expect(states).toEqual(['connecting', 'lost', 'closed'])
})

test('topics reach who listens, and garbage reaches nobody', () => {
  const { bridge } = start()
  const seen = vi.fn()
  const stop = bridge.on('changed', seen)
  last().open()
  last().receive('not json')
  last().receive({ topic: 'changed', payload: { kind: 'lookup', ids: [], version: 1 } })
  stop()
  last().receive({ topic: 'changed', payload: { kind: 'lookup', ids: [], version: 2 } })
  expect(seen).toHaveBeenCalledExactlyOnceWith({ kind: 'lookup', ids: [], version: 1 })
})

test('a transfer that the core refuses gives its error, and one that is cancelled says so', async () => {
  const { bridge } = start()
  last().open()
  session = () =>
    Promise.resolve(
      Response.json({ ok: false, error: { code: 'store-failed', retryable: false } }, { status: 500 }),
    )
  expect(await bridge.save('lookup.history-csv', { query: '' })).toMatchObject({
    error: { code: 'store-failed' },
  })
  session = () => Promise.reject(new DOMException('aborted', 'AbortError'))
  const signal = AbortSignal.abort()
  expect(await bridge.save('lookup.history-csv', { query: '' }, { signal })).toMatchObject({
    error: { code: 'cancelled' },
  })
})

test('a file is read without being downloaded, and an error of the core comes back as one', async () => {
  const { bridge } = start()
  last().open()
  session = () =>
    Promise.resolve(new Response('%PDF-1.4', { headers: { 'content-type': 'application/pdf' } }))
  const progress = vi.fn()
  const file = await bridge.read('complete.pdf', { reportId: 'c1' }, { onProgress: progress })
  expect(file.ok && (await file.value.text())).toBe('%PDF-1.4')
  expect(file.ok && file.value.type).toBe('application/pdf')
  expect(progress).toHaveBeenLastCalledWith({ loaded: 8, total: null })

  session = () =>
    Promise.resolve(
      Response.json({ ok: false, error: { code: 'not-a-pdf', retryable: true } }, { status: 502 }),
    )
  expect(await bridge.read('complete.pdf', { reportId: 'c1' })).toMatchObject({
    error: { code: 'not-a-pdf' },
  })
})

describe('another program at the address of the host', () => {
  test('gets no question of a page that reconnects', async () => {
    const { bridge, states } = start()
    last().open()
    last().drop()
    const waiting = bridge.call('lookup.start', { vrm: '1234BCD' })
    await vi.advanceTimersByTimeAsync(200)
    last().dispatchEvent(new Event('open'))
    last().receive({ topic: 'route', payload: { route: { view: 'lookup' } } })
    await vi.advanceTimersByTimeAsync(0)
    expect(last().sent).toEqual([])
    last().open('another')
    expect(await waiting).toMatchObject({ error: { code: 'bridge-lost' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.all).toHaveLength(2)
    expect(FakeSocket.all.flatMap(({ sent }) => sent)).toEqual([])
    expect(states.at(-1)).toBe('closed')
  })

  test('gets no file, and is asked for none', async () => {
    const { bridge } = start()
    last().open()
    last().drop()
    const asked: string[] = []
    session = (url) => {
      asked.push(url)
      return Promise.reject(new TypeError('network'))
    }
    const saved = bridge.save('lookup.history-csv', { query: 'Ana' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await saved).toMatchObject({ error: { code: 'bridge-lost' } })
    expect(asked.filter((url) => url.includes('/transfer/'))).toEqual([])
  })

  test('is not tried once the host has said that it ends', async () => {
    const { states } = start()
    last().open()
    last().drop(1001)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.all).toHaveLength(1)
    expect(states.at(-1)).toBe('closed')
  })
})

describe('over a restart', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  const key = newSecret()
  const nonceIn = (url: string) => new URL(url).searchParams.get('nonce') ?? ''
  const NEW = 'http://v0123456789abcdef.localhost:20000'

  /** A page whose host has said that it restarts, and ended. */
  function restarting() {
    const started = start()
    last().open()
    last().receive({ host: 'run', moving: { token: 'TOKEN', key } })
    last().drop(1001)
    return started
  }

  test('the page follows the host to its new address', async () => {
    session = () => Promise.reject(new TypeError('network'))
    const { states } = restarting()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(states.at(-1)).toBe('lost')
    session = (url) => Promise.resolve(Response.json({ address: sealAddress(key, nonceIn(url), NEW) }))
    await vi.waitFor(() => expect(left).toEqual([`${NEW}/enter?token=TOKEN`]))
    expect(FakeSocket.all).toHaveLength(1)
  })

  test.each([
    ['without the key', () => sealAddress(newSecret(), 'n', NEW)],
    ['with an answer to another question', () => sealAddress(key, 'another', NEW)],
    ['with anything else', () => 'AAAA'],
  ])('it follows nobody %s, and gives its token to nobody', async (_how, address) => {
    const asked: string[] = []
    session = (url) => {
      asked.push(url)
      return Promise.resolve(Response.json({ address: address() }))
    }
    const { states } = restarting()
    for (let turn = 0; states.at(-1) !== 'closed'; turn += 1) {
      await vi.advanceTimersByTimeAsync(turn === 5 ? 180_000 : 400)
      // The decryption is done by another thread.
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(left).toEqual([])
    expect(asked.join()).not.toContain('TOKEN')
  })
})
