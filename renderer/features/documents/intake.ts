import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { TransferInResult } from '#shared/bridge/contract.ts'
import type { AppError, ErrorCode, Result } from '#shared/bridge/result.ts'
import { fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'
import { mergeChecklists } from '#shared/domain/procedures/checklists.ts'
import { recogniseParty } from '#shared/domain/procedures/document-party.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { intakeText as text } from '#shared/text/documents.ts'
import type { TransferOptions } from '../../bridge.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import { keptPerAccount } from '../../app/account-change.ts'
import type { ChosenParty } from '../checklists/feature.ts'
import { dismissScan } from './scan-menu.tsx'
import { type FileGuess, recogniseFile, createDocumentReader } from '../pdf/feature.ts'

/** `unreadable`: the file was removed, moved or changed after the user chose it. */
export interface IntakeProblem {
  why: ErrorCode | 'unreadable'
  detail?: string
}

/** File being added, or its problem. An added file is in the draft and no longer in this list. */
export interface Incoming {
  id: number
  file: File
  state: 'waiting' | 'checking' | 'copying' | 'failed' | 'repeated'
  loaded: number
  problem?: IntakeProblem
  /** In state `repeated`: name of the document with the same content. */
  other?: string
}

export interface IntakeDeps {
  /** Guesses the type of a file that has none yet. */
  recognise?: (file: File, signal: AbortSignal) => Promise<FileGuess>
  send: (
    file: File,
    guess: FileGuess | undefined,
    options: { signal: AbortSignal; onProgress: (progress: { loaded: number }) => void },
  ) => Promise<Result<TransferInResult<'procedures.document-add'>>>
  /** True while the window is locked: nothing more is sent until `resume`. */
  isHeld?: () => boolean
  /** Called when the queue is empty, with the outcome since the last call. */
  onSettled: (outcome: { added: number; failed: number }) => void
}

/**
 * Queue of files being added to one draft. It outlives the page. Files are added one at a time, so that the draft and
 * the service have them in the chosen order. Parallel uploads would not be faster, because they share disk and
 * cipher.
 */
export function createIntake({ recognise, send, isHeld = () => false, onSettled }: IntakeDeps) {
  const store = createStore<{ items: readonly Incoming[] }>(() => ({ items: [] }))
  let current: { id: number; abort: AbortController } | null = null
  let lastId = 0
  let mostBytes = Infinity
  let outcome = { added: 0, failed: 0 }
  /** Files whose answer the window lock withheld. They may be in the draft already. */
  const unanswered = new Set<number>()

  const items = () => store.getState().items
  const change = (id: number, fields: Partial<Incoming>) =>
    store.setState({ items: items().map((item) => (item.id === id ? { ...item, ...fields } : item)) })
  const leave = (id: number) => store.setState({ items: items().filter((item) => item.id !== id) })

  function pump() {
    if (current !== null || isHeld()) return
    const item = items().find(({ state }) => state === 'waiting')
    if (item !== undefined) {
      const abort = new AbortController()
      current = { id: item.id, abort }
      change(item.id, { state: 'checking' })
      void bringIn(item, abort.signal)
        .then((fields) => settle(item.id, abort, fields))
        .catch(() => settle(item.id, abort, failed('unreadable')))
      return
    }
    if (outcome.added + outcome.failed === 0) return
    const told = outcome
    outcome = { added: 0, failed: 0 }
    onSettled(told)
  }

  function settle(id: number, abort: AbortController, fields: Partial<Incoming> | 'added') {
    // The file was cancelled: ignore its late answer.
    if (current?.abort !== abort) return
    current = null
    if (fields === 'added') leave(id)
    else change(id, fields)
    if (fields === 'added') outcome.added += 1
    else if (fields.state === 'failed') outcome.failed += 1
    pump()
  }

  function stop(id: number) {
    if (current?.id !== id) return
    current.abort.abort()
    current = null
  }

  async function bringIn({ id, file }: Incoming, signal: AbortSignal) {
    const problem = await fileProblem(file, mostBytes)
    if (signal.aborted) return failed('cancelled')
    if (problem) return failed(problem)
    const guess = await guessOf(file, signal)
    if (signal.aborted) return failed('cancelled')
    change(id, { state: 'copying', loaded: 0 })
    const answer = await send(file, guess, {
      signal,
      onProgress: ({ loaded }) => !signal.aborted && change(id, { loaded }),
    })
    const isKept = answer.ok && (!answer.value.repeated || unanswered.has(id))
    if (isKept) return 'added'
    if (answer.ok) return { state: 'repeated', other: answer.value.document.name } as const
    if (answer.error.code === 'locked') {
      unanswered.add(id)
      return { state: 'waiting', loaded: 0 } as const
    }
    const { why, ...detail } = await sendProblem(file, answer.error)
    return failed(why, detail)
  }

  /** Guesses the type of a file. A file that cannot be recognised is still added. */
  const guessOf = (file: File, signal: AbortSignal) =>
    recognise?.(file, signal).catch(() => undefined) ?? Promise.resolve(undefined)

  function again(id: number) {
    const item = items().find((one) => one.id === id)
    if (item?.state !== 'failed') return
    const { problem: _, ...rest } = item
    store.setState({
      items: items().map((one) => (one.id === id ? { ...rest, state: 'waiting', loaded: 0 } : one)),
    })
    pump()
  }

  return {
    store,
    /** `most`: maximum bytes per file. */
    add(files: readonly File[], most: number) {
      mostBytes = most
      const incoming = files.map((file): Incoming => ({
        id: ++lastId,
        file,
        state: 'waiting',
        loaded: 0,
      }))
      store.setState({ items: [...items(), ...incoming] })
      pump()
    },
    /** Cancels a file. Nothing of the file is stored, and it stays in the list for a retry. */
    cancel(id: number) {
      change(id, failed('cancelled'))
      stop(id)
      pump()
    },
    retry: again,
    /** Replaces a file by a smaller version of it, and tries again. */
    replace(id: number, file: File) {
      change(id, { file })
      again(id)
    },
    dismiss(id: number) {
      leave(id)
      stop(id)
      pump()
    },
    /** Continues with the files that waited for the unlocking. */
    resume: pump,
    close() {
      store.setState({ items: [] })
      if (current) stop(current.id)
    },
  }
}

export type Intake = ReturnType<typeof createIntake>

const failed = (why: IntakeProblem['why'], { detail }: Partial<Pick<AppError, 'detail'>> = {}) =>
  ({ state: 'failed', problem: detail === undefined ? { why } : { why, detail } }) as const

/** Errors that a retry would repeat, such as those of the file itself. Disk and window errors may be retried. */
const FINAL: ReadonlySet<string> = new Set([
  'document-empty',
  'document-too-large',
  'document-not-accepted',
  'unreadable',
  'draft-busy',
  'not-found',
])
export const isFinal = (why: IntakeProblem['why']): boolean => FINAL.has(why)

/** Problem of a file before it is sent, by its size and its first bytes; `null` without a problem. */
export async function fileProblem(file: File, mostBytes: number): Promise<IntakeProblem['why'] | null> {
  if (file.size === 0) return 'document-empty'
  if (file.size > mostBytes) return 'document-too-large'
  const head = await headOf(file)
  if (head === null) return 'unreadable'
  return fileKindOf(head) === null ? 'document-not-accepted' : null
}

/** Problem of a file that was not accepted. A file that disappears halfway looks like a lost connection. */
export async function sendProblem(file: File, { code, detail }: AppError): Promise<IntakeProblem> {
  const isCut = code === 'bridge-lost' || code === 'document-changed'
  if (isCut && (await headOf(file)) === null) return { why: 'unreadable' }
  return detail === undefined ? { why: code } : { why: code, detail }
}

/** First bytes of the file, or `null` when it can no longer be read. */
async function headOf(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return null
  }
}

