import type { PaceState } from '#shared/api/pace.ts'
import type {
  CommandArgs,
  CommandName,
  CommandResult,
  TopicName,
  TopicPayload,
  TransferName,
} from '#shared/bridge/contract.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { Diagnosis } from '#shared/bridge/diagnosis.ts'
import type { LookupView, PendingLookup, PlateReport, RecentLookup } from '#shared/bridge/lookup.ts'
import type { AttemptSummary, InboxRow, ResourceView } from '#shared/bridge/inbox.ts'
import type { Annotations } from '#shared/bridge/cases.ts'
import type { ServiceDocument, Attachment } from '#shared/bridge/service-documents.ts'
import type { Draft, ProcedureAbilities } from '#shared/bridge/procedures.ts'
import type { Duplicate } from '#shared/domain/procedures/duplicates.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { Bridge, LinkState, TransferOptions } from '#renderer/bridge.ts'
import { answerAccount } from './fake-accounts.ts'
import { answerChange } from './fake-changes.ts'
import { answerOffice, answerLocked, type FakeOffice, readCopy } from './fake-office.ts'
import { answerInbox, inboxCountsOf } from './fake-inbox.ts'
import { answerNotice } from './fake-notices.ts'
import { answerCases, type CasesScene } from './fake-cases.ts'
import { answerAnnotations } from './fake-annotations.ts'
import { answerServiceDocuments, receiveAttachment } from './fake-service-documents.ts'
import { answerProcedure, draftCountsOf, receiveDocument } from './fake-procedures.ts'
import { answerSignatureRequest, type SignatureRequestScene } from './fake-signature-request.ts'
import { answerRelay, type RelayScene } from './fake-relay.ts'
import { samplePdf } from './sample-pdf.ts'
import { answerTraining, type TrainingScene } from './fake-training.ts'
import { recentOf, viewOf } from './fake-lookups.ts'
import { type Latency, noLatency } from './latency.ts'
import { noComplete } from './no-complete.ts'
import type { ReportsView } from './scene-base.ts'

/** Initial data of a state of the gallery. */
export interface Scene extends CasesScene, SignatureRequestScene {
  slices: Slices
  views: Record<string, ReportsView>
  recent: RecentLookup[]
  today: number
  queue: PendingLookup[]
  history: PlateReport[]
  link: LinkState
  /** Answer of `lookup.start`; by default the lookup stays pending. */
  start?: (vrm: string) => Result<ReportsView>
  plates: { vrm: string; repaired: boolean }[]
  /** Folder chosen in the system's dialog, on a host that has one. */
  chooses?: string
  /** Transfers wait until they are cancelled. */
  transfersHang?: boolean
  complete: Record<string, CompleteView>
  /** Bytes of every `complete.pdf`, or its error. */
  pdf?: Uint8Array | AppError
  diagnosis?: Diagnosis
  /** Outcome of a test notification; `shown` by default. */
  testOutcome?: CommandResult<'notifications.test'>['outcome']
  attempts?: AttemptSummary
  /** Resources tracked by this PC, last added last; and resources that only the service has. */
  resources?: ResourceView[]
  elsewhere?: ResourceView[]
  /** Novedades, in any order. */
  inbox?: InboxRow[]
  /** Procedure drafts, oldest first; the bytes of their documents; the preflight's checks. */
  drafts?: Draft[]
  files?: Record<string, Uint8Array | AppError>
  abilities?: ProcedureAbilities
  preflight?: CommandResult<'procedures.preflight'>
  duplicates?: readonly Duplicate[]
  office?: FakeOffice
  /** Annotations, documents and attachments of procedures, by the procedure's id. */
  annotations?: Record<string, Annotations>
  serviceDocuments?: Record<string, ServiceDocument[]>
  attachments?: Attachment[]
  simulator?: boolean
  /** Scenarios of Ajustes, and what begins with each. */
  trainings?: TrainingScene
  starts?: Record<string, Training>
  pace?: PaceState
  relay?: RelayScene
  /** Commands and transfers that end in an error. */
  refuses?: Partial<Record<CommandName | TransferName, AppError>>
  /** Commands whose answer waits for `release`. */
  holds?: readonly CommandName[]
}

/** In-memory core: obeys the contract, delays its answers, and records its calls. */
export class FakeBridge implements Bridge {
  readonly calls: { name: string; args: unknown }[] = []
  readonly scene: Scene
  readonly #now: () => number
  readonly #latency: () => Latency
  readonly #topics = new Map<string, Set<(payload: never) => void>>()
  readonly #stateListeners = new Set<(state: LinkState) => void>()
  #version = 1
  #held: (() => void)[] = []
  #onTheWay = 0

