import { randomUUID } from 'node:crypto'
import type { ClientSubject } from '#shared/bridge/client-messages.ts'
import type {
  ClientRequests as Listed,
  DoneAct,
  RequestAsk,
  RequestOwner,
} from '#shared/bridge/client-requests.ts'
import type { CommandArgs, CommandResult } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import type { ClientChannel } from '#shared/domain/client-messages.ts'
import { defaultDays, nextReminder, type RequestChannel } from '#shared/domain/client-requests.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Emitter } from '../../runtime/emitter.ts'
import type { Log } from '../../runtime/log.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, WorkspaceEvents } from '../../workspace-types.ts'
import type { FiledRequest } from './client-requests.rules.ts'

/** Requests and reminders that are recorded when the user gives a text to a client. */
interface PlannedRecord {
  owner: RequestOwner | null
  /** Things that are asked for the first time, and open requests that are reminded. */
  asks: RequestAsk[]
  remind: { id: string; text: string }[]
}

/** Requests to clients: what was asked for, whom to remind, and what has come. */
export interface ClientRequests {
  list(owner: RequestOwner): Promise<Result<Listed>>
  ask(args: CommandArgs<'client-requests.ask'>): Promise<Result<Record<string, never>>>
  act(args: CommandArgs<'client-requests.act'>): Promise<Result<{ done: DoneAct[] }>>
  undo(done: DoneAct[]): Promise<Result<Record<string, never>>>
  due(show: 'today' | 'all'): Promise<Result<CommandResult<'client-requests.due'>>>
  /** Open requests with their files, for a message. */
  readOpen(ids: readonly string[]): Promise<FiledRequest[]>
  /** Missing documents of a procedure that the office has not asked for. */
  readMissing(procedureId: string): Promise<RequestAsk[]>
  /** Finds the requests and reminders that a text contains. `null` for a text without any. */
  planRecord(about: ClientSubject, choice: string): Promise<PlannedRecord | null>
  recordGiven(planned: PlannedRecord, channel: ClientChannel): Promise<DoneAct[]>
  /** Closes the requests of these procedures, drafts or signatures that have arrived, a moment later. */
  filesChanged(ids: readonly string[]): void
}

export interface ClientRequestDeps {
  call: StoreCall
  clock: Pick<Clock, 'now' | 'sleep'>
  log: Log
  /** True if this session stores anything. */
  persists: () => boolean
  hidesNames: () => boolean
  signal: AbortSignal
  emitter: Emitter<WorkspaceEvents>
  /** Called when a reminder may be due, or is no longer. */
  onDue: () => void
}

/** Delay that joins the changes of a sweep. */
const SOON_MS = 300

/** Key of the text that asks for what a file lacks. */
const ASK_CHOICE = 'request:ask'
/** Signature texts that ask for the signature. */
const SIGNATURE_ASKS: ReadonlySet<string> = new Set(['signature:submitted', 'signature:sent'])

const CHANNELS: Readonly<Record<ClientChannel, RequestChannel>> = {
  copy: 'message',
  email: 'email',
  whatsapp: 'whatsapp',
}

