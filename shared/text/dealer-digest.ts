import type { DealerRow } from '../bridge/dealers.ts'
import { DEALER_SECTIONS, type DealerSection } from '../domain/dealer-board.ts'
import { isUsableTemplate, parseTemplate } from '../domain/client-template.ts'
import { fieldsOf } from '../domain/client-situations.ts'
import { clock, fullDate } from './app-dates.ts'
import { originalText } from './client-texts.ts'
import { monthName } from './app-months.ts'
import { cancelledTitle, dealerRowWords as words, endedTitle } from './dealer-words.ts'
import { count, lowerFirst, plural } from './grammar.ts'
import { incidentNeeds } from './incident-message.ts'
import { incidentLabels } from './labels.ts'
import { entryOf, labelOf, stateForClient } from './labels-reports.ts'
import { writtenText } from './written-text.ts'

/** What a dealer is told of its cars, ready to paste: one line for each, by what has to happen. */

export interface DigestOf {
  /** Whom it is for; '' for no one by name. */
  name: string
  month: string
  isPresent: boolean
  now: number
  demo: boolean
  /** The office's text around the lines. */
  own: string | undefined
}

const SITUATION = 'dealer:digest'
/** Lines of one part: a message is read on a telephone. The rest are counted, and are in the file. */
const MAX_LINES = 60
/** Stands for the lines in a template, whose values are of one line: of the private use that no text has. */
const LINES = '\u{E000}'

/** @param rows in the order of the board */
export function dealerDigest(rows: readonly DealerRow[], of: DigestOf): string {
  const { name, now, demo, own } = of
  const fields = fieldsOf(SITUATION)
  const usable = own !== undefined && isUsableTemplate(own, fields) ? own : undefined
  const values = { nombre: name, fecha: fullDate(now), hora: clock(now), resumen: LINES }
  const written = writtenText(originalText(SITUATION), usable && withLines(usable), { fields, values, demo })
  return written.replaceAll(LINES, () => linesOf(rows, of))
}

/** A digest always has its lines: at the end of a text that does not say where. */
function withLines(template: string): string {
  const names = parseTemplate(template).parts.flatMap(({ pieces }) => pieces)
  const says = names.some((piece) => typeof piece !== 'string' && piece.field.toLowerCase() === 'resumen')
  return says ? template : `${template}\n\n{resumen}`
}

const TITLES: Readonly<Record<Exclude<DealerSection, 'ended'>, string>> = {
  dealer: 'Necesitamos de ti',
  office: 'Lo estamos preparando',
  registry: 'En Tráfico',
}

function linesOf(rows: readonly DealerRow[], of: DigestOf): string {
  // A cancelled procedure has ended, and nothing of it was finished.
  const ended = rows.filter(({ section }) => section === 'ended')
  const parts = [
    ...DEALER_SECTIONS.filter((section) => section !== 'ended').map((section) => ({
      title: TITLES[section],
      found: rows.filter((row) => row.section === section),
    })),
    {
      title: endedTitle(of.month, of.isPresent),
      found: ended.filter(({ status }) => status !== 'CANCELLED'),
    },
    {
      title: cancelledTitle(of.month, of.isPresent),
      found: ended.filter(({ status }) => status === 'CANCELLED'),
    },
  ].filter(({ found }) => found.length > 0)
  if (parts.length === 0)
    return of.isPresent
      ? 'No hay nada pendiente ni terminado este mes.'
      : `No hay nada de ${monthName(of.month)}.`
  return parts
    .map(({ title, found }) => {
      const more = found.length - MAX_LINES
      return [
        `${title} (${count(found.length)}):`,
        ...found.slice(0, MAX_LINES).map(lineOf),
        ...(more > 0 ? [`- y ${plural(more, 'más', 'más')}`] : []),
      ].join('\n')
    })
    .join('\n\n')
}

/** «- 1234 BCD, SEAT Ibiza, transferencia: DNI (documento caducado); la firma de «Mandato genérico»». */
function lineOf(row: DealerRow): string {
  const head = [words.name(row), row.vehicle, lowerFirst(words.type(row))].filter(Boolean).join(', ')
  const asked = row.section === 'dealer' ? askedOf(row) : []
  const told = asked.length > 0 ? asked : [standing(row)].filter(Boolean)
  return `- ${head}${told.length > 0 ? `: ${told.join('; ')}` : ''}`
}

/** What is asked of the dealer, in its words: it knows nothing of our states. */
const askedOf = (row: DealerRow): string[] => [
  ...new Set([
    ...row.missing.map((lacking) =>
      'incident' in lacking && lacking.document === undefined
        ? needOf(lacking.incident)
        : words.missingName(lacking, row),
    ),
    ...row.asks.map(needOf),
    ...row.signatures
      .filter(({ outcome }) => outcome !== 'signed')
      .map(({ document }) => `la firma de «${words.document(document)}»`),
  ]),
]

/** What solves an incident: as in the message about it alone. */
const needOf = (incident: string): string =>
  entryOf(incidentNeeds, incident) ||
  lowerFirst(labelOf(incidentLabels, incident, '')) ||
  'una incidencia sin nombre'

function standing(row: DealerRow): string {
  if (row.assigned) return lowerFirst(words.assigned)
  // What the office has not sent yet has no state that says anything to the dealer.
  if (row.section === 'office') return ''
  return `${lowerFirst(stateForClient(words.state(row)))} ${row.section === 'ended' ? 'el' : 'desde el'} ${fullDate(row.since)}`
}
