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
  | `inbox.${'list' | 'groups' | 'groups-of'}`
  | 'notifications.unshown'
  | 'annotations.get'
  | `cases.${'facets' | 'counts' | 'find' | 'labels' | 'of-plate' | 'of-plates' | 'people'}`
  | 'views.list'
  | 'client-messages.get'
  | 'client-texts.list'
  | `figures.${'choices' | 'procedures' | 'states' | 'incidents' | 'verdicts' | 'spending'}`
  | `deadlines.${'list' | 'calendar'}`
  | `service-documents.${'list' | 'usage'}`
  | 'attachments.list'
  | `simulator.${'abilities' | 'pace'}`
  | `signature-requests.${'get' | 'list'}`
  | `signatures.${'counts' | 'get' | 'list' | 'of'}`
  | 'contacts.find'
  | 'municipalities.find'
  | 'training.list'
  | 'desktop.get'
  | 'remembered.get'
  | 'templates.list'
  | `plate-lists.${'list' | 'get'}`
  | `watches.${'counts' | 'of'}`
  | `dealers.${'list' | 'get'}`
  | `transfer-batches.${'list' | 'candidates' | 'get' | 'checks'}`
>

export interface QueryEntry<N extends QueryName = QueryName> {
  data: CommandResult<N> | undefined
  error: AppError | undefined
}

/** Unwatched answers kept, so that going back shows them at once; the oldest are dropped. */
const KEPT_ANSWERS = 60

interface Watched {
  name: QueryName
  args: unknown
  watchers: number
  asking: boolean
  /** The read in flight is followed by another. `overwritten`: its answer is older than what is shown, and is dropped. */
  dirty: false | 'changed' | 'overwritten'
}

/** An answer on its way to a query that may not be watched yet. `dirty`: a change overtook it. */
interface Taken extends Pick<Watched, 'name' | 'args'> {
  dirty: boolean
}

export const queryKey = <N extends QueryName>(name: N, args: CommandArgs<N>) =>
  `${name} ${JSON.stringify(args)}`

/** Queries that depend on one kind of change only. Any other is read again at every change. */
const ABOUT: Readonly<Partial<Record<string, TopicPayload<'changed'>['kind']>>> = {
  lookup: 'lookup',
  complete: 'complete',
  procedures: 'draft',
  inbox: 'inbox',
  notifications: 'inbox',
  annotations: 'resource',
  cases: 'resource',
  figures: 'resource',
  views: 'views',
  'client-texts': 'client-texts',
  'signature-requests': 'signature-request',
  contacts: 'contact',
  remembered: 'remembered',
  templates: 'template',
  'plate-lists': 'plate-list',
  watches: 'watch',
}

/** Queries about two kinds of change. */
const ABOUT_TWO: Readonly<Partial<Record<QueryName, readonly TopicPayload<'changed'>['kind'][]>>> = {
  'transfer-batches.list': ['transfer-batch', 'draft'],
  'transfer-batches.get': ['transfer-batch', 'draft'],
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
  // The system's state, and not data.
  if (name === 'desktop.get') return false
  const two = ABOUT_TWO[name]
  if (two) return two.includes(kind)
  const about = ABOUT[name.slice(0, name.indexOf('.'))]
  // These depend on things of several kinds.
  if (about === undefined || OF_SEVERAL.has(name)) return true
  const { vrm, id = vrm } = args as { vrm?: string; id?: string }
  // A complete report counts in its plate's verdict, and is a row of the history.
  const concerns = about === kind || (about === 'lookup' && kind === 'complete')
  return concerns && (id === undefined || ids.length === 0 || ids.includes(id))
}

/**
 * Queries watched by the screens: read for the first watcher, and again on a change pushed by the core. One request in
 * flight per query; a change meanwhile triggers another.
 * @param soon reads again what changed: a command's own answer is to be on screen first
 */
