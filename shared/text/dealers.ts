import type { Dealer, DealerBoard, DealerRow, MissingDocument } from '../bridge/dealers.ts'
import { situationFields, isUsableTemplate } from '../domain/client-messages.ts'
import {
  DEALER_SECTIONS,
  type DealerSection,
  MAX_SECTION_ROWS,
  type Tally,
  type Waits,
} from '../domain/dealer-board.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import { DRAFT_KINDS, type DraftKind, kindOfType } from '../domain/procedures/kinds.ts'
import { LINES, originalText, withLines, writtenText } from './client.ts'
import { clock, fullDate, monthName, datedMoment } from './dates.ts'
import { requirementLabel } from './fields.ts'
import { byNumber, count, listed, lowerFirst, plural, shortVin, upperFirst } from './grammar.ts'
import { incidentNeeds } from './incidents.ts'
import { entryOf, labelOf, stateForClient, unknownNames } from './labels-reports.ts'
import {
  documentLabel,
  incidentLabels,
  procedureKindLabels,
  procedureName,
  signatureDocumentLabels,
} from './labels.ts'
import { stateName } from './resources.ts'

/** Texts of *Compraventas*: the list, a board, its exported table and its digest. */

export const dealersText = {
  search: 'Buscar un compraventa',
  hint: 'Cliente o etiqueta',
  list: 'Compraventas',
  loading: 'Cargando los compraventas',
  failed: 'No se han podido leer los compraventas',
  emptyTitle: 'Todavía no hay ninguno',
  emptyBody:
    'Aquí salen los clientes y las etiquetas con expedientes abiertos o terminados este mes. Escribe el cliente en un expediente, o ponle una etiqueta.',
  noneTitle: 'Ninguno se llama así',
  noneBody: 'Solo salen los que tienen algo abierto o terminado este mes.',
  clear: 'Ver todos',
  blank: 'Cargando',
  columns: {
    name: 'Cliente o etiqueta',
    open: 'Abiertos',
    dealer: 'Le esperan',
    office: 'Nuestros',
    registry: 'En Tráfico',
    unsigned: 'Sin firmar',
    missing: 'Documentos',
    oldest: 'El más antiguo',
    ended: 'Este mes',
  },
  kinds: { client: 'Cliente', label: 'Etiqueta' } satisfies Record<Dealer['kind'], string>,
  // Clients may be private people: the program cannot tell them from dealers.
  amount: (n: number): string => plural(n, 'cliente o etiqueta', 'clientes y etiquetas'),
  zero: '–',
  open: 'abrir',
  hidden: 'Compraventa',
} as const

/** «12 abiertos: 4 esperan al compraventa, 1 a nosotros y 7 a Tráfico.» */
function openWords({ open, dealer, signer, office, registry }: Tally): string {
  if (open === 0) return 'Nada abierto.'
  const parts = [
    [dealer, 'al compraventa'],
    [signer, 'a quien firma'],
    [office, 'a nosotros'],
    [registry, 'a Tráfico'],
  ] as const
  const some = parts.filter(([n]) => n > 0)
  const said = some.map(([n, whom], index) =>
    index === 0 ? `${byNumber(n, 'espera', 'esperan')} ${whom}` : whom,
  )
  const waiting = some.map(([n], index) => `${count(n)} ${said[index]}`)
  return `${plural(open, 'abierto', 'abiertos')}: ${listed(waiting)}.`
}

/** «3 documentos y 2 firmas por llegar.» */
function missingWords({ missing, unsigned }: Tally): string {
  const parts = [
    missing > 0 ? plural(missing, 'documento', 'documentos') : '',
    unsigned > 0 ? plural(unsigned, 'firma', 'firmas') : '',
  ].filter(Boolean)
  return parts.length === 0 ? '' : ` ${byNumber(missing + unsigned, 'Falta', 'Faltan')} ${listed(parts)}.`
}

