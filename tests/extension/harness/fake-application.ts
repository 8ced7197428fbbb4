import type { Batch, HostState, VerdictSummary } from '#shared/host-protocol/messages.ts'
import { type FakePort, later, portPair } from './fake-events.ts'

type Frame = { id: number; command: string; args: Record<string, unknown> }
type Reply = { ok: true; value: unknown } | { ok: false; error: Record<string, unknown> } | null

export interface ApplicationScene {
  /** What the browser says of the native host. */
  host?: 'installed' | 'missing' | 'forbidden'
  running?: boolean
  /** It never answers. */
  mute?: boolean
  wrongVersion?: 'extension' | 'application'
  state?: Partial<HostState>
  known?: readonly VerdictSummary[]
  recents?: readonly (VerdictSummary & { at: number })[]
  /** What a lookup finds; without it, it stays pending. */
  finds?: Record<string, Partial<VerdictSummary>>
  /** Errors by command. */
  fails?: Record<string, Record<string, unknown>>
  batch?: Batch
}

const UNKNOWN = {
  outcome: null,
  checkedAt: null,
  kind: null,
  disagrees: false,
  vehicle: null,
  pending: null,
  failed: null,
}

/**
 * The native host and the application behind it, by the contract of `shared/host-protocol`: what they know, what they
 * answer, and what they tell by themselves. `asked` has all that arrived.
 */
export function createFakeApplication(scene: ApplicationScene) {
  let state: HostState = {
    application: '1.0.0',
    approved: true,
    words: null,
    locked: false,
    demo: false,
    online: true,
    unread: 0,
    ...scene.state,
  }
  let running = scene.running ?? true
  let batch: Batch | null = scene.batch ?? null
  let queue: string[] = []
  const known = new Map((scene.known ?? []).map((row) => [row.vrm, row]))
  const asked: Frame[] = []
  const ports = new Set<FakePort>()

  const tell = (topic: string, payload: unknown) => {
    for (const port of ports) port.postMessage({ topic, payload })
  }
  const summary = (vrm: string): VerdictSummary => known.get(vrm) ?? { ...UNKNOWN, vrm }
  const learn = (vrm: string, part: Partial<VerdictSummary>) => {
    const row = { ...summary(vrm), ...part }
    known.set(vrm, row)
    tell('verdicts', { rows: [row] })
    return row
  }
  const settle = (vrm: string) => {
    const found = scene.finds?.[vrm]
    if (found) learn(vrm, { pending: null, failed: null, ...found })
    return found !== undefined
  }
  /** One at a time, as the service allows. */
  const nextOfBatch = () => {
    if (batch?.state !== 'running') return
    const vrm = queue.shift()
    if (vrm === undefined) {
      batch = { ...batch, state: 'done' }
      return tell('batch', batch)
    }
    learn(vrm, { pending: 'processing' })
    later(() => {
      if (!settle(vrm) || !batch) return
      batch = { ...batch, settled: batch.settled + 1 }
      tell('batch', batch)
      nextOfBatch()
    })
  }

  const answer = ({ command, args }: Frame): Reply => {
    const fails = scene.fails?.[command]
    if (fails) return { ok: false, error: fails }
    if (command === 'host.start') return { ok: true, value: {} }
    if (!running) return { ok: false, error: { code: 'not-running' } }
    if (scene.mute) return null
    if (command === 'hello')
      return scene.wrongVersion
        ? { ok: false, error: { code: 'wrong-version', update: scene.wrongVersion } }
        : { ok: true, value: state }
    if (command === 'approval.ask') {
      state = { ...state, words: ['abeto', 'faro', 'mimbre'] }
      return { ok: true, value: state }
    }
    if (!state.approved) return { ok: false, error: { code: 'not-approved' } }
    if (state.locked) return { ok: false, error: { code: 'locked' } }
    return ofApproved(command, args)
  }
  const ofApproved = (command: string, args: Record<string, unknown>): Reply => {
    const vrm = String(args['vrm'])
    switch (command) {
      case 'lookup.get':
        return { ok: true, value: { rows: (args['vrms'] as string[]).map(summary) } }
      case 'lookup.recent':
        return { ok: true, value: { rows: (scene.recents ?? []).slice(0, Number(args['limit'])) } }
      case 'lookup.start': {
        const row = { ...summary(vrm), pending: 'processing' as const, failed: null }
        known.set(vrm, row)
        later(() => void settle(vrm))
        return { ok: true, value: row }
      }
      case 'answer.get':
        return { ok: true, value: { text: `${vrm}: respuesta para el cliente.` } }
      case 'batch.start': {
        const vrms = args['vrms'] as string[]
        if (batch?.id !== args['id']) {
          batch = { id: String(args['id']), state: 'running', total: vrms.length, settled: 0 }
          queue = [...vrms]
          later(nextOfBatch)
        }
        return { ok: true, value: batch }
      }
      case 'batch.get':
        return batch?.id === args['id']
          ? { ok: true, value: batch }
          : { ok: false, error: { code: 'not-found' } }
      case 'batch.stop':
        if (batch) batch = { ...batch, state: 'stopped' }
        return { ok: true, value: batch }
      default:
        return { ok: true, value: {} }
    }
  }

  return {
    asked,
    /** `chrome.runtime.connectNative`. */
    connect(): FakePort {
      const [browser, host] = portPair('native')
      if (scene.host === 'missing' || scene.host === 'forbidden') {
        const message =
          scene.host === 'missing'
            ? 'Specified native messaging host not found.'
            : 'Access to the specified native messaging host is forbidden.'
        browser.error = { message }
        later(() => void browser.onDisconnect.emit(browser))
        return browser
      }
      ports.add(host)
      host.onDisconnect.addListener(() => ports.delete(host))
      host.onMessage.addListener((message) => {
        const frame = message as Frame
        asked.push(frame)
        const reply = answer(frame)
        if (reply) host.postMessage({ id: frame.id, ...reply })
      })
      return browser
    },
    /** It is opened or closed. */
    run(now: boolean) {
      running = now
      tell('host', { connected: now })
    },
    change(part: Partial<HostState>) {
      state = { ...state, ...part }
      tell('state', state)
    },
    learn,
    /** The native host dies. */
    drop() {
      for (const port of ports) port.disconnect()
      ports.clear()
    },
  }
}
