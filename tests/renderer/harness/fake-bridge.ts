import { ABOUT } from './about.ts'
import {
  commands,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  type TopicName,
  type TopicPayload,
} from '#shared/bridge/contract.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { InboxRow, ResourceView } from '#shared/bridge/inbox.ts'
import type { Annotations } from '#shared/bridge/cases.ts'
import type { ServiceDocument, Attachment } from '#shared/bridge/service-documents.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import type { Bridge, LinkState, TransferOptions } from '#renderer/bridge.ts'
import { answerAccount } from './fake-accounts.ts'
import { answerChange } from './fake-changes.ts'
import { answerComplete } from './fake-complete.ts'
import { answerOffice, answerLocked } from './fake-office.ts'
import { answerInbox, inboxCountsOf } from './fake-inbox.ts'
import { answerLookup } from './fake-lookups.ts'
import { answerNotice } from './fake-notices.ts'
import { answerChecklists } from './fake-checklists.ts'
import { answerClientMessages } from './fake-client-messages.ts'
import { answerDeadlines } from './fake-deadlines.ts'
import { answerCases } from './fake-cases.ts'
import { answerAnnotations } from './fake-annotations.ts'
import { answerServiceDocuments } from './fake-service-documents.ts'
import { answerTypedOnce } from './fake-typed-once.ts'
import { answerDealers } from './fake-dealers.ts'
import { answerClientRequests } from './fake-client-requests.ts'
import { answerClients } from './fake-clients.ts'
import { answerLedger } from './fake-ledger.ts'
import { answerFigures } from './fake-figures.ts'
import { answerPlateLists } from './fake-plate-lists.ts'
import { answerWatches } from './fake-watches.ts'
import { answerTransferBatches } from './fake-transfer-batches.ts'
import { answerProcedure, draftCountsOf } from './fake-procedures.ts'
import { answerSignatureRequest } from './fake-signature-request.ts'
import { answerQuickLookup } from './fake-quick-lookup.ts'
import { answerExtension } from './fake-extension.ts'
import { answerRelay } from './fake-relay.ts'
import { answerUpdates } from './fake-updates.ts'
import { answerTraining } from './fake-training.ts'
import { createFakeTransfers, type FakeTransfers } from './fake-transfers.ts'
import { type Latency, noLatency } from './latency.ts'
import type { Scene } from './scene.ts'
import type { ReportsView } from './scene-base.ts'

/** In-memory core: obeys the contract, delays its answers, and records its calls. */
export class FakeBridge implements Bridge {
  readonly calls: { name: string; args: unknown }[] = []
  readonly scene: Scene
  readonly #now: () => number
  readonly #latency: () => Latency
  readonly #topics = new Map<string, Set<(payload: never) => void>>()
  readonly #transfers: FakeTransfers
  readonly #stateListeners = new Set<(state: LinkState) => void>()
  #version = 1
  #held: (() => void)[] = []
  #onTheWay = 0

  /** True while an answer is about to come; held ones do not count. */
  get busy(): boolean {
    return this.#onTheWay > 0
  }

  /** Number of answers that wait for a `release`. */
  get held(): number {
    return this.#held.length
  }

