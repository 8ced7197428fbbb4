import type { InboxRow, Subject } from '../bridge/inbox.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { withoutNames } from '../domain/without-names.ts'
import { inboxWords, reportsWords, type InboxWords } from './app-inbox.ts'
import { count, lowerFirst, plural } from './grammar.ts'
import { entryOf } from './labels-reports.ts'

type Rows = readonly [InboxRow, ...InboxRow[]]

/** What is counted instead of named, when a line has several of it. */
const COUNTED: Readonly<Record<string, readonly [string, string]>> = {
  'procedure.document.added': ['documento', 'documentos'],
  'energy_saving_certificate.document.added': ['documento', 'documentos'],
  'procedure.incident.added': ['incidencia', 'incidencias'],
  'procedure.incident.solved': ['incidencia resuelta', 'incidencias resueltas'],
  'procedure.incident.removed': ['incidencia retirada', 'incidencias retiradas'],
}

const isStatus = ({ event }: InboxRow) => event.endsWith('.status_changed')

/** Weight of a change in the words of its line: first what asks for something, then the state, then what came with it. */
function weight(row: InboxRow): number {
  if (row.actionable) return row.event === 'procedure.incident.added' ? 6 : 5
  if (row.event.endsWith('.gone')) return 4
  if (isStatus(row)) return 3
  return row.event === 'procedure.plate_assigned' ? 2 : 1
}

/** The change that gives a line its glyph, its words and its next step. Of two alike, the newest. */
export const groupHead = ([first, ...rest]: Rows): InboxRow =>
  rest.reduce((head, row) => (weight(row) > weight(head) ? row : head), first)

/**
 * Words of a line: «Finalizado · matrícula 1273 NHC · 8 documentos».
 * @param rows newest first
 */
export function groupWords([newest, ...older]: Rows, hidesNames: boolean): InboxWords {
  const rows: Rows = hidesNames ? [withoutNames(newest), ...older.map(withoutNames)] : [newest, ...older]
  const [first] = rows
  const [, second] = rows
  if (second === undefined) return hidesNames ? inboxWords(first) : withParties(inboxWords(first), first)
  if (rows.some(({ kind, id }) => kind !== first.kind || id !== first.id)) return reportsWords(rows)
  const head = groupHead(rows)
  const { fact, step } = inboxWords(head)
  const others = rows.filter((row) => row !== head && !isEarlierState(row, rows) && !isOver(row, rows))
  const alike = Map.groupBy(others, (row) => (entryOf(COUNTED, row.event) ? row.event : partOf([row])))
  const more = [...alike.values()].map(partOf)
  return withParties({ fact, more: more.join(' · '), step }, head)
}

/** The line says its last state; those before it are among its changes. */
const isEarlierState = (row: InboxRow, rows: Rows) => isStatus(row) && row !== rows.find(isStatus)

/** What a change is about, where the service names it. */
const thingOf = ({ detail }: InboxRow) => detail['incidentId'] ?? detail['documentId']

const ENDS = /\.incident\.(solved|removed)$/
/** An incident that another change of the line ended is told by that one. */
const isOver = (row: InboxRow, rows: Rows) =>
  row.event === 'procedure.incident.added' &&
  thingOf(row) !== undefined &&
  rows.some((other) => ENDS.test(other.event) && other.seq > row.seq && thingOf(other) === thingOf(row))

/** Number of things that changes are about: one that was told of twice is one. */
const thingsIn = (rows: readonly InboxRow[]) => new Set(rows.map((row) => thingOf(row) ?? row.seq)).size

/** Words of the changes of a line that are alike. */
function partOf(rows: readonly InboxRow[]): string {
  const [row, second] = rows
  if (!row) return ''
  if (row.event === 'procedure.plate_assigned' && row.subject.vrm !== undefined)
    return `matrícula ${displayPlate(row.subject.vrm)}`
  const words = entryOf(COUNTED, row.event)
  if (words) return plural(thingsIn(rows), ...words)
  const fact = lowerFirst(inboxWords(row).fact)
  return second === undefined ? fact : `${fact} (${count(rows.length)})`
}

/** Signatures say whose procedure they are for. */
function withParties(words: InboxWords, { kind, subject }: InboxRow): InboxWords {
  const parties = partiesOf(subject)
  if (kind !== 'signature' || parties === '') return words
  return { ...words, more: [words.more, parties].filter(Boolean).join(' · ') }
}

/** «Lozano → Ruiz»: parties of the procedure of a signature; '' where they are not known. */
const partiesOf = ({ seller, buyer }: Subject): string =>
  seller === undefined && buyer === undefined ? '' : `${seller ?? '?'} → ${buyer ?? '?'}`
