/**
 * State machine of a submission. It ends with exactly one confirmed procedure. The service has no idempotency key,
 * but a draft at the service has no effect. A second draft is therefore harmless, and only one draft is ever
 * confirmed.
 *
 * All functions are pure: the known state, the next step, and the effect of an answer. Each step is stored (`begun`)
 * before it is taken, so a kill at any moment leaves a state to continue from.
 */

export interface Submission {
  /** Id of the draft at the service. */
  procedureId: string | null
  /** Form data sent to the service, as one text. `null` before the first request. */
  told: string | null
  /** Step that was begun and whose outcome is unknown. */
  begun: Begun | null
  /** A confirmation of this draft was sent at some time. If the draft is confirmed, this PC confirmed it. */
  confirmLeft: boolean
  /** Number of refused confirmations. It matters while the procedure is still a draft. */
  conflicts: number
  confirmed: 'us' | 'elsewhere' | null
  /** The user accepted a procedure that was confirmed elsewhere. */
  accepted: boolean
  /** The documents at the service are exactly the documents of this PC. A fetch after the last upload proved it. */
  verified: boolean
  /** Ids of all documents that were seen at the service. */
  known: readonly string[]
  /** Unwanted documents at the service. They cannot be deleted. */
  surplus: readonly string[]
  /**
   * A document that was sent completely was missing in a fetch. It may still arrive, so this draft is no longer safe.
   */
  mayGrow: boolean
  /** `orphans`: number of abandoned drafts. `remakes`: number of drafts that were replaced automatically. */
  orphans: number
  remakes: number
}

type Begun =
  | { step: 'create' }
  | { step: 'update'; told: string }
  | { step: 'upload'; documentId: string; before: readonly string[] }
  | { step: 'confirm' }

/** Document in the form that the submission needs. */
interface PlannedDocument {
  id: string
  /** Id at the service. `null` before the service has the document. */
  remoteId: string | null
  refused: boolean
  /** The document was imported from the service and is not on this PC, so it cannot be uploaded again. */
  isRemoteOnly: boolean
}

/** Content to send now. */
export interface Plan {
  /** Form data to send, as one text. */
  body: string
  /** True if the service can change the data of a draft of this kind. Only registrations can be changed. */
  canUpdate: boolean
  documents: readonly PlannedDocument[]
}

export type Step =
  | { do: 'create' | 'update' | 'look' | 'confirm' | 'finish' | 'remake' }
  | { do: 'upload'; documentId: string }
  | { do: 'stop'; problem: 'document-refused' | 'documents-differ' | 'confirmed-elsewhere' }

/** New state of the submission, with its effect on the documents. */
export interface Moved {
  submission: Submission
  /** Id at the service for each document. `null` if the service turned out not to have the document. */
  remoteIds: ReadonlyMap<string, string | null>
}

/** With more remakes, the documents at the service are not understood, and the user has to check them. */
const MAX_REMAKES = 5

export const newSubmission = (): Submission => ({
  procedureId: null,
  told: null,
  begun: null,
  confirmLeft: false,
  conflicts: 0,
  confirmed: null,
  accepted: false,
  verified: false,
  known: [],
  surplus: [],
  mayGrow: false,
  orphans: 0,
  remakes: 0,
})

/** Next step. Deterministic: the same state always has the same next step. */
export function nextStep(submission: Submission, plan: Plan): Step {
  const { begun, procedureId, confirmed } = submission
  const missing = plan.documents.find(({ remoteId, refused }) => remoteId === null && !refused)
  if (confirmed !== null && procedureId !== null) {
    if (confirmed === 'elsewhere' && !submission.accepted)
      return { do: 'stop', problem: 'confirmed-elsewhere' }
    if (begun?.step === 'upload') return { do: 'look' }
    return missing ? { do: 'upload', documentId: missing.id } : { do: 'finish' }
  }
  if (procedureId === null) return { do: 'create' }
  if (begun?.step === 'upload' || begun?.step === 'confirm') return { do: 'look' }
  const isOld = submission.told !== plan.body || begun?.step === 'update'
  if (isOld && plan.canUpdate) return { do: 'update' }
  if (isOld || submission.surplus.length > 0 || submission.mayGrow) return remake(submission, plan)
  if (missing) return { do: 'upload', documentId: missing.id }
  if (plan.documents.some(({ refused }) => refused)) return { do: 'stop', problem: 'document-refused' }
  if (!submission.verified) return { do: 'look' }
  return { do: 'confirm' }
}

/**
 * A draft is not abandoned automatically after its confirmation was sent. The confirmation may still arrive, and a
 * new draft would make a second procedure.
 */
