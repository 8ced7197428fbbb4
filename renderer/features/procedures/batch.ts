import { createStore } from 'zustand/vanilla'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { TransferProgress } from '../../bridge.ts'
import { fileProblem, type IntakeProblem, isFinal } from '../documents/intake.ts'
import type { FileGuess } from '../documents/recognise-file.ts'
import type { MadeDocument } from '../document-tools/tool-source.ts'
import { type AttachmentFor, type GoalItem, type SolvableIncident, withGoals } from './attachment-goals.ts'

/** A document to attach, before it is sent. Its `id` will be that of its attachment. */
export interface BatchItem extends GoalItem {
  id: string
  file: File
  reading?: FileGuess['reading']
  /** `checking`: what it is is not known yet; `failed`: it was not taken, or cannot be (`problem`). */
  state: 'checking' | 'ready' | 'sending' | 'failed'
  problem?: IntakeProblem
}

export interface BatchState {
  /** Purpose it was opened for; `undefined` while closed. */
  opened: AttachmentFor | undefined
  items: readonly BatchItem[]
  /** Names of files that were already in it. */
  repeated: readonly string[]
  folders: readonly string[]
  sending: { n: number; of: number; name: string; progress: TransferProgress } | null
}

export interface BatchDeps {
  newId: () => string
  recognise: (file: File, missing: readonly (readonly string[])[], signal: AbortSignal) => Promise<FileGuess>
  send: (
    item: BatchItem,
    options: { signal: AbortSignal; onProgress: (progress: { loaded: number }) => void },
  ) => Promise<Result<Attachment>>
  onGiven: (attachment: Attachment) => void
  /** All were tried. @param given the first of those that were taken */
  onSent: (outcome: { given: Attachment | null; sent: number; left: number }) => void
}

const CLOSED: BatchState = { opened: undefined, items: [], repeated: [], folders: [], sending: null }

/** What the procedure says about a document that is chosen for it. */
export interface BatchContext {
  incidents: readonly SolvableIncident[]
  /** Type of a document for an incident; '' if unknown. */
  presetType: (goal: AttachmentFor) => string
  maxBytes: number
  /** Types that would meet each requirement that it lacks, with these already chosen. */
  missing: (staged: readonly string[]) => readonly (readonly string[])[]
}

/**
 * Documents for an open procedure, from the moment that they are chosen: each is recognised, may be corrected, and
 * leaves at one deliberate act as an item of its own. It outlives the page that began it.
 */