export function createQueries(bridge: Bridge, soon: (run: () => void) => void) {
  const store = createStore<Record<string, QueryEntry>>(() => ({}))
  const watched = new Map<string, Watched>()
  /** Grows whenever all answers are dropped: those on screen are then read again. */
  const generations = createStore<number>(() => 0)
  /** Answers that nothing has changed since, for the first watcher: it need not read them again. */
  const fresh = new Map<string, Pick<Watched, 'name' | 'args'>>()

  const put = (key: string, entry: QueryEntry) =>
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
    // Read for another account: it must not appear in this one.
    if (asked !== generations.getState()) query.dirty = 'overwritten'
    const before = store.getState()[key]
    const { dirty } = query
    query.dirty = false
    if (dirty && query.watchers > 0) void ask(key, query)
    if (asked !== generations.getState() || (dirty === 'overwritten' && query.watchers > 0)) return
    // A failed read keeps the previous answer on screen, with its age.
    put(
      key,
      answer.ok ? { data: answer.value, error: undefined } : { data: before?.data, error: answer.error },
    )
  }

  const refetch = (concerns: (query: Watched) => boolean) => {
    for (const [key, query] of watched) if (query.watchers > 0 && concerns(query)) void ask(key, query)
  }

  /** Queries whose answer is on its way to a screen that does not watch them yet, or comes with another command's. */
  const taking = new Set<Taken>()
  let changes: TopicPayload<'changed'>[] = []

  function readChanged() {
    const together = changes
    changes = []
    refetch((query) => together.some((change) => isConcerned(query, change)))
  }

  bridge.on('changed', (change) => {
    for (const query of taking) query.dirty ||= isConcerned(query, change)
    for (const [key, query] of fresh) if (isConcerned(query, change)) fresh.delete(key)
    changes.push(change)
    if (changes.length === 1) soon(readChanged)
  })

  /** Keeps an answer that no screen watches yet. */
  function keep(key: string, taken: Taken, data: unknown) {
    put(key, { data: data as never, error: undefined })
    if (!taken.dirty) fresh.set(key, taken)
  }

  return {
    store,
    generations,
    refetchAll() {
      fresh.clear()
      refetch(() => true)
    },
    /** Asks again whatever is watched under a name: what is shown of it may not be what the core has. */
    refetch: (name: QueryName) => refetch((query) => query.name === name),
    /** Forgets every answer, also those on their way: they are another account's. */
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
    /** Reads before the screen that will watch it is mounted. The watcher repeats a failed read. */
    async prefetch<N extends QueryName>(name: N, args: CommandArgs<N>): Promise<void> {
      const key = queryKey(name, args)
      const asked = generations.getState()
      if (watched.has(key)) return
      const taken = { name, args, dirty: false }
      taking.add(taken)
      const answer = await bridge.call(name, args)
      taking.delete(taken)
      if (answer.ok && asked === generations.getState() && !watched.has(key)) keep(key, taken, answer.value)
    },
    /**
     * Runs a command that answers the same as a query, and takes its answer without reading it. The answer of another
     * account is dropped; after one that a change overtook, the query is read again.
     */
    async take<N extends QueryName>(
      name: N,
      args: CommandArgs<N>,
      run: () => Promise<Result<CommandResult<N>>>,
    ): Promise<Result<CommandResult<N>>> {
      const key = queryKey(name, args)
      const taken = { name, args, dirty: false }
      const asked = generations.getState()
      taking.add(taken)
      const answer = await run()
      taking.delete(taken)
      const query = watched.get(key)
      if (asked !== generations.getState() || !answer.ok) return answer
      if (!query) keep(key, taken, answer.value)
      else if (taken.dirty) void ask(key, query)
      else {
        // An older read in flight must not overwrite this answer.
        if (query.asking) query.dirty = 'overwritten'
        put(key, { data: answer.value, error: undefined })
      }
      return answer
    },
    /** Its last answer, if there is one. */
    peek: <N extends QueryName>(name: N, args: CommandArgs<N>): CommandResult<N> | undefined =>
      (store.getState()[queryKey(name, args)] as QueryEntry<N> | undefined)?.data,
    /** Shows what a query is expected to answer. */
    put<N extends QueryName>(name: N, args: CommandArgs<N>, data: CommandResult<N>) {
      const key = queryKey(name, args)
      const query = watched.get(key)
      // An older read in flight must not overwrite this answer.
      if (query?.asking) query.dirty = 'overwritten'
      put(key, { data, error: undefined })
    },
  }
}

export type Queries = ReturnType<typeof createQueries>
