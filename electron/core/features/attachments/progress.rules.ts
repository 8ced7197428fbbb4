/**
 * How a document and the word that an incident is solved reach a procedure exactly once. What is given cannot be taken
 * back and there is no idempotency key: so each step is written down before it is taken, and what became of an uncertain
 * one is looked at. What is here is pure: what is known, what to do next, and what an answer makes of it.
 */

export interface AttachmentProgress {
  /** The step that was begun and of which nobody knows yet whether it was done. */
  begun: { step: 'upload'; before: readonly string[] } | { step: 'solve' } | null
  /** Ids of the documents that the service had before ours left; `null` until it was looked at. */
  known: readonly string[] | null
  /** Ours, once the service has it. */
  remoteId: string | null
  /** Looks since a whole document left that did not find it. */
  unseen: number
  /** The person said that it is to be sent again although one has left. */
  insisted: boolean
  /** How often the word that it is solved has left: from the second time on, one that is over was our doing. */
  solveTries: number
  solved: boolean
}

/** What is to be given. */
export interface AttachmentPlan {
  hasDocument: boolean
  hasIncident: boolean
}

export type AttachmentStep = 'look' | 'upload' | 'solve' | 'finish'

/** What the service says of the procedure now. */
export interface AttachmentSeen {
  /** Those that may be ours: of its type, where the service is told the type. */
  documents: readonly string[]
  /** `over`: solved, or not there any more. */
  incident: 'open' | 'hold' | 'over'
  isBlocked: boolean
}

export type AttachmentLook =
  | { means: 'go-on'; progress: AttachmentProgress }
  /** It left whole and is not there: it may be late, so that it is not sent again by itself. */
  | { means: 'unseen'; progress: AttachmentProgress }
  /** Nothing of it has left, and there is nothing to solve any more. */
  | { means: 'incident-gone'; progress: AttachmentProgress }
  | { means: 'not-solvable'; progress: AttachmentProgress }

export const newProgress = (): AttachmentProgress => ({
  begun: null,
  known: null,
  remoteId: null,
  unseen: 0,
  insisted: false,
  solveTries: 0,
  solved: false,
})

/** What to do now. The same state always asks for the same. */
export function nextAttachmentStep(
  progress: AttachmentProgress,
  { hasDocument, hasIncident }: AttachmentPlan,
): AttachmentStep {
  if (progress.begun !== null) return 'look'
  if (hasDocument && progress.remoteId === null) return progress.known === null ? 'look' : 'upload'
  return hasIncident && !progress.solved ? 'solve' : 'finish'
}

/** To be written down before the step is taken. */
export function beginAttachment(progress: AttachmentProgress, step: AttachmentStep): AttachmentProgress {
  if (step === 'upload')
    return {
      ...progress,
      begun: { step: 'upload', before: progress.known ?? [] },
      unseen: 0,
      insisted: false,
    }
  if (step !== 'solve') return progress
  return { ...progress, begun: { step: 'solve' }, solveTries: progress.solveTries + 1 }
}

/** The step that was begun was certainly not done. What the service has by then is looked at again. */
export const attachmentNotDone = (progress: AttachmentProgress): AttachmentProgress => ({
  ...progress,
  begun: null,
  known: progress.begun?.step === 'upload' ? null : progress.known,
})

export const attachmentUploaded = (progress: AttachmentProgress, remoteId: string): AttachmentProgress => ({
  ...progress,
  begun: null,
  remoteId,
})

export const attachmentSolved = (progress: AttachmentProgress): AttachmentProgress => ({
  ...progress,
  begun: null,
  solved: true,
})

/** The person's word to go on with what waits for it. */
export const attachmentInsisted = (progress: AttachmentProgress): AttachmentProgress => ({
  ...progress,
  insisted: true,
  unseen: 0,
  known: null,
})

/** What the service says now: the truth, whatever became of what was sent. */
export function attachmentLooked(
  progress: AttachmentProgress,
  plan: AttachmentPlan,
  seen: AttachmentSeen,
): AttachmentLook {
  const { begun } = progress
  if (begun?.step === 'solve') {
    const isOver = seen.incident === 'over' || !seen.isBlocked
    // Said again it does nothing twice: what is solved cannot be solved.
    return { means: 'go-on', progress: isOver ? attachmentSolved(progress) : { ...progress, begun: null } }
  }
  if (begun?.step === 'upload') {
    const mine = seen.documents.find((id) => !begun.before.includes(id))
    if (mine !== undefined) {
      const there = attachmentUploaded(progress, mine)
      const isOver = plan.hasIncident && seen.incident === 'over'
      return { means: 'go-on', progress: isOver ? attachmentSolved(there) : there }
    }
    if (!progress.insisted) return { means: 'unseen', progress: { ...progress, unseen: progress.unseen + 1 } }
  }
  const known = { ...progress, begun: null, known: seen.documents, insisted: false }
  if (plan.hasIncident && seen.incident === 'over') return { means: 'incident-gone', progress: known }
  if (plan.hasIncident && seen.incident === 'hold') return { means: 'not-solvable', progress: known }
  return { means: 'go-on', progress: known }
}

/** The service has certainly heard nothing of it. */
export const isNothingGiven = ({ begun, remoteId, solved }: AttachmentProgress): boolean =>
  begun === null && remoteId === null && !solved

/** Nobody can say whether something of it was done. */
export const isAttachmentInDoubt = ({ begun }: AttachmentProgress): boolean => begun !== null
