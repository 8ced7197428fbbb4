import { type DealerKey, dealerId, partsOfDealerId } from './dealer-id.ts'
import { sameNameKey } from './search-text.ts'
import { isProcedureOver } from './procedures/service-procedure.ts'

/** Rules of the board of a dealer: whom each row waits for, and where it is listed. Pure. */

/** More of one part are in *Expedientes*, and in the file. */
export const MAX_SECTION_ROWS = 100

/** Party that a row waits for; nobody once it has ended. */
export const WAITS = ['dealer', 'signer', 'office', 'registry', 'nobody'] as const
export type Waits = (typeof WAITS)[number]

/** Parts of a board. What is to be signed is asked of the dealer, like any other lacking. */
export const DEALER_SECTIONS = ['dealer', 'office', 'registry', 'ended'] as const
export type DealerSection = (typeof DEALER_SECTIONS)[number]

const SECTION_OF: Readonly<Record<Waits, DealerSection>> = {
  dealer: 'dealer',
  signer: 'dealer',
  office: 'office',
  registry: 'registry',
  nobody: 'ended',
}
export const sectionOf = (waits: Waits): DealerSection => SECTION_OF[waits]

/** What decides whom an open procedure waits for. */
export interface Standing {
  status: string
  /** Unsolved incidents that ask something of the dealer. */
  asks: number
  /** Unsolved incidents that depend on third parties alone. */
  holds: number
  /** Documents that their signer has not signed yet. */
  waiting: number
  /** Documents that were rejected or have expired: they have to be sent again. */
  failed: number
}

/** The office comes before the signer: what has to be sent again waits for no one else. */
export function waitsOf({ status, asks, holds, waiting, failed }: Standing): Waits {
  if (isProcedureOver(status)) return 'nobody'
  if (asks > 0) return 'dealer'
  if (status === 'DRAFT' || failed > 0 || (status === 'BLOCKED' && holds === 0)) return 'office'
  return waiting > 0 ? 'signer' : 'registry'
}

/** A draft that is being filled in waits for the documents that it lacks; a finished one, for the office to send it. */
export const draftWaits = (state: string, missing: number): Waits =>
  state === 'editing' && missing > 0 ? 'dealer' : 'office'

/** State of a document that was sent to be signed. */
export type SignatureOutcome = 'signed' | 'waiting' | 'failed'

/** An unknown state is still waited for: it is not known to have ended. */
export const signatureOutcome = (status: string): SignatureOutcome =>
  status === 'signed' ? 'signed' : status === 'rejected' || status === 'expired' ? 'failed' : 'waiting'

interface SentToSign {
  seq: number
  document: string
  status: string
  gone: boolean
}

/**
 * The latest request of each document, in the order in which those documents were first sent: one that was signed at
 * the second try is signed. What the service no longer has is left out.
 */
export function latestToSign<S extends SentToSign>(sent: readonly S[]): S[] {
  const latest = new Map<string, S>()
  for (const one of sent.filter(({ gone }) => !gone).toSorted((a, b) => a.seq - b.seq))
    latest.set(one.document, one)
  return [...latest.values()]
}

/** Incidents that a document of the dealer's solves. */
const DOCUMENT_INCIDENTS: ReadonlySet<string> = new Set([
  'pending-document',
  'expired-document',
  'unreadable-document',
  'invalid-document',
  'incomplete-document',
  'out-of-validity-document',
])
export const asksForDocument = (incident: string): boolean => DOCUMENT_INCIDENTS.has(incident)

/** What counts of a row, for the list of dealers and the totals of a board. */
export interface Counted {
  waits: Waits
  since: number
  unsigned: number
  missing: number
}

export interface Tally {
  /** Not ended: the sum of the four below. */
  open: number
  dealer: number
  signer: number
  office: number
  registry: number
  /** Ended in the month. */
  ended: number
  /** Since when the open one that has waited the longest does; `null` without any. */
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

/** Adds a row. What an ended one still lacks is asked of no one. */
export function addTo(tally: Tally, { waits, since, unsigned, missing }: Counted): void {
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

/** Characters of a name that tell clients apart: an id has room for these, whatever alphabet they are of. */
export const MAX_CLIENT_KEY = 95

/**
 * Key of a client: the same for every way to write its name (`sameNameKey`), so «Autos Gil, S.L.» and «AUTOS GIL SL» are
 * one client. '' without a name.
 */
export function clientKey(name: string): string {
  const whole = sameNameKey(name)
  let key = Array.from(whole).slice(0, MAX_CLIENT_KEY).join('').trim()
  // A cut may leave letters that are a legal form: the key of a key is the key.
  while (key !== whole && sameNameKey(key) !== key) key = Array.from(key).slice(0, -1).join('').trim()
  return key
}

export const clientDealerId = (name: string): string => dealerId({ kind: 'client', key: clientKey(name) })

/** The dealer of an id; `null` for any other text. An id of an earlier version has the name with its marks. */
export function dealerKeyOf(id: string): DealerKey | null {
  const parts = partsOfDealerId(id)
  if (!parts) return null
  const { kind, name } = parts
  return { kind, key: kind === 'client' ? clientKey(name) : name }
}
