import type {
  CommandArgs,
  CommandName,
  CommandResult,
  TopicName,
  TopicPayload,
} from '#shared/bridge/contract.ts'
import type { LookupView, PendingLookup, RecentLookup, Verdict } from '#shared/bridge/lookup.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import type { Bridge, LinkState, TransferOptions } from '#renderer/bridge.ts'

/** What a state of the gallery starts from. */
export interface Scene {
  slices: Slices
  views: Record<string, LookupView>
  recent: RecentLookup[]
  today: number
  queue: PendingLookup[]
  history: Verdict[]
  link: LinkState
  /** The answer of `lookup.start`, when it is not to ask and stay asking. */
  start?: (vrm: string) => Result<LookupView>
  plates: { vrm: string; repaired: boolean }[]
  /** Transfers wait until they are cancelled. */
  transfersHang?: boolean
}

/** The core, in memory: obeys the contract, answers at once, and keeps a record of what it was asked. */
export class FakeBridge implements Bridge {
  readonly calls: { name: string; args: unknown }[] = []
  readonly scene: Scene
  readonly #now: () => number
  readonly #topics = new Map<string, Set<(payload: never) => void>>()
  readonly #stateListeners = new Set<(state: LinkState) => void>()
  #version = 1

  constructor(scene: Scene, now: () => number) {
    this.scene = scene
    this.#now = now
  }

  async call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>> {
    this.calls.push({ name, args })
    await Promise.resolve()
    if (this.scene.link !== 'connected') return fail('bridge-lost')
    return this.#answer(name, args as never) as Result<CommandResult<N>>
  }

  #answer(name: CommandName, args: Record<string, never>): Result<unknown> {
    const { scene } = this
    switch (name) {
      case 'app.snapshot':
        return ok({ run: 'harness', version: this.#version, slices: scene.slices })
      case 'settings.update':
        this.setSlice('settings', { ...scene.slices.settings, ...(args as object) })
        return ok(scene.slices.settings)
      case 'notices.dismiss':
        this.setSlice('notices', [])
        return ok({})
      case 'lookup.get':
        return ok(this.#view(args['vrm'] as unknown as string))
      case 'lookup.start':
        return this.#start(args['vrm'] as unknown as string)
      case 'lookup.cancel':
        return this.#cancel(args['vrm'] as unknown as string)
      case 'lookup.recent':
        return ok({ rows: scene.recent.slice(0, Number(args['limit'])), today: scene.today })
      case 'lookup.queue':
        return ok({ rows: scene.queue })
      case 'lookup.suggest': {
        const query = String(args['query'])
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, '')
        const rows = query ? scene.recent.filter((row) => row.vrm.includes(query)) : []
        return ok({ rows: rows.slice(0, Number(args['limit'])) })
      }
      case 'lookup.history':
        return ok(this.#history(String(args['query']), args['before'], Number(args['limit'])))
      default:
        return ok({})
    }
  }

  #view(vrm: string): LookupView {
    return this.scene.views[vrm] ?? { vrm, latest: null, previous: null, pending: null, failed: null }
  }

  #start(vrm: string): Result<LookupView> {
    const result = this.scene.start?.(vrm) ?? {
      ok: true as const,
      value: {
        ...this.#view(vrm),
        failed: null,
        pending: { vrm, state: 'asking' as const, requestedAt: this.#now() },
      },
    }
    if (result.ok) this.setView(result.value)
    return result
  }

  #cancel(vrm: string): Result<LookupView> {
    const view = { ...this.#view(vrm), pending: null }
    this.scene.queue = this.scene.queue.filter((row) => row.vrm !== vrm)
    this.setView(view)
    return ok(view) as Result<LookupView>
  }

  #history(query: string, before: number | undefined, limit: number) {
    const wanted = query.toUpperCase().replace(/\s/g, '')
    const found = this.scene.history.filter((row) =>
      `${row.vrm}|${row.vehicle?.brand ?? ''}${row.vehicle?.model ?? ''}|${row.vehicle?.vin ?? ''}`
        .toUpperCase()
        .replace(/\s/g, '')
        .includes(wanted),
    )
    const from = before === undefined ? 0 : found.findIndex((row) => row.checkedAt < before)
    const rows = from < 0 ? [] : found.slice(from, from + limit)
    const last = rows.at(-1)
    return { rows, next: last && found.at(-1) !== last ? last.checkedAt : null }
  }

  /** The core says that something changed. */
  setView(view: LookupView) {
    this.scene.views[view.vrm] = view
    this.emit('changed', { kind: 'lookup', ids: [view.vrm], version: ++this.#version })
    // `changed` does not share the slices' counter.
    this.#version -= 1
  }

  setSlice<N extends keyof Slices>(name: N, value: Slices[N]) {
    this.scene.slices = { ...this.scene.slices, [name]: value }
    this.emit('slice', { name, version: ++this.#version, value })
  }

  setLink(link: LinkState) {
    this.scene.link = link
    for (const listener of this.#stateListeners) listener(link)
  }

  emit<N extends TopicName>(topic: N, payload: TopicPayload<N>) {
    for (const listener of this.#topics.get(topic) ?? []) listener(payload as never)
  }

  on<N extends TopicName>(topic: N, listener: (payload: TopicPayload<N>) => void) {
    const listeners = this.#topics.get(topic) ?? new Set()
    this.#topics.set(topic, listeners)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  onState(listener: (state: LinkState) => void) {
    this.#stateListeners.add(listener)
    listener(this.scene.link)
    return () => void this.#stateListeners.delete(listener)
  }

  save(name: string, args: unknown, options: TransferOptions = {}): Promise<Result<void>> {
    return this.#transfer(name, args, options, undefined)
  }

  send(name: string, args: unknown, file: File, options: TransferOptions = {}): Promise<Result<never>> {
    const value = { plates: this.scene.plates, more: false } as never
    return this.#transfer(name, { ...(args as object), file: file.name }, options, value)
  }

  #transfer<T>(name: string, args: unknown, options: TransferOptions, value: T): Promise<Result<T>> {
    this.calls.push({ name, args })
    options.onProgress?.({ loaded: 40, total: 100 })
    if (!this.scene.transfersHang) return Promise.resolve({ ok: true, value })
    return new Promise((resolve) => {
      options.signal?.addEventListener('abort', () => resolve(fail('cancelled')))
    })
  }
}

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): { ok: false; error: AppError } => ({
  ok: false,
  error: { code, retryable: code === 'bridge-lost' },
})
