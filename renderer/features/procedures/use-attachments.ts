import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import { pastedName, batchText } from '#shared/text/documents.ts'
import { attachmentText as text } from '#shared/text/procedure.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import { keptPerAccount } from '../../app/account-change.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { type DroppedFiles, named } from '../../design/dropped-files.ts'
import { dismissScan } from '../documents/feature.ts'
import { secondsLeft } from '../outbox/feature.ts'
import { createDocumentReader, recogniseFile } from '../pdf/feature.ts'
import type { AttachmentFor, BatchState } from './batch-state.ts'
import { type Batch, type BatchContext, createBatch } from './batch.ts'

/** Size limit until the limit of the account is known: none. */
const ANY_SIZE = Infinity

const batchOf = keptPerAccount((client, procedureId): Batch => {
  const reader = createDocumentReader()
  return createBatch({
    newId: () => crypto.randomUUID(),
    recognise: (file, missing, signal) => recogniseFile(reader, file, () => missing, signal),
    async send({ id, file, type, goal }, options) {
      const sent = await client.bridge.send(
        'attachments.add',
        {
          id,
          procedureId,
          ...(goal !== null && { incidentId: goal }),
          name: file.name.slice(0, 255),
          size: file.size,
          type,
        },
        file,
        options,
      )
      if (sent.ok) dismissScan(client, file)
      return sent
    },
    onGiven: (attachment) => keepAttachment(client, attachment),
    onSent({ given, sent, left }) {
      const one = sent === 1 && given && left === 0
      announce(
        one
          ? text.states[given.state]
          : [sent > 0 && batchText.sent(sent), left > 0 && batchText.notSent(left)]
              .filter(Boolean)
              .join('. '),
      )
      if (given && left === 0) focusAfter(() => undefined, attachmentSelector(given.id))
    },
  })
})

function keepAttachment({ queries }: Client, attachment: Attachment): void {
  const { procedureId } = attachment
  const known = queries.peek('attachments.list', { procedureId })
  // Nothing is cached if the page is closed. The page reads the list when it opens again.
  if (!known) return
  const others = known.attachments.filter(({ id }) => id !== attachment.id)
  queries.put('attachments.list', { procedureId }, { attachments: [...others, attachment] })
}

/** Attachments of an open procedure: the documents chosen, and the attachments on their way. */
export function useAttachments(
  procedureId: string,
  { takes, ...context }: Omit<BatchContext, 'maxBytes'> & { takes: boolean },
) {
  const client = useClient()
  const { bridge, queries, now } = client
  const { data } = useQuery('attachments.list', { procedureId })
  const { data: abilities } = useQuery('procedures.abilities', {})
  const batch = batchOf(client, procedureId)
  const chosen = useStore(batch.store)
  const [asking, setAsking] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ of: string; error: AppError } | null>(null)
  const attachments = data?.attachments ?? []
  const maxBytes = abilities?.maxDocumentBytes ?? ANY_SIZE
  // An incident that is being solved, or whose document is stuck, accepts no other document.
  const incidents = context.incidents.filter(
    ({ id }) => !attachments.some(({ incidentId }) => incidentId === id),
  )
  useEffect(() => batch.learn({ ...context, incidents, maxBytes }))
  const staged = chosen.opened === undefined ? null : { ...chosen, for: chosen.opened }

  function forget(id: string) {
    const gone = attachments.find((attachment) => attachment.id === id)
    const left = attachments.filter((attachment) => attachment.id !== id)
    focusAfter(
      () => queries.put('attachments.list', { procedureId }, { attachments: left }),
      openerSelector(gone?.incidentId ?? null),
    )
  }
  async function ask(of: string, what: () => Promise<Result<Attachment>>) {
    setAsking(of)
    setFailure(null)
    const answer = await what()
    setAsking(null)
    if (!answer.ok) return setFailure({ of, error: answer.error })
    const { id, state, sendAt } = answer.value
    const line = attachmentSelector(id)
    focusAfter(
      () => {
        if (of === staged?.for) batch.close()
        keepAttachment(client, answer.value)
      },
      sendAt === undefined ? line : `${line} [data-undo]`,
    )
    announce(sendAt === undefined ? text.states[state] : text.leaving(secondsLeft({ sendAt }, now())))
  }

  return {
    attachments,
    batch,
    staged,
    incidents,
    /** False once the procedure has ended. */
    takes,
    maxBytes,
    asking,
    failure,
    open(goal: AttachmentFor) {
      setFailure(null)
      batch.open(goal)
    },
    close() {
      focusAfter(batch.close, openerSelector(staged?.for ?? null))
    },
    /**
     * Adds dropped, chosen or pasted files. A single file is for the only incident that waits for something, if there
     * is exactly one.
     */
    take({ files, folders }: DroppedFiles) {
      const likely = incidents.length === 1 ? (incidents[0]?.id ?? null) : null
      const called = files.map((file) => named(file, (extension) => pastedName(now(), extension)))
      batch.add(called, folders, likely)
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
    /** Withdraws the statement that an incident is solved, before it is sent. */
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

/**
 * Makes a change that removes the pressed button, then focuses the next place unless the user has moved the focus.
 */
function focusAfter(change: () => void, selector: string): void {
  flushSync(change)
  if (!isFocusNowhere()) return
  const next = document.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>('h1')
  next?.focus()
}

const attachmentSelector = (id: string) => `[data-attachment="${CSS.escape(id)}"]`
const openerSelector = (goal: AttachmentFor) =>
  goal === null ? '[data-adds]' : `[data-incident="${CSS.escape(goal)}"] [data-solves]`

export type StagedBatch = BatchState & { for: AttachmentFor }
export type Attachments = ReturnType<typeof useAttachments>
