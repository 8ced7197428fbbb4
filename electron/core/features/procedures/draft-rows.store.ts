import type { Draft, DraftDocument, DraftRow, DraftState } from '#shared/bridge/procedures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import {
  emptyForm,
  type Acceptable,
  type DraftForm,
  type FieldChanges,
} from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { isInDoubt, newSubmission, type Submission } from './submission.rules.ts'
import { readTexts, recordIn, textsIn } from '../../store/stored-json.rules.ts'

/** Stored row of `draft`. */
export interface StoredDraft {
  seq: number
  id: string
  kind: DraftKind
  version: number
  state: DraftState
  form: string
  vrm: string | null
  vin: string | null
  invoice: string | null
  client: string
  created_at: number
  updated_at: number
  send_at: number | null
  active_at: number | null
  procedure_id: string | null
  submission: string
  error: string | null
  problem: Draft['problem'] | null
  sent_at: number | null
}

/** Stored row of `document`. */
export interface StoredDocument {
  seq: number
  id: string
  draft_id: string
  source: DraftDocument['source']
  name: string
  type: string
  guessed: number
  reason: DraftDocument['reason'] | null
  reading: DraftDocument['reading'] | null
  party: string
  mime: string | null
  size: number | null
  sha256: string | null
  url: string | null
  /** Key of the sealed file. `null` after a wipe: the remains of the file are then unreadable. */
  key: Uint8Array | null
  remote_id: string | null
  error: string | null
}

/** Change of a draft's form. Absent fields keep their value. */
export interface DraftChange {
  fields: FieldChanges
  accepted?: readonly Acceptable[] | undefined
  /** `null` for the usual documents. */
  expected?: readonly string[] | null | undefined
}

/** Draft with the fields that only the core uses. */
export interface DraftInside {
  draft: Draft
  submission: Submission
  /** Ids of the documents at the service, by their ids on this PC. */
  remoteIds: Readonly<Record<string, string | null>>
  /** Last time that the user acted on the draft. */
  activeAt: number
}

export const formOf = ({ form }: Pick<StoredDraft, 'form'>): DraftForm => {
  const { fields, accepted, expected, situations } = recordIn(form)
  // Documents and situations that only a later version knows stay.
  const documents = textsIn(JSON.stringify(expected ?? null))
  const chosen = textsIn(JSON.stringify(situations ?? null))
  // A form from an older version lacks newer fields.
  return {
    fields: { ...emptyForm().fields, ...readTexts(JSON.stringify(fields ?? null)) },
    accepted: textsIn(JSON.stringify(accepted ?? null)) as Acceptable[],
    ...(documents.length > 0 && { expected: documents }),
    ...(chosen.length > 0 && { situations: chosen }),
  }
}

export const submissionOf = ({ submission }: Pick<StoredDraft, 'submission'>): Submission => ({
  ...newSubmission(),
  ...(recordIn(submission) as Partial<Submission>),
})

const errorOf = (text: string | null) => (text === null ? {} : { error: JSON.parse(text) as AppError })

export function documentOf(row: StoredDocument, uploading: string | null): DraftDocument {
  const { id, source, name, type, mime, size, url, key, remote_id, error, reason, reading, party } = row
  const state =
    error !== null ? 'refused' : remote_id !== null ? 'uploaded' : id === uploading ? 'uploading' : 'kept'
  return {
    id,
    source,
    name,
    type,
    guessed: row.guessed === 1,
    ...(reason !== null && { reason }),
    ...(reading !== null && { reading }),
    ...(party !== '' && { party }),
    ...(mime !== null && { mime }),
    ...(size !== null && { size }),
    ...(url !== null && { url }),
    state,
    preview: key !== null,
    ...errorOf(error),
  }
}

export function draftOf(row: StoredDraft, documents: readonly StoredDocument[]): DraftInside {
  const { fields, accepted, expected, situations } = formOf(row)
  const submission = submissionOf(row)
  const { begun } = submission
  const uploading = row.state === 'sending' && begun?.step === 'upload' ? begun.documentId : null
  return {
    submission,
    remoteIds: Object.fromEntries(documents.map(({ id, remote_id }) => [id, remote_id])),
    activeAt: row.active_at ?? row.updated_at,
    draft: {
      id: row.id,
      kind: row.kind,
      version: row.version,
      state: row.state,
      fields,
      accepted: [...accepted],
      ...(expected && { expected: [...expected] }),
      ...(situations && { situations: [...situations] }),
      documents: documents.map((document) => documentOf(document, uploading)),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      ...standingOf(row, submission),
      orphans: submission.orphans,
      ...(row.sent_at !== null && { sentBy: submission.confirmed ?? 'us' }),
    },
  }
}

/** Fields that a draft and its row in a list share. */
function standingOf(row: StoredDraft, submission: Submission) {
  return {
    ...(row.send_at !== null && { sendAt: row.send_at }),
    ...(row.state === 'sending' && { step: stepOf(submission) }),
    doubt: isInDoubt(submission),
    ...errorOf(row.error),
    ...(row.problem !== null && { problem: row.problem }),
    ...(row.procedure_id !== null && { procedureId: row.procedure_id }),
    ...(row.sent_at !== null && { sentAt: row.sent_at }),
  }
}

function stepOf({ begun, procedureId, verified }: Submission): NonNullable<Draft['step']> {
  if (begun?.step === 'create' || procedureId === null) return 'create'
  if (begun?.step === 'update') return 'update'
  if (begun?.step === 'upload') return 'documents'
  if (begun?.step === 'confirm' || verified) return 'confirm'
  return 'check'
}

export function draftRowOf(row: StoredDraft & { uploaded: number; documents: number }): DraftRow {
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    state: row.state,
    updatedAt: row.updated_at,
    ...standingOf(row, submissionOf(row)),
    ...(row.vrm !== null && { vrm: row.vrm }),
    ...(row.vin !== null && { vin: row.vin }),
    client: row.client,
    documents: { uploaded: row.uploaded, of: row.documents },
  }
}
