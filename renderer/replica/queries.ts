import { createStore } from 'zustand/vanilla'
import type { CommandArgs, CommandName, CommandResult, TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Bridge } from '../bridge.ts'

/** Read-only commands, which a screen may watch. */
export type QueryName = Extract<
  CommandName,
  | 'app.abilities'
  | 'store.copies'
  | `lookup.${'get' | 'recent' | 'queue' | 'history' | 'suggest'}`
  | 'complete.get'
  | 'changes.get'
  | `procedures.${'abilities' | 'draft-get' | 'outbox' | 'preflight'}`
  | 'handovers.list'
  | `inbox.${'list' | 'groups' | 'groups-of'}`
  | 'notifications.unshown'
  | 'annotations.get'
  | `cases.${'colleagues' | 'facets' | 'counts' | 'find' | 'labels' | 'of-plate' | 'of-plates' | 'people'}`
  | 'views.list'
  | 'client-messages.get'
  | 'checklists.list'
  | 'client-texts.list'
  | `figures.${'choices' | 'procedures' | 'states' | 'incidents' | 'verdicts' | 'spending'}`
  | `deadlines.${'list' | 'calendar'}`
  | `service-documents.${'list' | 'usage'}`
  | 'attachments.list'
  | `simulator.${'abilities' | 'pace'}`
  | `signature-requests.${'get' | 'list'}`
  | `signatures.${'counts' | 'get' | 'list' | 'of'}`
  | `contacts.${'alike' | 'find'}`
  | 'audit.day'
  | 'data-subjects.erasures'
  | 'municipalities.find'
  | 'training.list'
  | 'desktop.get'
  | 'remembered.get'
  | 'templates.list'
  | `plate-lists.${'list' | 'get'}`
  | `watches.${'counts' | 'of'}`
  | `dealers.${'list' | 'get'}`
  | `client-requests.${'of' | 'due'}`
  | `clients.${'get' | 'find' | 'offers'}`
  | `ledger.${'read' | 'month' | 'clients' | 'tariff'}`
  | `transfer-batches.${'list' | 'candidates' | 'get' | 'checks'}`
>

export interface QueryEntry<N extends QueryName = QueryName> {
  data: CommandResult<N> | undefined
  error: AppError | undefined
}

/** Maximum number of unwatched answers in the cache, for going back without waiting. The oldest are dropped. */
const KEPT_ANSWERS = 60

interface Watched {
  name: QueryName
  args: unknown
  watchers: number
  asking: boolean
  /**
   * Set if another read must follow the read in flight. `changed`: a change came. `overwritten`: the answer in flight
   * is stale, and is dropped.
   */
  dirty: false | 'changed' | 'overwritten'
}

/** Request in flight for a query that may not be watched yet. `dirty`: a change came before the answer. */
interface AnswerInFlight extends Pick<Watched, 'name' | 'args'> {
  dirty: boolean
}

export const queryKey = <N extends QueryName>(name: N, args: CommandArgs<N>) =>
  `${name} ${JSON.stringify(args)}`

type ChangeKind = TopicPayload<'changed'>['kind']

/**
 * Kinds of change on which a query, or the queries of a domain, depend. With one kind, only a change of the query's own
 * object counts. A query that is not listed depends on every change.
 */
const ABOUT: Readonly<Partial<Record<string, ChangeKind | readonly ChangeKind[]>>> = {
  lookup: 'lookup',
  complete: 'complete',
  procedures: 'draft',
  handovers: 'draft',
  inbox: 'inbox',
  notifications: 'inbox',
  annotations: 'resource',
  cases: 'resource',
  figures: 'resource',
  views: 'views',
  checklists: 'checklists',
  'client-texts': 'client-texts',
  'signature-requests': 'signature-request',
  contacts: 'contact',
  audit: 'audit',
  'data-subjects': 'audit',
  remembered: 'remembered',
  templates: ['template', 'checklists'],
  // The names of clients are of the cases.
  ledger: ['ledger', 'resource'],
  clients: ['ledger', 'resource'],
  'client-requests': ['client-request', 'resource', 'draft', 'service-documents', 'checklists', 'ledger'],
  'plate-lists': 'plate-list',
  watches: 'watch',
  'transfer-batches.list': ['transfer-batch', 'draft'],
  'transfer-batches.get': ['transfer-batch', 'draft', 'checklists'],
  'transfer-batches.candidates': ['plate-list', 'lookup'],
}

