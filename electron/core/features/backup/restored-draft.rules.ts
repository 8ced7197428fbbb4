import { appError } from '#shared/bridge/result.ts'
import { newSubmission, type Submission } from '../procedures/submission.rules.ts'
import type { DraftRecord } from './records.ts'

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
 * A draft out of a copy, on a PC that does not know it. The copy does not say what became of it afterwards: it may have
 * been confirmed a moment later. So whatever was ever at the service comes back as what was confirmed and nobody
 * answered: before anything else the service is asked, and if it is a draft there, it waits for the person's word
 * (`active_at`: nothing was done at it for an eternity). What never was there waits for it too.
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
      // Whether it left after the copy was made, only the person can say.
      error:
        isSent || row.state === 'editing'
          ? null
          : JSON.stringify(appError('send-interrupted', { detail: 'backup' })),
    },
    documents: documents.map((document) => ({
      ...document,
      // The bytes are not in a copy: what is not at the service has to be added again.
      error:
        isSent || document.source !== 'file' || document.remote_id !== null
          ? null
          : JSON.stringify(appError('document-lost')),
    })),
  }
}

/** To be looked at before any other step, and ours if it turns out to be confirmed. */
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