  /** True while an answer is about to come; held ones do not count. */
  get busy(): boolean {
    return this.#onTheWay > 0
  }

  /** Lets the answers that wait go. @param most of them, the oldest first */
  release(most = Number.POSITIVE_INFINITY) {
    for (const go of this.#held.splice(0, most)) go()
  }

  constructor(scene: Scene, now: () => number, latency = noLatency()) {
    this.scene = scene
    this.#now = now
    this.#latency = latency
  }

  async call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>> {
    this.calls.push({ name, args })
    const { arrive, answer } = this.#latency()
    const held = this.scene.holds?.includes(name) && this.#hold()
    await this.#wait(arrive())
    await held
    if (this.scene.link !== 'connected') return fail('bridge-lost')
    const found = this.#answer(name, args as never)
    await this.#wait(answer())
    if (this.scene.link !== 'connected') return fail('bridge-lost')
    // A core locked meanwhile withholds the result.
    return (answerLocked(this, name) ?? found) as Result<CommandResult<N>>
  }

  async #wait(moment: Promise<void>) {
    this.#onTheWay += 1
    await moment
    this.#onTheWay -= 1
  }

  #hold() {
    return new Promise<void>((resolve) => this.#held.push(resolve))
  }

  #answer(name: CommandName, args: Record<string, never>): Result<unknown> {
    const { scene } = this
    const locked = answerLocked(this, name)
    if (locked) return locked
    const refusal = scene.refuses?.[name]
    if (refusal) return { ok: false, error: refusal }
    if (name.startsWith('accounts.') || name.startsWith('keychain.'))
      return answerAccount(this, name, args as never, this.#now())
    if (name.startsWith('complete.')) return this.#complete(name, args as never)
    const training = answerTraining(this, name, args)
    if (training) return training
    const relay = answerRelay(this, name, args, this.#now())
    if (relay) return relay
    const change = answerChange(this, name, args as never, this.#now())
    if (change) return change
    const inbox = answerInbox(this, name, args as never, this.#now())
    if (inbox) return inbox
    const serviceDocuments = answerServiceDocuments(this, name, args as never, this.#now())
    if (serviceDocuments) return serviceDocuments
    const page = scene.annotations && answerAnnotations(this, name, args as never)
    if (page) return page
    const list = answerCases(this, name, args as never, this.#now())
    if (list) return list
    const side = answerAnnotations(this, name, args as never)
    if (side) return side
    const notice = answerNotice(this, name, args)
    if (notice) return notice
    const office = answerOffice(this, name, args, this.#now())
    if (office) return office
    const signatureRequest = answerSignatureRequest(this, name, args as never, this.#now())
    if (signatureRequest) return signatureRequest
    const procedure = answerProcedure(this, name, args as never, this.#now())
    if (procedure) return procedure
    switch (name) {
      case 'app.snapshot':
        return ok(this.snapshot())
      case 'app.abilities':
        return ok({ choosesFolders: scene.chooses !== undefined })
      case 'app.choose-folder':
        return ok({ folder: scene.chooses ?? null })
      case 'settings.update':
        this.setSlice('settings', { ...scene.slices.settings, ...(args as object) })
        return ok(scene.slices.settings)
      case 'banners.dismiss':
        this.setSlice('banners', [])
        return ok({})
      case 'health.dismiss': {
        const { health } = scene.slices
        const troubles = health.troubles.filter(({ part }) => part !== String(args['part']))
        this.setSlice('health', { ...health, troubles })
        return ok({})
      }
      case 'diagnosis.log':
        return ok({ text: '2026-07-22T10:00:00.000Z warn runtime: store restarted\n' })
      case 'lookup.get':
        return ok(viewOf(scene, args['vrm'] as unknown as string))
      case 'lookup.start':
        return this.#start(args['vrm'] as unknown as string)
      case 'lookup.cancel':
        return this.#cancel(args['vrm'] as unknown as string)
      case 'lookup.recent':
        return ok({
          rows: scene.recent.slice(0, Number(args['limit'])).map((row) => recentOf(scene, row)),
          today: scene.today,
        })
      case 'lookup.queue':
        return ok({ rows: scene.queue })
      case 'lookup.suggest': {
        const query = String(args['query'])
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, '')
        const rows = query ? scene.recent.filter((row) => row.vrm.includes(query)) : []
        return ok({ rows: rows.slice(0, Number(args['limit'])).map((row) => recentOf(scene, row)) })
      }
      case 'lookup.history':
        return ok(this.#history(args as never))
      case 'diagnosis.run':
        return scene.diagnosis ? ok(scene.diagnosis) : fail('internal')
      default:
        return ok({})
    }
  }

  snapshot() {
    return { run: 'harness', version: this.#version, slices: this.scene.slices }
  }

  #start(vrm: string): Result<LookupView> {
    const result = this.scene.start?.(vrm) ?? {
      ok: true as const,
      value: {
        ...viewOf(this.scene, vrm),
        failed: null,
        pending: { vrm, state: 'asking' as const, requestedAt: this.#now() },
      },
    }
    if (!result.ok) return result
    this.setView(result.value)
    return { ok: true, value: viewOf(this.scene, vrm) }
  }

  #cancel(vrm: string): Result<LookupView> {
    const view = { ...viewOf(this.scene, vrm), pending: null }
    this.scene.queue = this.scene.queue.filter((row) => row.vrm !== vrm)
    this.setView(view)
    return ok(view) as Result<LookupView>
  }

  /** Makes another account active, as from this window or another. */
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

  /** Pushes a change. */
  setView(view: ReportsView) {
    this.scene.views[view.vrm] = view
    this.emit('changed', { kind: 'lookup', ids: [view.vrm], version: ++this.#version })
    // `changed` does not share the slices' counter.
    this.#version -= 1
  }

  setComplete(view: CompleteView) {
    this.scene.complete[view.vrm] = view
    this.emit('changed', { kind: 'complete', ids: [view.vrm], version: this.#version + 1 })
  }

  setResource(view: ResourceView): ResourceView {
    const all = this.scene.resources ?? []
    const at = all.findIndex(({ kind, id }) => kind === view.kind && id === view.id)
    this.scene.resources = at < 0 ? [...all, view] : all.with(at, view)
    this.emit('changed', { kind: 'resource', ids: [view.id], version: this.#version + 1 })
    return view
  }

  setDraft(draft: Draft): Draft {
    const all = this.scene.drafts ?? []
    const at = all.findIndex(({ id }) => id === draft.id)
    this.scene.drafts = at < 0 ? [...all, draft] : all.with(at, draft)
    this.setSlice('drafts', draftCountsOf(this.scene.drafts))
    this.emit('changed', { kind: 'draft', ids: [draft.id], version: this.#version + 1 })
    return draft
  }

  setAnnotations(id: string, desk: Annotations) {
    this.scene.annotations = { ...this.scene.annotations, [id]: desk }
    this.emit('changed', { kind: 'resource', ids: [id], version: this.#version + 1 })
  }

  setServiceDocuments(procedureId: string, serviceDocuments: ServiceDocument[]) {
    this.scene.serviceDocuments = { ...this.scene.serviceDocuments, [procedureId]: serviceDocuments }
    this.emit('changed', { kind: 'service-documents', ids: [procedureId], version: this.#version + 1 })
  }

  setAttachments(attachments: Attachment[]) {
    this.scene.attachments = attachments
    const ids = attachments.map(({ procedureId }) => procedureId)
    this.emit('changed', { kind: 'attachments', ids, version: this.#version + 1 })
  }

  setSignatureRequest(signatureRequest: SignatureRequest): SignatureRequest {
    const all = this.scene.signatureRequests ?? []
    const at = all.findIndex(({ id }) => id === signatureRequest.id)
    this.scene.signatureRequests = at < 0 ? [...all, signatureRequest] : all.with(at, signatureRequest)
    this.emit('changed', {
      kind: 'signature-request',
      ids: [signatureRequest.id],
      version: this.#version + 1,
    })
    return signatureRequest
  }

  /** Adds or changes rows of Novedades. `all`: the change does not name them. */
  setInbox(rows: readonly InboxRow[], all = false) {
    const seqs = new Set(rows.map(({ seq }) => seq))
    this.scene.inbox = [...(this.scene.inbox ?? []).filter(({ seq }) => !seqs.has(seq)), ...rows]
    this.emit('changed', { kind: 'inbox', ids: all ? [] : [...seqs].map(String), version: this.#version + 1 })
    this.setSlice('inboxCounts', inboxCountsOf(this.scene.inbox))
  }

  setSlice<N extends keyof Slices>(name: N, value: Slices[N]) {
    this.scene.slices = { ...this.scene.slices, [name]: value }
    this.#version += 1
    // A locked core pushes only the lock.
    if (name !== 'lock' && this.scene.slices.lock.locked) return
    this.emit('slice', { name, version: this.#version, value })
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
    if (name === 'procedures.document' || name === 'service-documents.open')
      return this.#document(name, args as { documentId: string }, options)
    const { pdf, refuses } = this.scene
    if (name === 'training.sample') {
      const refusal = refuses?.[name]
      if (refusal) return this.#refuse(name, args, refusal)
      return this.#transfer(
        name,
        args,
        options,
        new Blob([samplePdf([[(args as { type: string }).type]]) as BlobPart]),
      )
    }
    if (pdf && !(pdf instanceof Uint8Array)) return this.#refuse(name, args, pdf)
    return this.#transfer(name, args, options, new Blob([(pdf ?? new Uint8Array()) as BlobPart]))
  }

  save(name: string, args: unknown, options: TransferOptions = {}): Promise<Result<void>> {
    const refusal = this.scene.refuses?.[name as TransferName]
    if (refusal) return this.#refuse(name, args, refusal)
    return this.#transfer(name, args, options, undefined)
  }

  async send(name: string, args: unknown, file: File, options: TransferOptions = {}): Promise<Result<never>> {
    if (name === 'procedures.document-add') {
      const half = { loaded: file.size / 2, total: file.size }
      const arrived = await this.#transfer(name, args, options, null, half)
      const refusal = this.scene.refuses?.[name]
      if (refusal) return { ok: false, error: refusal }
      if (!arrived.ok) return arrived
      return (await receiveDocument(this, args as never, file, this.#now())) as Result<never>
    }
    if (name === 'contacts.import') {
      const value = this.scene.imported ?? { added: 0, updated: 0, refused: [] }
      return this.#transfer(name, { file: file.name }, options, value as never)
    }
    if (name === 'training.add') {
      const refusal = this.scene.refuses?.[name]
      if (refusal) return this.#refuse(name, { file: file.name }, refusal)
      const value = { id: 'propio', title: 'Escenario de la oficina' }
      return this.#transfer(name, { file: file.name }, options, value as never)
    }
    if (name === 'backup.read') {
      const arrived = await this.#transfer(name, args, options, null)
      if (!arrived.ok) return arrived
      return readCopy(this.scene.office ?? {}, (args as { passphrase: string }).passphrase) as Result<never>
    }
    if (name === 'attachments.add') {
      const half = { loaded: file.size / 2, total: file.size }
      const arrived = await this.#transfer(name, args, options, null, half)
      if (!arrived.ok) return arrived
      return receiveAttachment(this, args as never, this.#now()) as Result<never>
    }
    const value = { plates: this.scene.plates, unread: [], more: false } as never
    return this.#transfer(name, { ...(args as object), file: file.name }, options, value)
  }

  #document(name: string, args: { documentId: string }, options: TransferOptions): Promise<Result<Blob>> {
    const bytes = this.scene.files?.[args.documentId]
    if (bytes instanceof Uint8Array) return this.#transfer(name, args, options, new Blob([bytes as BlobPart]))
    return this.#refuse(name, args, bytes ?? fail('document-lost').error)
  }

  async #refuse(name: string, args: unknown, error: AppError): Promise<{ ok: false; error: AppError }> {
    this.calls.push({ name, args })
    const { arrive, answer } = this.#latency()
    await this.#wait(arrive().then(answer))
    return { ok: false, error }
  }

  async #transfer<T>(
    name: string,
    args: unknown,
    options: TransferOptions,
    value: T,
    progress = { loaded: 40, total: 100 },
  ): Promise<Result<T>> {
    this.calls.push({ name, args })
    options.onProgress?.(progress)
    const { arrive, answer } = this.#latency()
    const stopped = new Promise<true>((resolve) => {
      if (options.signal?.aborted) resolve(true)
      else options.signal?.addEventListener('abort', () => resolve(true), { once: true })
    })
    const arrived = this.scene.transfersHang ? this.#hold() : this.#wait(arrive().then(answer))
    if (await Promise.race([stopped, arrived])) return fail('cancelled')
    return { ok: true, value }
  }
}

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): { ok: false; error: AppError } => ({
  ok: false,
  error: { code, retryable: code === 'bridge-lost' },
})
