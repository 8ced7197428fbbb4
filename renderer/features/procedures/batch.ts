import { createStore } from 'zustand/vanilla'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import type { Result } from '#shared/bridge/result.ts'
import { isDeduced } from '#shared/domain/procedures/recognise-document.ts'
import type { OwnedDocument } from '#shared/domain/procedures/document-party.ts'
import { fileProblem, isFinal, sendProblem } from '../documents/feature.ts'
import type { FileGuess } from '../pdf/feature.ts'
import type { MadeDocument } from '../document-tools/feature.ts'
import {
  type AttachmentFor,
  type GoalItem,
  type SolvableIncident,
  withGoals,
  madeOf,
  undone,
  type BatchItem,
  type BatchState,
  CLOSED,
} from './batch-state.ts'

export interface BatchDeps {
  newId: () => string
  recognise: (file: File, missing: readonly (readonly string[])[], signal: AbortSignal) => Promise<FileGuess>
  send: (
    item: BatchItem,
    options: { signal: AbortSignal; onProgress: (progress: { loaded: number }) => void },
  ) => Promise<Result<Attachment>>
  onGiven: (attachment: Attachment) => void
  /** Called once every document was tried. @param given attachment of the first document that was accepted */
  onSent: (outcome: { given: Attachment | null; sent: number; left: number }) => void
}

/** Facts of the procedure that decide about a chosen document. */
export interface BatchContext {
  incidents: readonly SolvableIncident[]
  /** Returns the type of a document for an incident; '' if unknown. */
  presetType: (goal: AttachmentFor) => string
  maxBytes: number
  /**
   * Returns the types that would meet each missing requirement of the procedure, given the documents already chosen.
   */
  missing: (staged: readonly OwnedDocument[]) => readonly (readonly string[])[]
}

