import { correctionsIn } from './corrections.ts'
import { addressesIn } from './find-addresses.ts'
import { amountsIn } from './find-amounts.ts'
import { datesIn, takeMessageHeads } from './find-dates.ts'
import { emailsIn, invoicesIn, phonesIn, platesIn, takeOthers, taxIdsIn, vinsIn } from './find-identifiers.ts'
import { namesIn } from './find-names.ts'
import type { Finding, FindingKind, Found, PartyRole } from './finding.ts'
import { type Passage, passageOf, piecesOf, type TableHead } from './passages.ts'
import { type OpenRole, rolesOf } from './roles.ts'

/** Characters of a pasted text that are read; the rest is not looked at. */
const MAX_PASTED = 1_000_000
/** Maximum number of findings kept of one text. */
export const MAX_FINDINGS = 5_000

export interface Progress {
  findings: Finding[]
  /** Characters read so far. */
  read: number
}

/**
 * Finds data in a text, a passage at a time, so that the caller may stop or let others work in between. Linear in the
 * length of the text; never throws.
 * @param now epoch milliseconds: dates without a year, and letters of plates
 */
export function* findPassages(text: string, now: number): Generator<Progress> {
  const read = text.slice(0, MAX_PASTED)
  let head: TableHead = null
  let open: OpenRole = null
  let sum = 0
  const isCorrected = correctionsIn(read)
  for (const piece of piecesOf(read)) {
    const passage = passageOf(piece, head)
    takeOthers(passage)
    takeMessageHeads(passage)
    const roles = rolesOf(passage, open)
    const findings = foundIn(passage, now)
      .toSorted((a, b) => a.start - b.start)
      .map((found) => {
        const role = roles.of(found)
        const isSure = role !== undefined && !isCorrected(role, passage.start + found.start)
        return placed(found, passage.start, isSure ? role : undefined)
      })
    head = passage.head
    open = roles.open
    sum += findings.length
    yield { findings, read: piece.start + piece.text.length }
    if (sum >= MAX_FINDINGS) return
  }
}

/** Everything in a text at once, in order: for short ones, and for tests. */
export const findInText = (text: string, now: number): Finding[] =>
  [...findPassages(text, now)].flatMap(({ findings }) => findings).slice(0, MAX_FINDINGS)

/** What leaves no doubt is read first: what it takes is read as nothing else. */
function foundIn(passage: Passage, now: number): Found[] {
  const found: Found[] = [...emailsIn(passage)]
  if (/\d/.test(passage.text)) {
    found.push(...vinsIn(passage), ...invoicesIn(passage), ...datesIn(passage, now))
    const identities = [...taxIdsIn(passage)]
    found.push(...identities, ...platesIn(passage, now), ...phonesIn(passage), ...amountsIn(passage))
    found.push(...addressesIn(passage), ...namesIn(passage, identities))
  } else found.push(...amountsIn(passage), ...addressesIn(passage), ...namesIn(passage, []))
  return found
}

/** Kinds that are of a party; a plate, an amount or a date is of the sale. */
const OF_PARTY: ReadonlySet<FindingKind> = new Set([
  'taxId',
  'person',
  'company',
  'address',
  'postalCode',
  'town',
  'province',
  'email',
  'phone',
])

function placed(found: Found, start: number, role: PartyRole | undefined): Finding {
  return {
    ...found,
    start: found.start + start,
    end: found.end + start,
    ...(role !== undefined && OF_PARTY.has(found.kind) && { role }),
  }
}