function endedWords({ tally, plates, isPresent, month }: DealerBoard): string {
  const when = isPresent ? 'este mes' : `en ${monthName(month)}`
  const ended =
    tally.ended === 0
      ? ''
      : ` ${plural(tally.ended, 'terminado o anulado', 'terminados o anulados')} ${when}.`
  const given = plates === 0 ? '' : ` ${plural(plates, 'matrícula asignada', 'matrículas asignadas')}.`
  return ended + given
}

export const dealerText = {
  back: 'Compraventas',
  loading: 'Cargando el cuadro',
  failed: 'No se ha podido leer el cuadro',
  gone: 'No hay nada de ese compraventa',
  goneBody: 'Sus expedientes se han borrado, o se les ha cambiado el cliente o la etiqueta.',
  monthTitle: (month: string): string => upperFirst(monthName(month)),
  /** Content of the board. */
  scope: (isPresent: boolean): string =>
    isPresent
      ? 'Lo abierto, de cualquier mes, y lo terminado este mes.'
      : 'Lo terminado ese mes, y lo que empezó en él y sigue abierto.',
  totals: (board: DealerBoard): string =>
    openWords(board.tally) + missingWords(board.tally) + endedWords(board),
  spellings: (names: readonly string[]): string =>
    `Está escrito de ${count(names.length)} maneras: ${listed(names)}.`,
  more: (total: number): string =>
    `Se ven ${count(MAX_SECTION_ROWS)} de ${count(total)}. Todos están en el archivo que exportas.`,
  none: 'Nada.',
  emptyTitle: (isPresent: boolean, month: string): string =>
    isPresent ? 'Nada abierto ni terminado este mes' : `Nada de ${monthName(month)}`,
  emptyBody: 'Prueba con el mes anterior.',
  seeCases: 'Ver en Expedientes',
  seeAccount: 'Ver su ficha',
  copy: 'Copiar resumen',
  copied: (n: number): string =>
    byNumber(n, 'Resumen copiado, de un expediente', `Resumen copiado, de ${count(n)} expedientes`),
  notRecorded: 'No ha quedado en el registro de auditoría.',
  export: 'Exportar',
  xlsx: 'Excel',
  csv: 'CSV',
  saved: 'Guardado en Descargas',
  saving: 'Guardando el cuadro',
  cancelSaving: 'Cancelar',
  print: 'Imprimir',
  printTitle: (name: string): string => `Compraventa: ${name}`,
  printed: (at: number): string => `Impreso ${datedMoment(at)}`,
  printColumns: ['Matrícula', 'Vehículo', 'Trámite', 'Estado', 'Desde', 'Falta'],
  since: (date: string): string => `desde ${date}`,
  missing: (words: readonly string[]): string =>
    `${byNumber(words.length, 'Falta', 'Faltan')}: ${words.join(' · ')}`,
  unsigned: (document: string, failed: boolean): string =>
    failed ? `${document}: hay que enviarlo otra vez` : `${document} sin firmar`,
  signed: (document: string): string => `${document} firmado`,
  openIt: (name: string): string => `Abrir ${name}`,
  waits: (whom: string): string => `Espera a: ${whom}`,
  remind: 'Mensaje para el cliente',
  remindIt: (name: string): string => `Mensaje para el cliente sobre ${name}`,
  sign: 'Ver la firma',
  signIt: (name: string): string => `Ver la firma de ${name}`,
  assignedNow: (name: string): string => `${name}: matrícula asignada`,
  templates: 'Plantillas',
  templatesNone: 'Todavía no hay ninguna de este compraventa.',
  newTemplate: 'Nueva plantilla',
  start: 'Empezar',
  startIt: (name: string): string => `Empezar un expediente con la plantilla ${name}`,
  change: (name: string): string => `Cambiar la plantilla ${name}`,
  boardOf: (name: string): string => `Ver el cuadro de ${name}`,
  openKey: 'abrir',
  remindKey: 'mensaje',
  signKey: 'firma',
} as const

// Words of a row of a board: on screen, on paper, in a file and in the digest.

/** Party that a row waits for. */
export const waitsNames: Readonly<Record<Waits, string>> = {
  dealer: 'Compraventa',
  signer: 'Firmante',
  office: 'Nosotros',
  registry: 'Tráfico',
  nobody: '',
}