/**
 * Documents to attach to an open procedure, from the moment they are chosen. Each document is recognised and may be
 * corrected. One deliberate action sends the documents, each as a separate attachment. The batch outlives the page
 * that began it.
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
  /** Files are checked one at a time. */
  let turn: Promise<unknown> = Promise.resolve()

  const get = store.getState
  /** Ids of incidents whose document was sent, until the procedure shows this. */
  const answered = new Set<string>()
  /** Goals are not recomputed while sending: each document keeps the purpose with which the user sent it. */
  const setItems = (items: readonly BatchItem[]) => store.setState({ items: sending ? items : aimed(items) })
  const aimed = (items: readonly BatchItem[]) => {
    const asking = context.incidents.filter(({ id }) => !answered.has(id))
    return withGoals(items, asking, get().opened ?? null)
  }
  const changeItem = (id: string, fields: Partial<BatchItem>) =>
    setItems(get().items.map((item) => (item.id === id ? { ...item, ...fields } : item)))
  const has = (id: string) => get().items.some((item) => item.id === id)

  async function checkFile(
    id: string,
    file: File,
    hasType: boolean,
    { signal }: AbortController,
  ): Promise<void> {
    if (signal.aborted || !has(id)) return
    const why = await fileProblem(file, context.maxBytes)
    if (signal.aborted || !has(id)) return
    if (why) return changeItem(id, { state: 'failed', problem: { why } })
    const before = get().items.slice(
      0,
      get().items.findIndex((item) => item.id === id),
    )
    const same = await isAmong(file, before)
    if (signal.aborted || !has(id)) return
    if (same) {
      const items = get().items.filter((item) => item.id !== id)
      store.setState({ repeated: [...get().repeated, file.name] })
      return setItems(items)
    }
    if (hasType) return changeItem(id, { state: 'ready' })
    const staged = get().items.flatMap((item) =>
      item.state === 'ready' ? [{ type: item.type, name: item.file.name }] : [],
    )
    const guess = await recognise(file, context.missing(staged), signal).catch(() => null)
    const item = get().items.find((one) => one.id === id)
    if (signal.aborted || !item) return
    // The user may have chosen the type meanwhile.
    const { reading: found, ...type } = guess ?? {}
    changeItem(id, {
      ...(item.guessed && type),
      ...(found !== undefined && { reading: found }),
      state: 'ready',
    })
  }

  async function sendAll(items: readonly BatchItem[]): Promise<void> {
    const own = new AbortController()
    sending = own
    setItems(get().items.map((item) => ({ ...item, goalChosen: true })))
    const { signal } = own
    const isStopped = () => signal.aborted
    let given: Attachment | null = null
    let sent = 0
    for (const [at, { id }] of items.entries()) {
      const item = get().items.find((one) => one.id === id)
      if (isStopped()) break
      // The user has removed the document meanwhile.
      if (!item) continue
      const { name, size } = item.file
      const show = (loaded: number) =>
        store.setState({ sending: { n: at + 1, of: items.length, name, progress: { loaded, total: size } } })
      show(0)
      const { problem: _, ...rest } = item
      setItems(get().items.map((one) => (one.id === id ? { ...rest, state: 'sending' } : one)))
      const answer = await send(item, {
        signal,
        onProgress: ({ loaded }) => !isStopped() && show(loaded),
      })
      if (answer.ok) {
        if (item.goal !== null) answered.add(item.goal)
        if (get().change?.made.includes(id)) store.setState({ change: null })
        setItems(get().items.filter((one) => one.id !== id))
        onGiven(answer.value)
        given ??= answer.value
        sent += 1
        continue
      }
      const { code } = answer.error
      if (isStopped() || code === 'locked' || code === 'cancelled') {
        changeItem(id, { state: 'ready' })
        break
      }
      const problem = await sendProblem(item.file, answer.error)
      if (isStopped()) break
      changeItem(id, { state: isFinal(problem.why) ? 'failed' : 'ready', problem })
      if (STOPS_ALL.has(problem.why)) break
    }
    if (sending !== own) return
    sending = null
    const left = get().items.length
    // Files that were dropped while sending get their goals now.
    setItems(get().items)
    store.setState(left === 0 ? CLOSED : { sending: null })
    onSent({ given, sent, left })
  }

  return {
    store,
    /** Updates the facts of the procedure. */
    learn(now: BatchContext) {
      const before = context
      context = now
      const { items, opened, over, sending: busy } = get()
      if (busy) return
      const isAsking = (goal: AttachmentFor) => goal === null || now.incidents.some(({ id }) => id === goal)
      for (const id of answered) if (!isAsking(id)) answered.delete(id)
      const lost = items.filter(({ goal }) => !isAsking(goal))
      const isOver = opened !== undefined && !isAsking(opened)
      // The panel of an incident closes with the incident. Its documents are shown with the documents of the
      // procedure.
      if (isOver) store.setState(items.length === 0 ? CLOSED : { opened: null })
      if (lost.length > 0) store.setState({ over: [...over, ...titlesOf(lost, before.incidents)] })
      // The document goes to no other incident automatically. The user chose or saw that incident as its purpose.
      const next = aimed(
        items.map((item) => (lost.includes(item) ? { ...item, goal: null, goalChosen: true } : item)),
      )
      if (next.some((item, at) => item !== items[at])) store.setState({ items: next })
    },
    /** Opens the panel for a purpose. Documents that were already chosen stay, each with its own purpose. */
    open(goal: AttachmentFor) {
      const { items, sending: busy } = get()
      if (busy) return
      if (items.some(({ state }) => state !== 'failed'))
        return store.setState({ opened: goal, items: items.map((item) => ({ ...item, goalChosen: true })) })
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
     * Adds dropped, chosen or pasted files. A single file gets the purpose of the open panel or, while the panel is
     * closed, the likely purpose. Among several files, each gets the purpose that fits its type. Files added while
     * others are being sent stay for the next sending.
     */
    add(files: readonly File[], folders: readonly string[], likely: AttachmentFor) {
      const { opened, items, folders: before } = get()
      if (files.length + folders.length === 0) return
      if (reading.signal.aborted) reading = new AbortController()
      const goal = opened === undefined ? (files.length === 1 ? likely : null) : opened
      // A new choice removes the files that failed.
      const kept = sending ? items : items.filter(({ state }) => state !== 'failed')
      const isFree = goal !== null && !answered.has(goal) && kept.every((item) => item.goal !== goal)
      const mine = files.length === 1 && isFree && !sending ? goal : null
      const added = files.map((file): BatchItem => {
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
      setItems([...kept, ...added])
      for (const { id, file, guessed } of added) {
        const own = reading
        turn = turn.then(() =>
          checkFile(id, file, !guessed, own).catch(() => changeItem(id, { state: 'ready' })),
        )
      }
    },
    /** Replaces documents with the results of a tool that cut, turned or joined them. */
    replace(
      ids: readonly string[],
      results: readonly MadeDocument[],
      { words, keepType }: { words: string; keepType: boolean },
    ) {
      const before = get().items
      const originals = before.filter(({ id }) => ids.includes(id))
      const [first] = originals
      if (!first) return
      const made = madeOf(originals, results, { newId, typeFor: context.presetType, keepType })
      const replaced = new Set(ids)
      const isKnown = keepType || results.every(({ guess }) => guess !== undefined)
      store.setState({ change: { words, made: made.map(({ id }) => id), replaced, before } })
      setItems(before.flatMap((item) => (item === first ? made : replaced.has(item.id) ? [] : [item])))
      for (const { id, file } of made) {
        const own = reading
        turn = turn.then(() =>
          checkFile(id, file, isKnown, own).catch(() => changeItem(id, { state: 'ready' })),
        )
      }
    },
    /** Undoes the last change by a tool. */
    undo() {
      const { change: last, items, sending: busy } = get()
      if (!last || busy) return
      store.setState({ change: null })
      setItems(undone(items, last))
    },
    setType: (id: string, type: string) => changeItem(id, { type, guessed: false, reason: undefined }),
    trust() {
      setItems(
        get().items.map((item) =>
          item.state === 'ready' && isDeduced(item) ? { ...item, guessed: false, reason: undefined } : item,
        ),
      )
    },
    setGoal(id: string, goal: AttachmentFor) {
      const { items } = get()
      // An incident gets one document: the previous document loses this purpose.
      setItems(
        items.map((item) => {
          if (item.id === id) return { ...item, goal, goalChosen: true }
          return goal !== null && item.goal === goal ? { ...item, goal: null, goalChosen: true } : item
        }),
      )
    },
    remove: (id: string) =>
      setItems(get().items.filter((item) => item.id !== id || item.state === 'sending')),
    forgetNotes: () => store.setState({ repeated: [], folders: [], over: [] }),
    /** Sends the documents that are ready. Nothing is sent without this call. */
    async send(): Promise<void> {
      if (sending) return
      const ready = get().items.filter(({ state }) => state === 'ready')
      if (ready.length > 0) await sendAll(ready)
    },
    /** Stops the sending. Documents that were not accepted yet stay here. */
    cancel() {
      sending?.abort()
    },
  }
}

export type Batch = ReturnType<typeof createBatch>

/** Errors after which all other documents would fail too. */
const STOPS_ALL: ReadonlySet<string> = new Set(['bridge-lost', 'disk-full', 'nothing-persists'])

const titlesOf = (items: readonly GoalItem[], incidents: readonly SolvableIncident[]) =>
  items.flatMap(({ goal }) => incidents.find(({ id }) => id === goal)?.title ?? [])

/** True if one of the documents has the same content as the file. Failed documents do not count. */
async function isAmong(file: File, items: readonly BatchItem[]): Promise<boolean> {
  for (const other of items) {
    if (other.file.size !== file.size || other.state === 'failed') continue
    if (await isSameContent(other.file, file).catch(() => false)) return true
  }
  return false
}

async function isSameContent(one: File, other: File): Promise<boolean> {
  const [first, second] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
  const bytes = new Uint8Array(second)
  return new Uint8Array(first).every((byte, at) => byte === bytes[at])
}