export function createClientRequests(deps: ClientRequestDeps): ClientRequests {
  const { call, clock, log, persists, hidesNames, signal, emitter, onDue } = deps
  const onChanged = emitter.emit('clientRequests')
  /** Changed files that are still to be settled. `null`: every file. */
  let changed: Set<string> | null = new Set()
  let isDue = false

  function publish(): void {
    onChanged()
    onDue()
  }

  async function settleSoon(): Promise<void> {
    try {
      await clock.sleep(SOON_MS, signal)
      isDue = false
      const ids = changed && [...changed]
      changed = new Set()
      if (!signal.aborted && persists() && (await call('settleClientRequests', ids, clock.now()))) publish()
    } catch (error) {
      isDue = false
      if (!signal.aborted) log.error('client requests: cannot close what has arrived', error)
    }
  }

  function filesChanged(ids: readonly string[] | null): void {
    if (ids === null) changed = null
    else for (const id of ids) changed?.add(id)
    if (isDue) return
    isDue = true
    void settleSoon()
  }

  async function store(owner: RequestOwner, args: Omit<CommandArgs<'client-requests.ask'>, 'owner'>) {
    const { asks, channel, due, next } = args
    const done = await call('addClientRequests', owner, asks, { channel, due, next }, clock.now())
    publish()
    return done
  }

  async function act(ids: readonly string[], what: CommandArgs<'client-requests.act'>['act']) {
    const acts = ids.map((id) => ({ id, act: randomUUID() }))
    const done = await call('actOnClientRequests', acts, what, clock.now())
    publish()
    return done
  }

  const withoutItems = (asks: readonly RequestAsk[], open: readonly { item: string }[]) =>
    asks.filter(({ item }) => !open.some((one) => one.item === item))

  async function planOf(
    owner: RequestOwner,
    wants: (ask: RequestAsk) => boolean,
  ): Promise<PlannedRecord | null> {
    const [askable, open] = await Promise.all([call('askableOf', owner), call('openRequestsOf', owner)])
    const wanted = askable.filter(wants)
    if (wanted.length === 0) return null
    return {
      owner,
      asks: withoutItems(wanted, open),
      remind: wanted.flatMap(({ item, text }) =>
        open.filter((one) => one.item === item).map(({ id }) => ({ id, text })),
      ),
    }
  }

  // Entries and names of a store that was opened or restored may have changed in any way.
  emitter.on('store', ({ state }) => state === 'open' && filesChanged(null))
  emitter.on('restored', () => filesChanged(null))
  // The lists decide what a file lacks.
  emitter.on('checklists', () => filesChanged(null))
  emitter.on('serviceDocuments', (id) => filesChanged([id]))
  emitter.on('resource', (_kind, id) => filesChanged([id]))
  emitter.on('draft', (id) => filesChanged(id === '' ? null : [id]))
  emitter.on('cases', (ids) => filesChanged(ids.length === 0 ? null : ids))

  return {
    async list(owner) {
      const found = await call('clientRequests', owner)
      return found ? ok(found) : fail(appError('not-found'))
    },

    async ask({ owner, ...args }) {
      if (!persists()) return fail(appError('nothing-persists'))
      if (!(await call('clientRequests', owner))) return fail(appError('not-found'))
      await store(owner, args)
      return ok({})
    },

    async act({ ids, act: what }) {
      if (!persists()) return fail(appError('nothing-persists'))
      return ok({ done: await act(ids, what) })
    },

    async undo(done) {
      if (!persists()) return fail(appError('nothing-persists'))
      await call('undoClientRequests', done, clock.now())
      publish()
      return ok({})
    },

    async due(show) {
      const found = await call('clientRequestsDue', show, clock.now())
      const groups = hidesNames() ? found.groups.map((group) => ({ ...group, client: '' })) : found.groups
      return ok({ ...found, groups })
    },

    readOpen: (ids) => call('openClientRequests', ids),

    async readMissing(procedureId) {
      const planned = await planOf({ procedureId }, ({ subject }) => subject === 'document')
      return planned?.asks ?? []
    },

    async planRecord(about, choice) {
      if (about.kind === 'plate') return null
      if (about.kind === 'signature')
        return SIGNATURE_ASKS.has(choice)
          ? planOf(await call('ownerOfSignature', about.id), ({ item }) => item === about.id)
          : null
      if (about.kind === 'requests') {
        const open = await call('openClientRequests', about.ids)
        return { owner: null, asks: [], remind: open.map(({ row: { id, text } }) => ({ id, text })) }
      }
      const owner = { procedureId: about.id }
      if (choice === ASK_CHOICE) {
        const asks = await this.readMissing(about.id)
        return asks.length === 0 ? null : { owner, asks, remind: [] }
      }
      const [situation = '', incident = ''] = choice.split('#')
      return situation.startsWith('incident:')
        ? planOf(owner, ({ subject, item }) => subject === 'incident' && item === incident)
        : null
    },

    async recordGiven({ owner, asks, remind }, channel) {
      if (!persists()) return []
      const today = isoDay(clock.now())
      const by = CHANNELS[channel]
      const added =
        owner === null || asks.length === 0
          ? []
          : await store(owner, {
              asks: asks.map((ask) => ({ ...ask, id: randomUUID() })),
              channel: by,
              ...defaultDays(today),
            })
      const ids = remind.map(({ id }) => id)
      const reminded =
        ids.length === 0 ? [] : await act(ids, { kind: 'remind', channel: by, next: nextReminder(today) })
      return [...added, ...reminded]
    },

    filesChanged,
  }
}

export const createClientRequestCommands = ({ ask }: AccountQuestions): CommandsOf<'client-requests'> => ({
  'client-requests.of': (owner) => ask(({ clientRequests }) => clientRequests.list(owner)),
  'client-requests.ask': (args) => ask(({ clientRequests }) => clientRequests.ask(args)),
  'client-requests.act': (args) => ask(({ clientRequests }) => clientRequests.act(args)),
  'client-requests.undo': ({ done }) => ask(({ clientRequests }) => clientRequests.undo(done)),
  'client-requests.due': ({ show }) => ask(({ clientRequests }) => clientRequests.due(show)),
})