/** Document types that would meet each unmet requirement of a draft. */
async function missingIn({ bridge }: Client, draftId: string): Promise<readonly (readonly string[])[]> {
  const [draft, lists] = await Promise.all([
    bridge.call('procedures.draft-get', { id: draftId }),
    bridge.call('checklists.list', {}),
  ])
  if (!draft.ok) return []
  const { kind, documents } = draft.value
  const own = lists.ok ? lists.value.own : {}
  return requirementsOf(kind, draft.value, documents, mergeChecklists(own)).flatMap(({ met, types }) =>
    met ? [] : [types],
  )
}

/** Adds a file to a draft, with its known type or a guess. `instead`: documents that this file will replace. */
export const sendDocument = (
  { bridge }: Client,
  draftId: string,
  file: File,
  known: { type?: string; guess?: Omit<FileGuess, 'text'>; party?: ChosenParty; instead?: string[] },
  options: TransferOptions = {},
) =>
  bridge.send(
    'procedures.document-add',
    { draftId, name: file.name.slice(0, 255), size: file.size, ...known },
    file,
    options,
  )

/** Guess of a file, with the party that its text tells. */
async function knownOf({ bridge }: Client, draftId: string, read: FileGuess | undefined) {
  if (!read) return {}
  const { text: content = '', ...guess } = read
  const draft = content === '' ? null : await bridge.call('procedures.draft-get', { id: draftId })
  const party = draft?.ok ? recogniseParty(guess.type, content, draft.value.fields) : ''
  return { guess, ...(party !== '' && { party }) }
}

/** Intake queue of a draft in this window. It outlives the page that created it. */
export const intakeOfDraft = keptPerAccount((client, draftId): Intake => {
  const reader = createDocumentReader()
  return createIntake({
    recognise: (file, signal) => recogniseFile(reader, file, () => missingIn(client, draftId), signal),
    async send(file, guess, options) {
      const sent = await sendDocument(client, draftId, file, await knownOf(client, draftId, guess), options)
      if (sent.ok) dismissScan(client, file)
      return sent
    },
    isHeld: () => client.replica.getState().slices === null,
    onSettled(outcome) {
      const { added } = outcome
      announce(
        [added > 0 && text.added(added), outcome.failed > 0 && text.failed(outcome.failed)]
          .filter(Boolean)
          .join('. '),
      )
    },
  })
})

/** Files being added to a draft, and actions on them. */
export function useIntake(draftId: string) {
  const intake = intakeOfDraft(useClient(), draftId)
  return { intake, items: useStore(intake.store, ({ items }) => items) }
}

/** Number of files still being added to a draft: sending meanwhile would leave them out. */
export function useBringing(draftId: string): number {
  const { items } = useIntake(draftId)
  return items.filter(({ state }) => state !== 'failed' && state !== 'repeated').length
}