const draftStates: Readonly<Record<string, string>> = {
  editing: 'Borrador',
  ready: 'Por enviar',
  leaving: 'A punto de enviarse',
  sending: 'Enviándose',
  stopped: 'Sin enviar: espera tu decisión',
}

export const dealerRowWords = {
  /** For a car without a plate, the end of its chassis number. */
  name: ({ vrm, vin }: Pick<DealerRow, 'vrm' | 'vin'>): string =>
    vrm !== undefined
      ? displayPlate(vrm)
      : vin !== undefined
        ? upperFirst(shortVin(vin))
        : 'Sin matrícula todavía',
  type: ({ kind, type, label }: Pick<DealerRow, 'kind' | 'type' | 'label'>): string =>
    kind === 'draft'
      ? (entryOf(procedureKindLabels, type) ?? unknownNames.procedure)
      : procedureName(type, label),
  state: ({
    kind,
    status,
    statusDescription,
  }: Pick<DealerRow, 'kind' | 'status' | 'statusDescription'>): string =>
    kind === 'draft'
      ? labelOf(draftStates, status, unknownNames.state)
      : stateName('procedure', status, statusDescription),
  assigned: 'Matrícula asignada',
  /** Names of the missing documents and of other requests. */
  missing: (row: Pick<DealerRow, 'kind' | 'type' | 'missing' | 'asks'>): string[] => [
    ...new Set([
      ...row.missing.map((lacking) => missingName(lacking, row)),
      ...row.asks.map((incident) => labelOf(incidentLabels, incident, '') || unknownNames.incident),
    ]),
  ],
  /** Name of a missing document. */
  missingName,
  document: (document: string): string =>
    labelOf(signatureDocumentLabels, document, '') || unknownNames.document,
} as const

/** State of a document that was sent for signature. */
const outcomeNames = {
  signed: 'firmado',
  waiting: 'sin firmar',
  failed: 'sin firmar: hay que enviarlo otra vez',
} as const

const kindOf = ({ kind, type }: Pick<DealerRow, 'kind' | 'type'>): DraftKind =>
  (kind === 'draft' ? DRAFT_KINDS.find((one) => one === type) : kindOfType(type)) ?? 'transfer'

/** «DNI (documento caducado)», «Contrato o factura». */
function missingName(lacking: MissingDocument, row: Pick<DealerRow, 'kind' | 'type'>): string {
  if ('requirement' in lacking) return requirementLabel(lacking.requirement, kindOf(row))
  const incident = labelOf(incidentLabels, lacking.incident, unknownNames.incident)
  if (lacking.incident === 'pending-document')
    return lacking.document === undefined ? 'Un documento' : documentLabel(lacking.document)
  if (lacking.document === undefined) return incident
  return `${documentLabel(lacking.document)} (${lowerFirst(incident)})`
}

/** Titles of the sections of a board. */
export const sectionTitle = (section: DealerSection, month: string, isPresent: boolean): string =>
  section !== 'ended'
    ? sectionNames[section]
    : isPresent
      ? 'Terminados y anulados este mes'
      : `Terminados y anulados en ${monthName(month)}`
/** Title in a text for the dealer, which lists cancelled procedures separately. */
const endedTitle = (month: string, isPresent: boolean): string =>
  isPresent ? 'Terminados este mes' : `Terminados en ${monthName(month)}`
const cancelledTitle = (month: string, isPresent: boolean): string =>
  isPresent ? 'Anulados este mes' : `Anulados en ${monthName(month)}`
/** Names of the sections without the month. */
const sectionNames: Readonly<Record<DealerSection, string>> = {
  dealer: 'Pendiente del compraventa',
  office: 'Pendiente de nosotros',
  registry: 'En Tráfico',
  ended: 'Terminado o anulado',
}

// Exported board of a dealer.

