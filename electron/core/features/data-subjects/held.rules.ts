/** Records that mention a person: rows by their `seq`, records with an id of their own by that id. */
export interface PersonFound {
  procedures: { seq: number; id: string }[]
  signatures: { seq: number; id: string }[]
  drafts: string[]
  /** Signature requests of this PC. */
  signatureRequests: string[]
  contacts: string[]
  reports: string[]
  templates: string[]
  plateLists: string[]
  /** Watched plates, by their plate. */
  watches: string[]
  /** Transfers begun together. */
  transferBatches: string[]
  /** Rows of `meta` with values offered again: one at most. */
  remembered: string[]
}

/** Tables that may mention a person. */
export const PERSON_TABLES = [
  'resource',
  'draft',
  'signing',
  'contact',
  'complete_report',
  'template',
  'plate-list',
  'watch',
  'transfer-batch',
  'remembered',
] as const
export type PersonTable = (typeof PERSON_TABLES)[number]

export const nobody = (): PersonFound => ({
  procedures: [],
  signatures: [],
  drafts: [],
  signatureRequests: [],
  contacts: [],
  reports: [],
  templates: [],
  plateLists: [],
  watches: [],
  transferBatches: [],
  remembered: [],
})