export function createBatch({ newId, recognise, send, onGiven, onSent }: BatchDeps) {
  const store = createStore<BatchState>(() => CLOSED)
  let context: BatchContext = {
    incidents: [],
    presetType: () => '',
    maxBytes: Infinity,
    missing: () => [],
  }
  let reading = new AbortController()
  let sending: AbortController | null = null
  /** One file is looked at after the other. */
  let turn: Promise<unknown> = Promise.resolve()

  const get = store.getState
  const put = (items: readonly BatchItem[]) => store.setState({ items: withGoals(items, context.incidents) })
  const change = (id: string, fields: Partial<BatchItem>) =>
    put(get().items.map((item) => (item.id === id ? { ...item, ...fields } : item)))
  const has = (id: string) => get().items.some((item) => item.id === id)

  async function look(id: string, file: File, hasType: boolean, { signal }: AbortController): Promise<void> {
    if (signal.aborted || !has(id)) return
    const why = await fileProblem(file, context.maxBytes)
    if (signal.aborted || !has(id)) return
    if (why) return change(id, { state: 'failed', problem: { why } })
    const same = await sameAs(id, file)
    if (signal.aborted || !has(id)) return
    if (same) {
      const items = get().items.filter((item) => item.id !== id)
      store.setState({ repeated: [...get().repeated, file.name] })
      return put(items)
    }
    if (hasType) return change(id, { state: 'ready' })
    const staged = get().items.flatMap((item) => (item.state === 'ready' ? [item.type] : []))
    const guess = await recognise(file, context.missing(staged), signal).catch(() => null)
    if (signal.aborted) return
    change(id, guess ? { ...guess, guessed: true, state: 'ready' } : { state: 'ready' })
  }

  /** Another file of the batch before this one has the same content. */
  async function sameAs(id: string, file: File): Promise<boolean> {
    const items = get().items
    const before = items.slice(
      0,
      items.findIndex((item) => item.id === id),
    )
    for (const other of before) {
      if (other.file.size !== file.size || other.state === 'failed') continue
      if (await isSameContent(other.file, file).catch(() => false)) return true
    }
    return false
  }

  async function sendAll(items: readonly BatchItem[]): Promise<void> {
    const own = new AbortController()
    sending = own
    // As they read when the user sent them: one that has left frees its incident for no other.
    put(get().items.map((item) => ({ ...item, goalChosen: true })))
    const { signal } = own
    const isStopped = () => signal.aborted
    let given: Attachment | null = null
    let sent = 0
    for (const [at, { id }] of items.entries()) {
      const item = get().items.find((one) => one.id === id)
      if (isStopped() || !item) break
      const { name, size } = item.file
      const show = (loaded: number) =>
        store.setState({ sending: { n: at + 1, of: items.length, name, progress: { loaded, total: size } } })
      show(0)
      const { problem: _, ...rest } = item
      put(get().items.map((one) => (one.id === id ? { ...rest, state: 'sending' } : one)))
      const answer = await send(item, {
        signal,
        onProgress: ({ loaded }) => !isStopped() && show(loaded),
      })
      if (answer.ok) {
        put(get().items.filter((one) => one.id !== id))
        onGiven(answer.value)
        given ??= answer.value
        sent += 1
        continue
      }
      const { code } = answer.error
      if (isStopped() || code === 'locked' || code === 'cancelled') {
        change(id, { state: 'ready' })
        break
      }
      change(id, { state: isFinal(code) ? 'failed' : 'ready', problem: { why: code } })
      // The rest would fail alike.
      if (code === 'bridge-lost' || code === 'disk-full' || code === 'nothing-persists') break
    }
    if (sending !== own) return
    sending = null
    const left = get().items.length
    store.setState(left === 0 ? CLOSED : { sending: null })
    onSent({ given, sent, left })
  }

  return {
    store,
    /** What is known of the procedure now. */
    learn(now: BatchContext) {
      context = now
      const { items, sending: busy } = get()
      if (busy) return
      // An incident that is over, or already being solved, takes no document.
      const isKnown = (goal: AttachmentFor) => goal === null || now.incidents.some(({ id }) => id === goal)
      const next = withGoals(
        items.map((item) => (isKnown(item.goal) ? item : { ...item, goal: null, goalChosen: false })),
        now.incidents,
      )
      if (next.some((item, at) => item !== items[at])) store.setState({ items: next })
    },
    open(goal: AttachmentFor) {
      if (get().sending) return
      reading.abort()
      reading = new AbortController()
      store.setState({ ...CLOSED, opened: goal })
    },
    close() {
      reading.abort()
      sending?.abort()
      sending = null
      store.setState(CLOSED)
    },
    /**
     * Adds dropped, chosen or pasted files. While closed it opens for the likely purpose if there is one file, and for
     * the procedure if there are several: each then finds its own.
     */
    add(files: readonly File[], folders: readonly string[], likely: AttachmentFor) {
      const { opened, sending: busy, items, folders: before } = get()
      if (busy || files.length + folders.length === 0) return
      if (reading.signal.aborted) reading = new AbortController()
      const goal = opened === undefined ? (files.length === 1 ? likely : null) : opened
      // What could not be taken was a try: another choice takes its place.
      const kept = items.filter(({ state }) => state !== 'failed')
      const added = files.map((file, at): BatchItem => {
        const mine = at === 0 && kept.length === 0 ? goal : null
        const preset = mine === null ? '' : context.presetType(mine)
        return {
          id: newId(),
          file,
          type: preset || 'other',
          guessed: preset === '',
          goal: mine,
          goalChosen: mine !== null,
          state: 'checking',
        }
      })
      store.setState({
        opened: goal,
        repeated: [],
        folders: files.length > 0 ? folders : [...before, ...folders],
      })
      put([...kept, ...added])
      for (const { id, file, guessed } of added) {
        const own = reading
        turn = turn.then(() => look(id, file, !guessed, own).catch(() => change(id, { state: 'ready' })))
      }
    },
    /** Cut, turned or joined: the results take the place of the originals. @returns how to undo it */
    replace(ids: readonly string[], results: readonly MadeDocument[], keepType: boolean): () => void {
      const before = get().items
      const at = Math.max(
        0,
        before.findIndex(({ id }) => ids.includes(id)),
      )
      const first = before[at]
      const made = results.map(({ file, guess }, index): BatchItem => ({
        id: newId(),
        file,
        ...(keepType && first
          ? { type: first.type, guessed: first.guessed, reason: first.reason }
          : { type: guess?.type ?? 'other', guessed: true, reason: guess?.reason }),
        goal: index === 0 ? (first?.goal ?? null) : null,
        goalChosen: index === 0 && first?.goalChosen === true,
        state: 'checking',
      }))
      const others = before.filter(({ id }) => !ids.includes(id))
      put([...others.slice(0, at), ...made, ...others.slice(at)])
      const isKnown = keepType || results.every(({ guess }) => guess !== undefined)
      for (const { id, file } of made) {
        const own = reading
        turn = turn.then(() => look(id, file, isKnown, own).catch(() => change(id, { state: 'ready' })))
      }
      return () => {
        if (get().sending) return
        const names = new Set(made.map(({ id }) => id))
        const originals = before.filter(({ id }) => ids.includes(id))
        const rest = get().items.filter(({ id }) => !names.has(id))
        put([...rest.slice(0, at), ...originals, ...rest.slice(at)])
      }
    },
    setType: (id: string, type: string) => change(id, { type, guessed: false, reason: undefined }),
    trust() {
      put(get().items.map((item) => ({ ...item, guessed: false, reason: undefined })))
    },
    setGoal(id: string, goal: AttachmentFor) {
      const { items } = get()
      // One document for an incident: the other one gives it up.
      put(
        items.map((item) => {
          if (item.id === id) return { ...item, goal, goalChosen: true }
          return goal !== null && item.goal === goal ? { ...item, goal: null, goalChosen: true } : item
        }),
      )
    },
    remove: (id: string) => put(get().items.filter((item) => item.id !== id || item.state === 'sending')),
    forgetNotes: () => store.setState({ repeated: [], folders: [] }),
    /** Sends those that are ready: nothing leaves without this call. */
    async send(): Promise<void> {
      if (sending) return
      const ready = get().items.filter(({ state }) => state === 'ready')
      if (ready.length > 0) await sendAll(ready)
    },
    /** Stops after what was already taken: the rest stays here. */
    cancel() {
      sending?.abort()
    },
  }
}

export type Batch = ReturnType<typeof createBatch>

async function isSameContent(one: File, other: File): Promise<boolean> {
  const [first, second] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
  const bytes = new Uint8Array(second)
  return new Uint8Array(first).every((byte, at) => byte === bytes[at])
}
