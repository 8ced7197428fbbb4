import type {
  CommandArgs,
  CommandName,
  CommandResult,
  TopicName,
  TopicPayload,
} from '#shared/bridge/contract.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { Diagnosis } from '#shared/bridge/diagnosis.ts'
import type { LookupView, PendingLookup, RecentLookup, Verdict } from '#shared/bridge/lookup.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import type { Bridge, LinkState, TransferOptions } from '#renderer/bridge.ts'
import { answerAccount } from './fake-accounts.ts'
import { noComplete } from './no-complete.ts'

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
  complete: Record<string, CompleteView>
  /** The bytes of every `complete.pdf`, or why there are none. */
  pdf?: Uint8Array | AppError
  diagnosis?: Diagnosis
  /** Commands that end in an error. */
  refuses?: Partial<Record<CommandName, AppError>>
  /** Commands whose answer waits for `release`. */
  holds?: readonly CommandName[]
}

/** The core, in memory: obeys the contract, answers at once, and keeps a record of what it was asked. */
export class FakeBridge implements Bridge {
  readonly calls: { name: string; args: unknown }[] = []
  readonly scene: Scene
  readonly #now: () => number
  readonly #topics = new Map<string, Set<(payload: never) => void>>()
  readonly #stateListeners = new Set<(state: LinkState) => void>()
  #version = 1
  #held: (() => void)[] = []

  /** Lets the answers that wait go. */
  release() {
    for (const go of this.#held.splice(0)) go()
  }

  constructor(scene: Scene, now: () => number) {
    this.scene = scene
    this.#now = now
  }

  async call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>> {
    this.calls.push({ name, args })
    await Promise.resolve()
    if (this.scene.holds?.includes(name)) await new Promise<void>((resolve) => this.#held.push(resolve))
    if (this.scene.link !== 'connected') return fail('bridge-lost')
    return this.#answer(name, args as never) as Result<CommandResult<N>>
  }

  #answer(name: CommandName, args: Record<string, never>): Result<unknown> {
    const { scene } = this
    const refusal = scene.refuses?.[name]
    if (refusal) return { ok: false, error: refusal }
    if (name.startsWith('accounts.') || name.startsWith('keychain.'))
      return answerAccount(this, name, args as never, this.#now())
    if (name.startsWith('complete.')) return this.#complete(name, args as never)
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
        return ok(this.#history(args as never))
      case 'diagnosis.run':
        return scene.diagnosis ? ok(scene.diagnosis) : fail('internal')
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

  /** Another account becomes the active one, from this window or from another. */
  activate(id: string) {
    const account = this.scene.slices.accounts.find((one) => one.id === id)
    if (account) this.setSlice('profile', { id, environment: account.environment, name: account.name })
  }

  #complete(name: CommandName, args: { vrm: string; id: string; how?: string }): Result<unknown> {
    const vrm = args.vrm ?? this.#requested(args.id)
    const before = this.scene.complete[vrm] ?? noComplete(vrm)
    if (name === 'complete.get') return ok(before)
    const asking = name === 'complete.request' || args.how === 'resend' || args.how === 'found'
    const after: CompleteView = {
      ...before,
      request: asking ? { id: 'q1', vrm, state: 'sending', requestedAt: this.#now(), attempts: 0 } : null,
      thisMonth: before.thisMonth + (name === 'complete.request' ? 1 : 0),
    }
    this.setComplete(after)
    this.setSlice(
      'uncertain',
      this.scene.slices.uncertain.filter((one) => one.vrm !== vrm),
    )
    return ok(after)
  }

  #requested(id: string): string {
    const views = Object.values(this.scene.complete)
    return views.find((view) => view.request?.id === id)?.vrm ?? ''
  }

  #history({ query, before, limit, vrm }: CommandArgs<'lookup.history'>) {
    const wanted = query.toUpperCase().replace(/\s/g, '')
    const found = this.scene.history.filter(
      (row) =>
        (vrm === undefined || row.vrm === vrm) &&
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

  setComplete(view: CompleteView) {
    this.scene.complete[view.vrm] = view
    this.emit('changed', { kind: 'complete', ids: [view.vrm], version: this.#version + 1 })
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

  read(name: string, args: unknown, options: TransferOptions = {}): Promise<Result<Blob>> {
    const { pdf } = this.scene
    if (pdf && !(pdf instanceof Uint8Array)) {
      this.calls.push({ name, args })
      return Promise.resolve({ ok: false, error: pdf })
    }
    return this.#transfer(name, args, options, new Blob([(pdf ?? new Uint8Array()) as BlobPart]))
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
