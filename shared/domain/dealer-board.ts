import { type DealerKey, dealerId, partsOfDealerId } from './dealer-id.ts'
import { sameNameKey } from './search-text.ts'
import { isProcedureOver } from './procedures/service-procedure.ts'

/** Rules of a dealer's board: the party that each row waits for, and the section of each row. */

/** Maximum rows of a section. *Expedientes* and the exported file have all. */
export const MAX_SECTION_ROWS = 100

/** Party that a row waits for. Ended rows wait for nobody. */
export const WAITS = ['dealer', 'signer', 'office', 'registry', 'nobody'] as const
export type Waits = (typeof WAITS)[number]

/** Sections of a board. Documents to sign are requested from the dealer, like other missing documents. */
export const DEALER_SECTIONS = ['dealer', 'office', 'registry', 'ended'] as const
export type DealerSection = (typeof DEALER_SECTIONS)[number]

const SECTION_OF: Readonly<Record<Waits, DealerSection>> = {
  dealer: 'dealer',
  signer: 'dealer',
  office: 'office',
  registry: 'registry',
  nobody: 'ended',
}
export const boardSection = (waits: Waits): DealerSection => SECTION_OF[waits]

/** Facts that decide whom an open procedure waits for. */
export interface Standing {
  status: string
  /** Number of unsolved incidents that need the dealer. */
  asks: number
  /** Number of unsolved incidents that depend on third parties only. */
  holds: number
  /** Number of documents that their signer has not signed. */
  waiting: number
  /** Number of rejected or expired documents, which have to be sent again. */
  failed: number
}

/**
 * Party that a procedure waits for. The office precedes the signer, because a failed document has to be sent again
 * first.
 */
export function procedureWaits({ status, asks, holds, waiting, failed }: Standing): Waits {
  if (isProcedureOver(status)) return 'nobody'
  if (asks > 0) return 'dealer'
  if (status === 'DRAFT' || failed > 0 || (status === 'BLOCKED' && holds === 0)) return 'office'
  return waiting > 0 ? 'signer' : 'registry'
}

/** Party that a draft waits for: the dealer while documents are missing, and the office once it is finished. */
export const draftWaits = (state: string, missing: number): Waits =>
  state === 'editing' && missing > 0 ? 'dealer' : 'office'

/** State of a document that was sent for signature. */
export type SignatureOutcome = 'signed' | 'waiting' | 'failed'

/** An unknown state counts as waiting, because nothing shows that it has ended. */
export const signatureOutcome = (status: string): SignatureOutcome =>
  status === 'signed' ? 'signed' : status === 'rejected' || status === 'expired' ? 'failed' : 'waiting'

interface SentToSign {
  seq: number
  document: string
  status: string
  gone: boolean
}

/**
 * Latest request of each document, in the order of the first requests. A document signed at the second try is signed.
 * Requests that the service no longer has are left out.
 */
export function latestToSign<S extends SentToSign>(sent: readonly S[]): S[] {
  const latest = new Map<string, S>()
  for (const one of sent.filter(({ gone }) => !gone).toSorted((a, b) => a.seq - b.seq))
    latest.set(one.document, one)
  return [...latest.values()]
}

/** Incidents that a document of the dealer solves. */
const DOCUMENT_INCIDENTS: ReadonlySet<string> = new Set([
  'pending-document',
  'expired-document',
  'unreadable-document',
  'invalid-document',
  'incomplete-document',
  'out-of-validity-document',
])
export const asksForDocument = (incident: string): boolean => DOCUMENT_INCIDENTS.has(incident)

/** Facts of a row that the list of dealers and the totals of a board count. */
export interface Counted {
  waits: Waits
  since: number
  unsigned: number
  missing: number
}

export interface Tally {
  /** Number of open rows: the sum of the next four. */
  open: number
  dealer: number
  signer: number
  office: number
  registry: number
  /** Number of rows that ended in the month. */
  ended: number
  /** Time since which the oldest open row waits. `null` without any. */
  oldest: number | null
  unsigned: number
  missing: number
}

export const emptyTally = (): Tally => ({
  open: 0,
  dealer: 0,
  signer: 0,
  office: 0,
  registry: 0,
  ended: 0,
  oldest: null,
  unsigned: 0,
  missing: 0,
})

/** Adds a row. Missing documents of an ended row do not count. */
export function addToTally(tally: Tally, { waits, since, unsigned, missing }: Counted): void {
  if (waits === 'nobody') {
    tally.ended++
    return
  }
  tally.open++
  tally[waits]++
  tally.unsigned += unsigned
  tally.missing += missing
  if (tally.oldest === null || since < tally.oldest) tally.oldest = since
}

/** Characters of a name that distinguish clients. An id has room for them in any alphabet. */
export const MAX_CLIENT_KEY = 95

/**
 * Key of a client. It is the same for all spellings of a name (`sameNameKey`): «Autos Gil, S.L.» and «AUTOS GIL SL»
 * are one client. Empty without a name.
 */
export function clientKey(name: string): string {
  const whole = sameNameKey(name)
  let key = Array.from(whole).slice(0, MAX_CLIENT_KEY).join('').trim()
  // The cut may leave letters that are a legal form, and the key must be idempotent.
  while (key !== whole && sameNameKey(key) !== key) key = Array.from(key).slice(0, -1).join('').trim()
  return key
}

export const clientDealerId = (name: string): string => dealerId({ kind: 'client', key: clientKey(name) })

/** Dealer of an id, or `null`. Ids of earlier versions have the name with its marks. */
export function dealerKeyOf(id: string): DealerKey | null {
  const parts = partsOfDealerId(id)
  if (!parts) return null
  const { kind, name } = parts
  return { kind, key: kind === 'client' ? clientKey(name) : name }
}