const OF_SEVERAL: ReadonlySet<QueryName> = new Set<QueryName>([
  'procedures.preflight',
  'cases.of-plate',
  'cases.of-plates',
  'watches.counts',
  'figures.verdicts',
  'figures.spending',
])

function isConcerned(
  { name, args }: Pick<Watched, 'name' | 'args'>,
  { kind, ids }: TopicPayload<'changed'>,
): boolean {
  // This query reads the state of the system, which no change concerns.
  if (name === 'desktop.get') return false
  const about = ABOUT[name] ?? ABOUT[name.slice(0, name.indexOf('.'))]
  if (typeof about === 'object') return about.includes(kind)
  // These queries depend on several kinds of data.
  if (about === undefined || OF_SEVERAL.has(name)) return true
  const { vrm, id = vrm } = args as { vrm?: string; id?: string }
  // A complete report counts in the verdict of its plate, and is a row of the history.
  const concerns = about === kind || (about === 'lookup' && kind === 'complete')
  return concerns && (id === undefined || ids.length === 0 || ids.includes(id))
}

/**
 * Cache of the queries that the screens watch. The first watcher reads a query, and each change that the core pushes
 * refetches it. Only one request per query is in flight. A change during the request triggers another one.
 * @param soon delays the refetch after a change, so that the answer of a command is on screen first
 */