function remake({ remakes, confirmLeft }: Submission, { documents }: Plan): Step {
  const cannot = confirmLeft || remakes >= MAX_REMAKES || documents.some(({ isRemoteOnly }) => isRemoteOnly)
  return cannot ? { do: 'stop', problem: 'documents-differ' } : { do: 'remake' }
}

/** State to store before the step is taken. */
export function begin(submission: Submission, step: Step, plan: Plan): Submission {
  switch (step.do) {
    case 'create':
      // An earlier creation may have made a draft whose id never arrived.
      return {
        ...submission,
        orphans: submission.orphans + (submission.begun?.step === 'create' ? 1 : 0),
        begun: { step: 'create' },
      }
    case 'update':
      return { ...submission, begun: { step: 'update', told: plan.body } }
    case 'upload':
      return {
        ...submission,
        verified: false,
        begun: { step: 'upload', documentId: step.documentId, before: submission.known },
      }
    case 'confirm':
      return { ...submission, confirmLeft: true, begun: { step: 'confirm' } }
    default:
      return submission
  }
}

/** State after a begun step that certainly had no effect. */
export const notDone = (submission: Submission): Submission => ({ ...submission, begun: null })

export const created = (
  submission: Submission,
  id: string,
  told: string,
  known: readonly string[],
): Submission => ({
  ...submission,
  procedureId: id,
  told,
  known,
  begun: null,
  verified: false,
})

export const updated = (submission: Submission, told: string): Submission => ({
  ...submission,
  told,
  begun: null,
  verified: false,
})

export const uploaded = (submission: Submission, remoteId: string): Submission => ({
  ...submission,
  known: [...submission.known, remoteId],
  begun: null,
  verified: false,
})

export const confirmed = (submission: Submission): Submission => ({
  ...submission,
  confirmed: 'us',
  begun: null,
})

/**
 * State after a refused confirmation. The next step fetches the procedure. If it is still a draft, the refusal
 * counts.
 */
export const conflicted = (submission: Submission): Submission => ({
  ...submission,
  conflicts: submission.conflicts + 1,
})

/** Abandons the draft at the service, so that a new draft can be created. */
export function leftBehind(submission: Submission, plan: Plan, why: 'remade' | 'gone' | 'asked'): Moved {
  const exists = submission.procedureId !== null && why !== 'gone'
  return {
    submission: {
      ...newSubmission(),
      orphans: submission.orphans + (exists ? 1 : 0),
      remakes: why === 'asked' ? 0 : submission.remakes + 1,
    },
    remoteIds: new Map(plan.documents.map(({ id }) => [id, null])),
  }
}

/** State after a fetch. The fetched state overrides any uncertain outcome. */
export function looked(
  submission: Submission,
  plan: Plan,
  seen: { isDraft: boolean; documents: readonly string[] },
): Moved {
  const { begun } = submission
  const remoteIds = new Map<string, string | null>()
  if (begun?.step === 'upload') {
    const [only, ...more] = seen.documents.filter((id) => !begun.before.includes(id))
    // Two new documents: a late upload of ours arrived too. The order does not matter, because no document can be
    // deleted.
    remoteIds.set(begun.documentId, more.length === 0 || !seen.isDraft ? (only ?? null) : null)
  }
  // A second upload to the same draft would duplicate an upload that is only late. A draft that cannot be abandoned
  // takes that risk, and reports a duplicate once a fetch shows it.
  const isMissing = begun?.step === 'upload' && remoteIds.get(begun.documentId) === null
  const canLeave = !submission.confirmLeft && !plan.documents.some(({ isRemoteOnly }) => isRemoteOnly)
  const next: Submission = {
    ...submission,
    begun: null,
    known: seen.documents,
    mayGrow: submission.mayGrow || (isMissing && canLeave),
  }
  if (!seen.isDraft) {
    const by = submission.confirmed ?? (submission.confirmLeft ? 'us' : 'elsewhere')
    return { submission: { ...next, confirmed: by }, remoteIds }
  }
  const ours = new Set<string>()
  for (const { id, remoteId: before } of plan.documents) {
    const remoteId = remoteIds.has(id) ? remoteIds.get(id) : before
    if (remoteId == null) continue
    if (seen.documents.includes(remoteId)) ours.add(remoteId)
    else remoteIds.set(id, null)
  }
  const surplus = seen.documents.filter((id) => !ours.has(id))
  const verified = surplus.length === 0 && ours.size === plan.documents.length
  return { submission: { ...next, surplus, verified }, remoteIds }
}

/** A confirmation was sent and has no answer. It must not be sent again before a fetch. */
export const isInDoubt = ({ begun, confirmed: by }: Submission): boolean =>
  begun?.step === 'confirm' && by === null
