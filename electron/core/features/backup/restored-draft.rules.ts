import { appError } from '#shared/bridge/result.ts'
import { newSubmission, type Submission } from '../procedures/submission.rules.ts'
import type { DraftRecord } from './draft-records.ts'

type Restored = Omit<DraftRecord['row'], 'state'> & {
  state: 'editing' | 'ready' | 'sending' | 'sent'
  active_at: number | null
  error: string | null
}

export interface RestoredDraft {
  row: Restored
  documents: (DraftRecord['documents'][number] & { error: string | null })[]
}

/**
 * A draft restored on a PC that does not know it. Its fate after the copy is unknown: it may have been
 * confirmed a moment later. So any draft ever at the service comes back as confirmed without an answer: the
 * service is asked first, and if it is still a draft there, it waits for the user (`active_at`: no recent
 * activity). One never sent waits too.
 */
export function restoredDraft({ row, documents }: DraftRecord): RestoredDraft {
  const isSent = row.state === 'sent'
  const intention = submissionIn(row.intention)
  const isAtService = !isSent && row.procedure_id !== null
  return {
    row: {
      ...row,
      ...(isSent
        ? { state: 'sent', intention: JSON.stringify(intention) }
        : isAtService
          ? { state: 'sending', intention: JSON.stringify(inDoubt(intention)) }
          : { state: row.state === 'editing' ? 'editing' : 'ready', intention: JSON.stringify(intention) }),
      active_at: isAtService ? 0 : null,
      // Only the user can tell whether it was sent after the copy.
      error:
        isSent || row.state === 'editing'
          ? null
          : JSON.stringify(appError('send-interrupted', { detail: 'backup' })),
    },
    documents: documents.map((document) => ({
      ...document,
      // The copy has no bytes: a document that is not at the service has to be added again.
      error:
        isSent || document.source !== 'file' || document.remote_id !== null
          ? null
          : JSON.stringify(appError('document-lost')),
    })),
  }
}

/** Fetched before any other step, and ours if it turns out to be confirmed. */
const inDoubt = (intention: Submission): Submission => ({
  ...intention,
  begun: { step: 'confirm' },
  confirmLeft: true,
  verified: false,
})

function submissionIn(text: string): Submission {
  try {
    return { ...newSubmission(), ...(JSON.parse(text) as Partial<Submission>) }
  } catch {
    return newSubmission()
  }
}