  /** Lets the answers that wait go. @param most of them, the oldest first */
  release(most = Number.POSITIVE_INFINITY) {
    for (const go of this.#held.splice(0, most)) go()
  }

  constructor(scene: Scene, now: () => number, latency = noLatency()) {
    this.scene = scene
    this.#now = now
    this.#latency = latency
    this.#transfers = createFakeTransfers(this, {
      now,
      latency,
      wait: (moment) => this.#wait(moment),
      hold: () => this.#hold(),
    })
  }

  async call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>> {
    this.calls.push({ name, args })
    const { arrive, answer } = this.#latency()
    const held = this.scene.holds?.includes(name) && this.#hold()
    await this.#wait(arrive())
    await held
    if (this.scene.link !== 'connected') return fail('bridge-lost')
    // The core refuses arguments that are not of the contract, and fills in the defaults.
    const checked = commands[name].args.safeParse(args)
    const found = !checked.success
      ? fail('invalid-request', badArguments(checked.error.issues[0]))
      : name === 'quick-lookup.test'
        ? await this.#untilPressed(args)
        : this.#answer(name, checked.data as never)
    await this.#wait(answer())
    if (this.scene.link !== 'connected') return fail('bridge-lost')
    // A core locked meanwhile withholds the result of what did not lock it.
    const withheld = name === 'lock.now' ? null : answerLocked(this, name)
    return (withheld ?? found) as Result<CommandResult<N>>
  }

  readonly #tests = new Map<string, (arrived: boolean) => void>()

  async #untilPressed(args: unknown): Promise<Result<unknown>> {
    const { id } = args as CommandArgs<'quick-lookup.test'>
    return ok({ arrived: await new Promise<boolean>((resolve) => this.#tests.set(id, resolve)) })
  }

  /** Ends every test of the shortcut, or one: it was pressed, or the time is over. @returns how many there were */
  press(arrived = true, id?: string): number {
    const tests = [...this.#tests].filter(([one]) => id === undefined || one === id)
    for (const [one, end] of tests) {
      this.#tests.delete(one)
      end(arrived)
    }
    return tests.length
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
    const report =
      answerComplete(this, name, args, this.#now()) ?? answerLookup(this, name, args, this.#now())
    if (report) return report
    const quickLookup = answerQuickLookup(this, name, args)
    if (quickLookup) return quickLookup
    const extension = answerExtension(this, name, args, this.#now())
    if (extension) return extension
    const updates = answerUpdates(this, name, this.#now())
    if (updates) return updates
    const training = answerTraining(this, name, args)
    if (training) return training
    const relay = answerRelay(this, name, args, this.#now())
    if (relay) return relay
    const lists = answerChecklists(this, name, args as never, this.#now())
    if (lists) return lists
    const message = answerClientMessages(this, name, args, this.#now())
    if (message) return message
    const dated = answerDeadlines(this, name, args, this.#now())
    if (dated) return dated
    const change = answerChange(this, name, args as never, this.#now())
    if (change) return change
    const inbox = answerInbox(this, name, args as never, this.#now())
    if (inbox) return inbox
    const serviceDocuments = answerServiceDocuments(this, name, args as never, this.#now())
    if (serviceDocuments) return serviceDocuments
    const page = scene.annotations && answerAnnotations(this, name, args as never, this.#now())
    if (page) return page
    const list = answerCases(this, name, args as never, this.#now())
    if (list) return list
    const side = answerAnnotations(this, name, args as never, this.#now())
    if (side) return side
    const notice = answerNotice(this, name, args)
    if (notice) return notice
    const typedOnce = answerTypedOnce(this, name, args as never, this.#now())
    if (typedOnce) return typedOnce
    const figures = answerFigures(this, name, args as never)
    if (figures) return figures
    const plateList = answerPlateLists(this, name, args as never, this.#now())
    if (plateList) return plateList
    const watch = answerWatches(this, name, args as never, this.#now())
    if (watch) return watch
    const dealer = answerDealers(this, name, args as never, this.#now())
    if (dealer) return dealer
    const clientRequests = answerClientRequests(this, name, args as never, this.#now())
    if (clientRequests) return clientRequests
    const client = answerClients(this, name, args as never)
    if (client) return client
    const ledger = answerLedger(this, name, args as never, this.#now())
    if (ledger) return ledger
    const batch = answerTransferBatches(this, name, args as never, this.#now())
    if (batch) return batch
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
      case 'desktop.get':
        return ok(scene.desktop ?? null)
      case 'desktop.start-with-session': {
        const { desktop } = scene
        // What the system has turned off, it alone turns on here.
        if (desktop && desktop.sessionStart !== 'blocked')
          scene.desktop = { ...desktop, sessionStart: args['on'] ? 'on' : 'off' }
        return ok(scene.desktop ?? null)
      }
      case 'scans.dismiss': {
        const { scans } = scene.slices
        const { ids } = args as unknown as CommandArgs<'scans.dismiss'>
        const files = scans.files.filter(({ id }) => !ids.includes(id))
        this.setSlice('scans', { ...scans, files, total: scans.total - scans.files.length + files.length })
        return ok({})
      }
      case 'app.choose-folder':
        return ok({ folder: scene.chooses ?? null })
      case 'app.open-route':
        return ok({ opened: true })
      case 'panel.close':
        return ok({ closed: scene.panel !== undefined })
      case 'banners.dismiss':
        this.setSlice('banners', [])
        return ok({})
      case 'health.dismiss': {
        const { health } = scene.slices
        const troubles = health.troubles.filter(({ part }) => part !== String(args['part']))
        if (troubles.length < health.troubles.length) this.setSlice('health', { ...health, troubles })
        return ok({})
      }
      case 'about.read':
        return ok(scene.about ?? ABOUT)
      case 'diagnosis.log':
        return ok({ text: '2026-07-22T10:00:00.000Z warn runtime: store restarted\n' })
      case 'diagnosis.dumps':
        return ok(scene.dumps ?? { count: 0, bytes: 0 })
      case 'diagnosis.run':
        return scene.diagnosis ? ok(scene.diagnosis) : fail('internal')
      default:
        return ok({})
    }
  }

  snapshot() {
    return { run: 'harness', version: this.#version, slices: this.scene.slices }
  }

  /** Makes another account active, as from this window or another. */
  activate(id: string) {
    const account = this.scene.slices.accounts.find((one) => one.id === id)
    if (account) this.setSlice('profile', { id, environment: account.environment, name: account.name })
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

  /** Publishes that stored data of that kind changed. */
  changed(kind: TopicPayload<'changed'>['kind'], ids: string[]) {
    this.emit('changed', { kind, ids, version: this.#version + 1 })
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
    return this.#transfers.read(name, args, options)
  }

  save(name: string, args: unknown, options: TransferOptions = {}): Promise<Result<void>> {
    return this.#transfers.save(name, args, options)
  }

  send(name: string, args: unknown, file: File, options: TransferOptions = {}): Promise<Result<never>> {
    return this.#transfers.send(name, args, file, options)
  }
}

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code'], detail?: string): { ok: false; error: AppError } => ({
  ok: false,
  error: { code, retryable: code === 'bridge-lost', ...(detail !== undefined && { detail }) },
})
const badArguments = (issue?: { path: PropertyKey[]; message: string }) =>
  issue ? `${issue.path.join('.')}: ${issue.message}` : ''
