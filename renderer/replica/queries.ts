import { createStore } from 'zustand/vanilla'
import type { CommandArgs, CommandName, CommandResult, TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Bridge } from '../bridge.ts'

/** The commands that only read, which a screen may keep asking. */
export type QueryName = Extract<
  CommandName,
  | 'app.abilities'
  | 'store.newest-copy'
  | `lookup.${'get' | 'recent' | 'queue' | 'history' | 'suggest'}`
  | 'complete.get'
  | 'changes.get'
  | `procedures.${'abilities' | 'draft-get' | 'outbox' | 'preflight'}`
  | 'inbox.list'
  | 'annotations.get'
  | `cases.${'facets' | 'counts' | 'find' | 'labels'}`
  | 'views.list'
  | `service-documents.${'list' | 'usage'}`
  | 'attachments.list'
  | 'simulator.abilities'
  | `signature-requests.${'get' | 'list'}`
  | `signatures.${'counts' | 'get' | 'list' | 'of'}`
  | 'contacts.find'
  | 'municipalities.find'
>

export interface QueryEntry<N extends QueryName = QueryName> {
  data: CommandResult<N> | undefined
  error: AppError | undefined
}

/** Answers nobody looks at are kept so that going back shows them at once; the oldest leave. */
const KEPT_ANSWERS = 60

interface Watched {
  name: QueryName
  args: unknown
  watchers: number
  asking: boolean
  dirty: boolean
}

export const queryKey = <N extends QueryName>(name: N, args: CommandArgs<N>) =>
  `${name} ${JSON.stringify(args)}`

/** Answers of these are about one kind of thing alone. What is not named here is asked again at every change. */
const ABOUT: Readonly<Partial<Record<string, TopicPayload<'changed'>['kind']>>> = {
  lookup: 'lookup',
  complete: 'complete',
  procedures: 'draft',
  inbox: 'inbox',
  annotations: 'resource',
  cases: 'resource',
  views: 'views',
  'signature-requests': 'signature-request',
  contacts: 'contact',
}

function isConcerned({ name, args }: Watched, { kind, ids }: TopicPayload<'changed'>): boolean {
  const about = ABOUT[name.slice(0, name.indexOf('.'))]
  // The pre-flight is also about the plate's verdict and what is followed.
  if (about === undefined || name === 'procedures.preflight') return true
  const { vrm, id = vrm } = args as { vrm?: string; id?: string }
  // A complete report counts in its plate's verdict, and is a row of the history.
  const concerns = about === kind || (about === 'lookup' && kind === 'complete')
  return concerns && (id === undefined || ids.length === 0 || ids.includes(id))
}

/**
 * Queries that the screens watch: asked when the first watcher comes, asked again when the core says that
 * something changed. One question in flight per query; a change meanwhile asks once more.
 */
export function createQueries(bridge: Bridge) {
  const store = createStore<Record<string, QueryEntry>>(() => ({}))
  const watched = new Map<string, Watched>()
  /** Grows whenever every answer is forgotten: what is still on screen is then asked anew. */
  const generations = createStore<number>(() => 0)

  const put = (key: string, entry: QueryEntry) =>
    store.setState((entries) => {
      const { [key]: _old, ...others } = entries
      const next: Record<string, QueryEntry> = { ...others, [key]: entry }
      for (const old of Object.keys(others)) {
        if (Object.keys(next).length <= KEPT_ANSWERS) break
        if (!watched.has(old)) delete next[old]
      }
      return next
    }, true)

  const ask = async (key: string, query: Watched) => {
    if (query.asking) {
      query.dirty = true
      return
    }
    query.asking = true
    const asked = generations.getState()
    const answer = await bridge.call(query.name, query.args as never)
    query.asking = false
    // Asked for another account: nothing of it may appear in this one.
    if (asked !== generations.getState()) query.dirty = true
    const before = store.getState()[key]
    if (query.dirty) {
      query.dirty = false
      if (query.watchers > 0) return void ask(key, query)
    }
    if (asked !== generations.getState()) return
    // A failed question never wipes what was known: it stays on screen, with its age.
    put(
      key,
      answer.ok ? { data: answer.value, error: undefined } : { data: before?.data, error: answer.error },
    )
  }

  const refetch = (concerns: (query: Watched) => boolean) => {
    for (const [key, query] of watched) if (query.watchers > 0 && concerns(query)) void ask(key, query)
  }
  const refetchAll = () => refetch(() => true)

  bridge.on('changed', (change) => refetch((query) => isConcerned(query, change)))

  return {
    store,
    generations,
    refetchAll,
    /** Forgets every answer, also those on their way: they are another account's. */
    clear() {
      store.setState({}, true)
      generations.setState((one) => one + 1, true)
    },
    /** Forgets the answers that nobody looks at. */
    forgetUnwatched: () =>
      store.setState(
        (entries) => Object.fromEntries(Object.entries(entries).filter(([key]) => watched.has(key))),
        true,
      ),
    watch<N extends QueryName>(name: N, args: CommandArgs<N>): () => void {
      const key = queryKey(name, args)
      const query = watched.get(key) ?? { name, args, watchers: 0, asking: false, dirty: false }
      watched.set(key, query)
      query.watchers += 1
      if (query.watchers === 1) void ask(key, query)
      return () => {
        query.watchers -= 1
        if (query.watchers === 0 && watched.get(key) === query) watched.delete(key)
      }
    },
    /** Asks before the screen that will watch it is there. What fails is asked again by whoever watches. */
    async prefetch<N extends QueryName>(name: N, args: CommandArgs<N>): Promise<void> {
      const key = queryKey(name, args)
      const asked = generations.getState()
      if (watched.has(key)) return
      const answer = await bridge.call(name, args)
      if (answer.ok && asked === generations.getState() && !watched.has(key))
        put(key, { data: answer.value, error: undefined })
    },
    /** Another command answered the same thing: show it without asking. */
    put<N extends QueryName>(name: N, args: CommandArgs<N>, data: CommandResult<N>) {
      const key = queryKey(name, args)
      const query = watched.get(key)
      // An older question still in flight must not overwrite this answer.
      if (query?.asking) query.dirty = true
      put(key, { data, error: undefined })
    },
  }
}

export type Queries = ReturnType<typeof createQueries>
