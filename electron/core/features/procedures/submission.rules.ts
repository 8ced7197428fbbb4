/**
 * How a person's word becomes exactly one confirmed procedure. The service has no idempotency key, so its draft is the
 * safety (architecture.md rule 6): creating one again does nothing, and only one of them is ever confirmed. What is here
 * is pure: what is known, what to do next, and what an answer makes of it. Each step is written down (`begun`) before
 * it is taken, so that a kill at any moment leaves a state from which this goes on.
 */

export interface Submission {
  /** The draft at the service. */
  procedureId: string | null
  /** What the service was told of the form, as one text; `null` before it was. */
  told: string | null
  /** The step that was begun and of which nobody knows yet whether it was done. */
  begun: Begun | null
  /** A confirmation of this draft has left at some time: if it is confirmed, it was us. */
  confirmLeft: boolean
  /** Answers that the draft takes no confirmation although it is one. */
  conflicts: number
  confirmed: 'us' | 'elsewhere' | null
  /** The person said that one confirmed elsewhere is the one. */
  accepted: boolean
  /** The service's documents are exactly ours, as it said after the last of them. */
  verified: boolean
  /** Ids of every document that the service was seen to have. */
  known: readonly string[]
  /** Documents that the service has and that are no longer wanted: there is no way to take them back. */
  surplus: readonly string[]
  /** A document left whole and was not there: it may still arrive, so that this draft is no good any more. */
  mayGrow: boolean
  /** Drafts left behind, and how many of them because the documents were not what was uploaded. */
  orphans: number
  remakes: number
}

export type Begun =
  | { step: 'create' }
  | { step: 'update'; told: string }
  | { step: 'upload'; documentId: string; before: readonly string[] }
  | { step: 'confirm' }

/** A document as the sending sees it. */
export interface PlannedDocument {
  id: string
  /** At the service, once it has it. */
  remoteId: string | null
  refused: boolean
  /** It came from the service and is not on this PC: it cannot be uploaded again. */
  isRemoteOnly: boolean
}

/** What is to be sent, as it is now. */
export interface Plan {
  /** The form as it is sent, as one text. */
  body: string
  /** The service can change the data of a draft of this kind (registrations). */
  canUpdate: boolean
  documents: readonly PlannedDocument[]
}

export type Step =
  | { do: 'create' | 'update' | 'look' | 'confirm' | 'finish' | 'remake' }
  | { do: 'upload'; documentId: string }
  | { do: 'stop'; problem: 'document-refused' | 'documents-differ' | 'confirmed-elsewhere' }

/** A change of the submission, with what it changes of the documents. */
export interface Moved {
  submission: Submission
  /** By document: the service's id of it, or `null` when it turned out not to have it. */
  remoteIds: ReadonlyMap<string, string | null>
}

/** Beyond this the service does something with documents that we do not understand, and a person has to look. */
const MOST_REMAKES = 5

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

/** What to do now. The same state always asks for the same. */
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

/** A draft of which a confirmation has left is not left behind by itself: it might arrive yet, and be a second one. */
function remake({ remakes, confirmLeft }: Submission, { documents }: Plan): Step {
  const cannot = confirmLeft || remakes >= MOST_REMAKES || documents.some(({ isRemoteOnly }) => isRemoteOnly)
  return cannot ? { do: 'stop', problem: 'documents-differ' } : { do: 'remake' }
}

/** To be written down before the step is taken. */
export function begin(submission: Submission, step: Step, plan: Plan): Submission {
  switch (step.do) {
    case 'create':
      // The one before may be there, and its id was never heard.
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

/** The step that was begun was certainly not done. */
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

/** The service says that it takes no confirmation: it is looked at, and if it is a draft all the same, counted. */
export const conflicted = (submission: Submission): Submission => ({
  ...submission,
  conflicts: submission.conflicts + 1,
})

/** Leaves the service's draft behind, to begin with a new one. */
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

/** What the service says of the draft now: the truth, whatever became of what was sent. */
export function looked(
  submission: Submission,
  plan: Plan,
  seen: { isDraft: boolean; documents: readonly string[] },
): Moved {
  const { begun } = submission
  const remoteIds = new Map<string, string | null>()
  if (begun?.step === 'upload') {
    const [only, ...more] = seen.documents.filter((id) => !begun.before.includes(id))
    // A request of ours that was late arrived too: which is which does not matter, none can be taken away.
    remoteIds.set(begun.documentId, more.length === 0 || !seen.isDraft ? (only ?? null) : null)
  }
  // Uploaded again to the same draft it would be there twice, if the first is only late. One that cannot be left behind
  // takes that risk, and says so when it sees it.
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

/** It was confirmed and nobody answered: whatever happens, it may not be confirmed again before it was looked at. */
export const isInDoubt = ({ begun, confirmed: by }: Submission): boolean =>
  begun?.step === 'confirm' && by === null
