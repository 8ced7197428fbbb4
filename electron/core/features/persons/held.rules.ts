/** Where somebody was found: rows by their `seq`, and what has an id of its own by that. */
export interface PersonFound {
  procedures: { seq: number; id: string }[]
  signatures: { seq: number; id: string }[]
  drafts: string[]
  /** Requests to sign, of this PC. */
  signings: string[]
  contacts: string[]
  reports: string[]
}

/** Where people are. */
export const PERSON_TABLES = ['resource', 'draft', 'signing', 'contact', 'complete_report'] as const
export type PersonTable = (typeof PERSON_TABLES)[number]

export const nobody = (): PersonFound => ({
  procedures: [],
  signatures: [],
  drafts: [],
  signings: [],
  contacts: [],
  reports: [],
})
