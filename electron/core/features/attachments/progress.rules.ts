import { procedureSchema, type Procedure } from '#shared/api/procedure.ts'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'
import { incidentLevel } from '#shared/text/incidents.ts'

/**
 * State machine that delivers a document and the solution of an incident to a procedure exactly once. A delivery
 * cannot be withdrawn, and there is no idempotency key. Therefore each step is stored before it is taken, and the
 * procedure is fetched after an uncertain outcome. The functions are pure: known state, next step, effect of an
 * answer.
 */

export interface AttachmentProgress {
  /** The step that was begun, and whose outcome is still unknown. */
  begun: { step: 'upload'; before: readonly string[] } | { step: 'solve' } | null
  /** Ids of the documents at the service before our upload; `null` until fetched. */
  known: readonly string[] | null
  /** Id of our document, once the service has it. */
  remoteId: string | null
  /** Number of fetches without our document since it was sent whole. */
  unseen: number
  /** True if the user asked to send the document again although an earlier upload may have arrived. */
  insisted: boolean
  /** Number of solve requests sent: from the second on, a solved incident counts as our doing. */
  solveTries: number
  solved: boolean
}

/** Contents of the attachment. */
export interface AttachmentPlan {
  hasDocument: boolean
  hasIncident: boolean
}

export type AttachmentStep = 'look' | 'upload' | 'solve' | 'finish'

/** Current state of the procedure at the service. */
export interface AttachmentSeen {
  /** Documents that may be ours. If uploads carry the type, only documents of that type. */
  documents: readonly string[]
  /** `over`: the incident is solved, or is no longer listed. */
  incident: 'open' | 'hold' | 'over'
  isBlocked: boolean
  /** True if the procedure has ended or was cancelled. It then takes no documents. */
  isOver: boolean
}

export type AttachmentLook =
  | { means: 'go-on'; progress: AttachmentProgress }
  /** The document was sent whole and is not listed. It may arrive late, so it is not resent automatically. */
  | { means: 'unseen'; progress: AttachmentProgress }
  /** The service has received nothing, and the procedure has ended. */
  | { means: 'procedure-over'; progress: AttachmentProgress }
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

/** Next step. The same state always gives the same step. */
export function decideNextStep(
  progress: AttachmentProgress,
  { hasDocument, hasIncident }: AttachmentPlan,
): AttachmentStep {
  if (progress.begun !== null) return 'look'
  if (hasDocument && progress.remoteId === null) return progress.known === null ? 'look' : 'upload'
  return hasIncident && !progress.solved ? 'solve' : 'finish'
}

/** State to be stored before the step is taken. */
export function beginStep(progress: AttachmentProgress, step: AttachmentStep): AttachmentProgress {
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

/** State after a begun step that was certainly not done. The service's documents are fetched again. */
export const resetBegunStep = (progress: AttachmentProgress): AttachmentProgress => ({
  ...progress,
  begun: null,
  known: progress.begun?.step === 'upload' ? null : progress.known,
})

export const markUploaded = (progress: AttachmentProgress, remoteId: string): AttachmentProgress => ({
  ...progress,
  begun: null,
  remoteId,
})

export const markSolved = (progress: AttachmentProgress): AttachmentProgress => ({
  ...progress,
  begun: null,
  solved: true,
})

/** State after the user asks to continue. */
export const markInsisted = (progress: AttachmentProgress): AttachmentProgress => ({
  ...progress,
  insisted: true,
  unseen: 0,
  known: null,
})

/** State after a fetch: the service's present state overrides any uncertain outcome. */
export function reconcileProgress(
  progress: AttachmentProgress,
  plan: AttachmentPlan,
  seen: AttachmentSeen,
): AttachmentLook {
  const { begun } = progress
  if (begun?.step === 'solve') {
    const isOver = seen.incident === 'over' || !seen.isBlocked
    // Safe to repeat: a solved incident cannot be solved again.
    return { means: 'go-on', progress: isOver ? markSolved(progress) : { ...progress, begun: null } }
  }
  if (begun?.step === 'upload') {
    const mine = seen.documents.find((id) => !begun.before.includes(id))
    if (mine !== undefined) {
      const there = markUploaded(progress, mine)
      const isOver = plan.hasIncident && seen.incident === 'over'
      return { means: 'go-on', progress: isOver ? markSolved(there) : there }
    }
    if (!progress.insisted) return { means: 'unseen', progress: { ...progress, unseen: progress.unseen + 1 } }
  }
  const known = { ...progress, begun: null, known: seen.documents, insisted: false }
  if (seen.isOver) return { means: 'procedure-over', progress: known }
  if (plan.hasIncident && seen.incident === 'over') return { means: 'incident-gone', progress: known }
  if (plan.hasIncident && seen.incident === 'hold') return { means: 'not-solvable', progress: known }
  return { means: 'go-on', progress: known }
}

/** True if the service has certainly received no part of the attachment. */
export const isNothingGiven = ({ begun, remoteId, solved }: AttachmentProgress): boolean =>
  begun === null && remoteId === null && !solved

/** True if the outcome of a step is unknown. */
export const isAttachmentInDoubt = ({ begun }: AttachmentProgress): boolean => begun !== null

/** Fields of a procedure that matter to an attachment. */
export function toAttachmentSeen(
  procedure: Procedure,
  incidentId: string | undefined,
  type: string | null,
): AttachmentSeen {
  return {
    documents: (procedure.documents ?? [])
      // A document of another type is not ours. A document without a readable type may be ours.
      .filter((document) => type === null || document.type === undefined || document.type === type)
      .map(({ id }) => id),
    incident: getIncidentState(procedure, incidentId),
    isBlocked: procedure.status === 'BLOCKED',
    isOver: isProcedureOver(procedure.status),
  }
}

/** State of an incident in the last fetched procedure; `over` if it is not listed. */
export function getIncidentState(
  procedure: Procedure,
  incidentId: string | undefined,
): AttachmentSeen['incident'] {
  // A missing list proves nothing: the service decides.
  if (procedure.incidents === undefined) return 'open'
  const incident = procedure.incidents.find(({ id }) => id !== undefined && id === incidentId)
  if (!incident || incident.solved === true) return 'over'
  return incidentLevel(incident.level, incident.type) === 'hold' ? 'hold' : 'open'
}

export const parseProcedure = (body: Record<string, unknown>): Procedure | null =>
  procedureSchema.safeParse(body).data ?? null