export function createQueries(bridge: Bridge, soon: (run: () => void) => void) {
  const store = createStore<Record<string, QueryEntry>>(() => ({}))
  const watched = new Map<string, Watched>()
  /** Number of times that all answers were dropped. The watched queries are then refetched. */
  const generations = createStore<number>(() => 0)
  /** Unwatched answers that no change has invalidated. Their first watcher need not refetch them. */
  const fresh = new Map<string, Pick<Watched, 'name' | 'args'>>()

  const writeEntry = (key: string, entry: QueryEntry) =>
    store.setState((entries) => {
      const { [key]: _old, ...others } = entries
      const next: Record<string, QueryEntry> = { ...others, [key]: entry }
      for (const old of Object.keys(others)) {
        if (Object.keys(next).length <= KEPT_ANSWERS) break
        if (watched.has(old)) continue
        delete next[old]
        fresh.delete(old)
      }
      return next
    }, true)

  const ask = async (key: string, query: Watched) => {
    if (query.asking) {
      query.dirty ||= 'changed'
      return
    }
    query.asking = true
    const asked = generations.getState()
    const answer = await bridge.call(query.name, query.args as never)
    query.asking = false
    // An answer for the previous account must not appear in the present account.
    if (asked !== generations.getState()) query.dirty = 'overwritten'
    const before = store.getState()[key]
    const { dirty } = query
    query.dirty = false
    if (dirty && query.watchers > 0) void ask(key, query)
    if (asked !== generations.getState() || (dirty === 'overwritten' && query.watchers > 0)) return
    // After a failed read the previous answer stays on screen, with its age.
    writeEntry(
      key,
      answer.ok ? { data: answer.value, error: undefined } : { data: before?.data, error: answer.error },
    )
  }

  const refetch = (concerns: (query: Watched) => boolean) => {
    for (const [key, query] of watched) if (query.watchers > 0 && concerns(query)) void ask(key, query)
  }

  /** Requests in flight without a watcher: prefetches, and commands that answer a query. */
  const awaited = new Set<AnswerInFlight>()
  let changes: TopicPayload<'changed'>[] = []

  function readChanged() {
    const together = changes
    changes = []
    refetch((query) => together.some((change) => isConcerned(query, change)))
  }

  bridge.on('changed', (change) => {
    for (const query of awaited) query.dirty ||= isConcerned(query, change)
    for (const [key, query] of fresh) if (isConcerned(query, change)) fresh.delete(key)
    changes.push(change)
    if (changes.length === 1) soon(readChanged)
  })

  /** Caches an answer that no screen watches yet. */
  function cacheUnwatched(key: string, query: AnswerInFlight, data: unknown) {
    writeEntry(key, { data: data as never, error: undefined })
    if (!query.dirty) fresh.set(key, query)
  }

  return {
    store,
    generations,
    refetchAll() {
      fresh.clear()
      refetch(() => true)
    },
    /** Refetches the watched queries of a name. Call it when the screen may differ from the core. */
    refetch: (name: QueryName) => refetch((query) => query.name === name),
    /**
     * Drops every answer, and every answer in flight, because they belong to another account or the window is locked.
     */
    clear() {
      fresh.clear()
      store.setState({}, true)
      generations.setState((one) => one + 1, true)
    },
    /** Drops the unwatched answers. */
    forgetUnwatched() {
      fresh.clear()
      store.setState(
        (entries) => Object.fromEntries(Object.entries(entries).filter(([key]) => watched.has(key))),
        true,
      )
    },
    watch<N extends QueryName>(name: N, args: CommandArgs<N>): () => void {
      const key = queryKey(name, args)
      const query = watched.get(key) ?? { name, args, watchers: 0, asking: false, dirty: false }
      watched.set(key, query)
      query.watchers += 1
      const isFresh = fresh.delete(key)
      if (query.watchers === 1 && !isFresh) void ask(key, query)
      return () => {
        query.watchers -= 1
        if (query.watchers === 0 && watched.get(key) === query) watched.delete(key)
      }
    },
    /** Reads a query before its screen is mounted. After a failure, the first watcher reads it again. */
    async prefetch<N extends QueryName>(name: N, args: CommandArgs<N>): Promise<void> {
      const key = queryKey(name, args)
      const asked = generations.getState()
      if (watched.has(key)) return
      const query = { name, args, dirty: false }
      awaited.add(query)
      const answer = await bridge.call(name, args)
      awaited.delete(query)
      if (answer.ok && asked === generations.getState() && !watched.has(key))
        cacheUnwatched(key, query, answer.value)
    },
    /**
     * Runs a command whose answer is also the answer of a query, and caches it for that query. An answer for another
     * account is dropped. If a change came before the answer, the query is refetched.
     */
    async take<N extends QueryName>(
      name: N,
      args: CommandArgs<N>,
      run: () => Promise<Result<CommandResult<N>>>,
    ): Promise<Result<CommandResult<N>>> {
      const key = queryKey(name, args)
      const query = { name, args, dirty: false }
      const asked = generations.getState()
      awaited.add(query)
      const answer = await run()
      awaited.delete(query)
      const watchedQuery = watched.get(key)
      if (asked !== generations.getState() || !answer.ok) return answer
      if (!watchedQuery) cacheUnwatched(key, query, answer.value)
      else if (query.dirty) void ask(key, watchedQuery)
      else {
        // The older read in flight must not overwrite this answer.
        if (watchedQuery.asking) watchedQuery.dirty = 'overwritten'
        writeEntry(key, { data: answer.value, error: undefined })
      }
      return answer
    },
    /** Cached answer of a query; `undefined` without one. */
    peek: <N extends QueryName>(name: N, args: CommandArgs<N>): CommandResult<N> | undefined =>
      (store.getState()[queryKey(name, args)] as QueryEntry<N> | undefined)?.data,
    /** Writes an expected answer to the cache before the core confirms it. */
    put<N extends QueryName>(name: N, args: CommandArgs<N>, data: CommandResult<N>) {
      const key = queryKey(name, args)
      const query = watched.get(key)
      // The older read in flight must not overwrite this answer.
      if (query?.asking) query.dirty = 'overwritten'
      writeEntry(key, { data, error: undefined })
    },
  }
}

export type Queries = ReturnType<typeof createQueries>