const cells = (row: DealerRow): (string | { day: number })[] => [
  sectionNames[row.section],
  row.vrm === undefined ? '' : displayPlate(row.vrm),
  row.vin ?? '',
  row.vehicle,
  dealerRowWords.type(row),
  dealerRowWords.state(row),
  { day: row.since },
  waitsNames[row.waits],
  row.section === 'ended' ? '' : dealerRowWords.missing(row).join('; '),
  row.signatures
    .map(
      ({ document, outcome }) =>
        `${dealerRowWords.document(document)}: ${outcomeNames[row.section === 'ended' && outcome === 'failed' ? 'waiting' : outcome]}`,
    )
    .join('; '),
  row.assigned ? 'Sí' : '',
]

export const dealerTable = {
  sheet: 'Compraventa',
  header: [
    'Parte',
    'Matrícula',
    'Bastidor',
    'Vehículo',
    'Trámite',
    'Estado',
    'Desde',
    'Espera a',
    'Falta',
    'Firmas',
    'Matrícula asignada',
  ],
  cells,
  /** Cells as displayed text. */
  texts: (row: DealerRow): string[] =>
    cells(row).map((cell) => (typeof cell === 'string' ? cell : fullDate(cell.day))),
} as const

export const dealerFileName = (
  { name, month }: Pick<DealerBoard, 'name' | 'month'>,
  extension: 'csv' | 'xlsx',
): string => `${name} ${month}.${extension}`

// Digest for a dealer about its cars, ready to paste: one line per car, grouped by the next step.

interface DigestOf {
  /** Name of the recipient, or empty. */
  name: string
  month: string
  isPresent: boolean
  now: number
  demo: boolean
  /** Text of the office around the lines. */
  own: string | undefined
}

const SITUATION = 'dealer:digest'
/**
 * Maximum lines of one section, because messages are read on telephones. Other rows are counted, and the file has
 * them.
 */
const MAX_LINES = 60

/** @param rows rows in the order of the board */
export function dealerDigest(rows: readonly DealerRow[], of: DigestOf): string {
  const { name, now, demo, own } = of
  const fields = situationFields(SITUATION)
  const usable = own !== undefined && isUsableTemplate(own, fields) ? own : undefined
  const values = { nombre: name, fecha: fullDate(now), hora: clock(now), resumen: LINES }
  const written = writtenText(originalText(SITUATION), usable && withLines(usable), { fields, values, demo })
  return written.replaceAll(LINES, () => linesOf(rows, of))
}

const TITLES: Readonly<Record<Exclude<DealerSection, 'ended'>, string>> = {
  dealer: 'Necesitamos de ti',
  office: 'Lo estamos preparando',
  registry: 'En Tráfico',
}

function linesOf(rows: readonly DealerRow[], of: DigestOf): string {
  // A cancelled procedure has ended without being finished.
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
  const head = [dealerRowWords.name(row), row.vehicle, lowerFirst(dealerRowWords.type(row))]
    .filter(Boolean)
    .join(', ')
  const asked = row.section === 'dealer' ? askedOf(row) : []
  const told = asked.length > 0 ? asked : [standing(row)].filter(Boolean)
  return `- ${head}${told.length > 0 ? `: ${told.join('; ')}` : ''}`
}

/** Requests to the dealer in its own words. It does not know our states. */
const askedOf = (row: DealerRow): string[] => [
  ...new Set([
    ...row.missing.map((lacking) =>
      'incident' in lacking && lacking.document === undefined
        ? needOf(lacking.incident)
        : dealerRowWords.missingName(lacking, row),
    ),
    ...row.asks.map(needOf),
    ...row.signatures
      .filter(({ outcome }) => outcome !== 'signed')
      .map(({ document }) => `la firma de «${dealerRowWords.document(document)}»`),
  ]),
]

/** Solution of an incident, as in the message about the incident. */
const needOf = (incident: string): string =>
  entryOf(incidentNeeds, incident) ||
  lowerFirst(labelOf(incidentLabels, incident, '')) ||
  'una incidencia sin nombre'

function standing(row: DealerRow): string {
  if (row.assigned) return lowerFirst(dealerRowWords.assigned)
  // The state of an unsent draft means nothing to the dealer.
  if (row.section === 'office') return ''
  return `${lowerFirst(stateForClient(dealerRowWords.state(row)))} ${row.section === 'ended' ? 'el' : 'desde el'} ${fullDate(row.since)}`
}
