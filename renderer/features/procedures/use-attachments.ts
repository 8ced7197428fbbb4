import { useEffect, useRef, useState } from 'react'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import { guessDocumentType } from '#shared/domain/procedures/document-type.ts'
import { pastedName } from '#shared/text/app-documents.ts'
import { attachmentText as text } from '#shared/text/app-procedure.ts'
import type { TransferProgress } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { type DroppedFiles, named } from '../../design/dropped-files.ts'
import { secondsLeft } from '../outbox/outbox-view-model.ts'
import { fileProblem, type IntakeProblem } from '../documents/intake.ts'

/** Purpose of the document: the id of an incident, or `null`. */
export type AttachmentFor = string | null

/** Document to attach, before it is sent. */
export interface Staged {
  for: AttachmentFor
  file: File | null
  type: string
  /** The user has not confirmed the type. */
  guessed: boolean
  problem: IntakeProblem | 'folder' | null
  /** Several files were given: the first was taken. */
  more: boolean
  progress: TransferProgress | null
}

/** No limit until the account's own is known. */
const ANY_SIZE = Infinity

const blank = (goal: AttachmentFor, type: string): Staged => ({
  for: goal,
  file: null,
  type,
  guessed: false,
  problem: null,
  more: false,
  progress: null,
})

/**
 * Attachments of an open procedure.
 * @param presetType probable type of a document for an incident; '' if unknown
 */
export function useAttachments(procedureId: string, presetType: (goal: AttachmentFor) => string) {
  const { bridge, queries, now } = useClient()
  const { data } = useQuery('attachments.list', { procedureId })
  const { data: abilities } = useQuery('procedures.abilities', {})
  const [staged, setStaged] = useState<Staged | null>(null)
  const [asking, setAsking] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ of: string; error: AppError } | null>(null)
  const abort = useRef<AbortController | null>(null)
  const attachments = data?.attachments ?? []
  useEffect(() => () => abort.current?.abort(), [])

  function keep(attachment: Attachment) {
    const others = attachments.filter(({ id }) => id !== attachment.id)
    queries.put('attachments.list', { procedureId }, { attachments: [...others, attachment] })
  }
  function forget(id: string) {
    const gone = attachments.find((attachment) => attachment.id === id)
    queries.put(
      'attachments.list',
      { procedureId },
      { attachments: attachments.filter((attachment) => attachment.id !== id) },
    )
    focusSoon(openerOf(gone?.incidentId ?? null))
  }
  async function ask(of: string, what: () => Promise<Result<Attachment>>) {
    setAsking(of)
    setFailure(null)
    const answer = await what()
    setAsking(null)
    if (!answer.ok) return setFailure({ of, error: answer.error })
    const { id, state, sendAt } = answer.value
    if (of === staged?.for) {
      setStaged(null)
      focusSoon(sendAt === undefined ? lineOf(id) : `${lineOf(id)} [data-undo]`)
    }
    keep(answer.value)
    announce(sendAt === undefined ? text.states[state] : text.leaving(secondsLeft({ sendAt }, now())))
  }

  return {
    attachments,
    staged,
    asking,
    failure,
    open(goal: AttachmentFor) {
      setFailure(null)
      setStaged(blank(goal, presetType(goal)))
    },
    close() {
      abort.current?.abort()
      setStaged(null)
      focusSoon(openerOf(staged?.for ?? null))
    },
    setType: (type: string) => setStaged((old) => old && { ...old, type, guessed: false }),

    /** Takes dropped, chosen or pasted files. Without a panel open it opens the most likely one. */
    async take({ files, folders }: DroppedFiles, likely: AttachmentFor) {
      if (staged?.progress) return
      const goal = staged ? staged.for : likely
      const [first] = files
      const base = staged ?? blank(goal, presetType(goal))
      if (!first) {
        if (folders.length > 0) setStaged({ ...base, file: null, problem: 'folder' })
        return
      }
      const file = named(first, (extension) => pastedName(now(), extension))
      const problem = await fileProblem(file, abilities?.maxDocumentBytes ?? ANY_SIZE)
      const known = presetType(goal)
      setStaged({
        ...base,
        file,
        type: known || guessDocumentType(file.name),
        guessed: known === '',
        problem: problem ? { why: problem } : null,
        more: files.length > 1,
      })
    },

    async send() {
      if (!staged?.file || staged.problem || staged.progress) return
      const { file, type, for: goal } = staged
      const own = new AbortController()
      abort.current = own
      const progress = (loaded: number) =>
        setStaged((old) => old && { ...old, progress: { loaded, total: file.size } })
      progress(0)
      const answer = await bridge.send(
        'attachments.add',
        {
          procedureId,
          ...(goal !== null && { incidentId: goal }),
          name: file.name,
          size: file.size,
          type,
        },
        file,
        { signal: own.signal, onProgress: ({ loaded }) => !own.signal.aborted && progress(loaded) },
      )
      if (own.signal.aborted) return
      if (!answer.ok) {
        setStaged((old) => old && { ...old, progress: null, problem: { why: answer.error.code } })
        return
      }
      keep(answer.value)
      setStaged(null)
      announce(text.states[answer.value.state])
      focusSoon(lineOf(answer.value.id))
    },
    /** Returns to the chosen file. */
    cancel() {
      abort.current?.abort()
      setStaged((old) => old && { ...old, progress: null })
    },

    solve: (incidentId: string) =>
      ask(incidentId, () => bridge.call('attachments.solve', { procedureId, incidentId })),
    check: (id: string) => ask(id, () => bridge.call('attachments.check', { id })),
    again: (id: string) => ask(id, () => bridge.call('attachments.again', { id })),
    async cancelUpload(id: string) {
      setAsking(id)
      setFailure(null)
      const answer = await bridge.call('attachments.cancel', { id })
      setAsking(null)
      if (!answer.ok) return setFailure({ of: id, error: answer.error })
      forget(id)
      announce(text.cancelled)
    },
    /** Undoes the statement that an incident is solved, before it is sent. */
    async undo(id: string) {
      const answer = await bridge.call('attachments.cancel', { id })
      if (!answer.ok) return setFailure({ of: id, error: answer.error })
      forget(id)
      announce(text.undone)
    },
    async drop(id: string) {
      const answer = await bridge.call('attachments.drop', { id })
      if (!answer.ok) return sayFailed(answer.error)
      forget(id)
      announce(text.dropped)
    },
  }
}

/** The pressed button disappears: focuses the next place once it is rendered. */
const focusSoon = (selector: string) =>
  requestAnimationFrame(() => {
    const there = document.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>('h1')
    there?.focus()
  })

const lineOf = (id: string) => `[data-attachment="${CSS.escape(id)}"]`
const openerOf = (goal: AttachmentFor) =>
  goal === null ? '[data-adds]' : `[data-incident="${CSS.escape(goal)}"] [data-solves]`

export type Attachments = ReturnType<typeof useAttachments>
