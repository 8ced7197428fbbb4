import { type DraftKind, isSent, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { SERVICE_KINDS } from '../../procedures/kinds.ts'
import type { ReportType } from '#shared/api/report.ts'
import type { SampleCase } from '#shared/api/development.ts'
import type { Signer } from '#shared/api/signature.ts'
import { writeDay } from '#shared/domain/calendar.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import type { InputDocumentType, SignatureDocument, SignatureState } from '#shared/domain/vocabulary.ts'
import { formatPlate } from '../../procedures/plates.ts'
import { createDraw, type Draw } from '../../registry/draw.ts'
import { makePerson } from '../../registry/people.ts'
import { identifyVehicle } from '../../registry/vehicle.ts'
import {
  createOfficeCalendar,
  type LifeStep,
  makeSampleLives,
  type OfficeCalendar,
  planSteps,
} from './lives.ts'

interface Party {
  readonly name: string
  readonly taxId: string
}

const CONTROLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Adds the control character of a tax number. */
function addControlCharacter(number: string): string {
  for (const control of CONTROLS) if (checkTaxId(number + control).status === 'valid') return number + control
  throw new Error(`no control character fits ${number}`)
}

const makeCompany = (name: string, number: string): Party => ({ name, taxId: addControlCharacter(number) })

/** Dealers, who send the office most of its work. */
const DEALERS: readonly [Party, Party, Party] = [
  makeCompany('Ocasión Vega, S.L.', 'B4600121'),
  makeCompany('Autos Levante, S.L.', 'B9712345'),
  makeCompany('Motor Serpis, S.A.', 'A0300417'),
]

/** Makes an invented person, whose number is no sentinel. */
function makeParty(draw: Draw): Party {
  const number = String(20_000_000 + draw(50_000_000))
  return { name: makePerson(draw), taxId: addControlCharacter(number) }
}

export interface PlannedProcedure {
  readonly kind: DraftKind
  readonly isDraft: boolean
  readonly openedMs: number
  readonly vrm: string | null
  readonly vin: string | null
  readonly taxableBase: number | null
  readonly invoiceNumber: string | null
  readonly documents: readonly InputDocumentType[]
  readonly steps: readonly LifeStep[]
  readonly notes: Omit<SampleCase, 'id'>
}

export interface PlannedSignature {
  readonly type: SignatureDocument
  readonly signer: Signer
  readonly createdMs: number
  readonly sentMs: number | null
  readonly end: { readonly state: SignatureState; readonly atMs: number } | null
  /** Index of the procedure that the signature belongs to. */
  readonly procedure: number | null
}

export interface PlannedReport {
  readonly type: ReportType
  readonly vrm: string
  readonly atMs: number
}

export interface OfficePlan {
  readonly procedures: readonly PlannedProcedure[]
  readonly signatures: readonly PlannedSignature[]
  readonly reports: readonly PlannedReport[]
}

const DAY_MS = 86_400_000

/**
 * Plans the invented office at a moment. Pure: the same seed and moment give the same office. All dates are counted
 * back from the moment.
 */
export function planOffice(seed: string, nowMs: number): OfficePlan {
  const calendar = createOfficeCalendar(nowMs)
  const procedures = makeSampleLives().map((life, index) =>
    planProcedure(life, index, createDraw(`${seed}/procedure/${index}`), calendar),
  )
  return {
    procedures,
    signatures: planSignatures(procedures, createDraw(`${seed}/signatures`), calendar),
    reports: planReports(procedures, calendar),
  }
}

/** Plates from 2006 to 2024, as most used cars on sale have. */
const FIRST_PLATE = 11_000_000
const PLATE_COUNT = 26_000_000

const NOTES = [
  'Recoge la documentación el hijo del comprador.',
  'Llamar antes de las 14:00.',
  'El vendedor tiene las dos llaves y el informe de la ITV.',
  'Factura a nombre de la empresa.',
]
const LABELS = ['urgente', 'fin de mes', 'falta cobrar']

function planProcedure(
  life: ReturnType<typeof makeSampleLives>[number],
  index: number,
  draw: Draw,
  calendar: OfficeCalendar,
): PlannedProcedure {
  const { kind, state, age } = life
  const openedMs = calendar.daysAgo(age, draw(700) / 1_000)
  const plate = formatPlate(FIRST_PLATE + draw(PLATE_COUNT))
  const { vehicle, terms } = PROCEDURE_KINDS[kind]
  const person = makeParty(draw)
  const other = makeParty(draw)
  const dealer = draw(10) < 6 ? (DEALERS[index % DEALERS.length] ?? null) : null
  return {
    kind,
    isDraft: state === 'DRAFT',
    openedMs,
    vrm: vehicle === 'vrm' ? plate : null,
    vin: vehicle === 'vin' ? identifyVehicle(plate).vehicle.vin : null,
    taxableBase: isSent(kind, 'taxableBase') ? (draw(240) + 15) * 100 : null,
    invoiceNumber: hasInvoice(kind) ? `F-${readYear(openedMs)}/${formatInvoiceNumber(index)}` : null,
    documents: SERVICE_KINDS[kind].given,
    steps: planSteps(life, openedMs, calendar, draw),
    notes: {
      ...pickParties(kind, dealer, person, other),
      contractDate: terms.length === 0 ? '' : writeDay(openedMs - (draw(3) + 1) * DAY_MS),
      notes: index % 7 === 2 ? (NOTES[draw(NOTES.length)] ?? '') : '',
      labels: index % 6 === 1 ? [LABELS[draw(LABELS.length)] ?? ''] : [],
    },
  }
}

/** True if an invented procedure has an invoice: its number is sent, or the invoice is among its documents. */
export const hasInvoice = (kind: DraftKind): boolean =>
  isSent(kind, 'invoiceNumber') || SERVICE_KINDS[kind].given.includes('invoice')

const readYear = (ms: number) => new Date(ms).getFullYear()
const formatInvoiceNumber = (index: number) => String(780 + index).padStart(4, '0')

/** Picks seller and buyer. A dealer sells in a registration or transfer, and buys in a notification. */
function pickParties(kind: DraftKind, dealer: Party | null, person: Party, other: Party) {
  const [seller, buyer] = kind === 'notification' ? [person, dealer ?? other] : [dealer ?? other, person]
  const hasSeller = PROCEDURE_KINDS[kind].parties.includes('seller') || dealer !== null
  return {
    client: dealer?.name ?? buyer.name,
    sellerName: hasSeller ? seller.name : '',
    sellerTaxId: hasSeller ? seller.taxId : '',
    buyerName: buyer.name,
    buyerTaxId: buyer.taxId,
  }
}

type PlannedEnd = readonly [
  document: SignatureDocument,
  state: SignatureState,
  days: number,
  endedMinutesAgo?: number,
]

/** Signatures with every document and every state. Two signatures ended this morning. */
const SIGNATURES: readonly PlannedEnd[] = [
  ['mandate-specific', 'signed', 21],
  ['mandate-generic', 'signed', 16],
  ['entity-representation', 'signed', 12],
  ['sales-agreement', 'expired', 38],
  ['mandate-specific', 'signed', 6],
  ['lost-documents-declaration', 'sent', 4],
  ['mandate-specific', 'sent', 2],
  ['mandate-specific', 'rejected', 1, 35],
  ['mandate-generic', 'sent', 1],
  ['mandate-specific', 'signed', 1, 3],
  ['sales-agreement', 'submitted', 0],
]

function planSignatures(
  procedures: readonly PlannedProcedure[],
  draw: Draw,
  calendar: OfficeCalendar,
): PlannedSignature[] {
  return SIGNATURES.map(([type, state, days, endedMinutesAgo], index) => {
    const createdMs =
      state === 'submitted' ? calendar.minutesAgo(1) : calendar.daysAgo(days, draw(500) / 1_000)
    const isOpen = state === 'submitted' || state === 'sent'
    const endedMs =
      endedMinutesAgo === undefined
        ? calendar.daysAgo(Math.max(days - (state === 'expired' ? 30 : 1), 1), draw(900) / 1_000)
        : calendar.minutesAgo(endedMinutesAgo)
    const procedure = findProcedureToSign(procedures, createdMs, index)
    return {
      type,
      signer: makeSigner(type, procedures[procedure ?? -1]?.notes, draw),
      createdMs,
      sentMs: state === 'submitted' ? null : createdMs + 60_000,
      end: isOpen ? null : { state, atMs: Math.max(endedMs, createdMs + 120_000) },
      procedure,
    }
  })
}

/**
 * Finds a procedure that was open by then and has a buyer who signs. One signature in four belongs to no procedure.
 */
function findProcedureToSign(
  procedures: readonly PlannedProcedure[],
  createdMs: number,
  index: number,
): number | null {
  if (index % 4 === 3) return null
  const found = procedures.findIndex(
    ({ openedMs, notes, kind }, at) =>
      at > index * 4 && openedMs <= createdMs && kind !== 'notification' && notes.buyerTaxId !== '',
  )
  return found < 0 ? null : found
}

function makeSigner(
  type: SignatureDocument,
  notes: PlannedProcedure['notes'] | undefined,
  draw: Draw,
): Signer {
  const email = `firmante.${draw(900) + 100}@correo.example`
  if (type === 'entity-representation') {
    const [dealer] = DEALERS
    return {
      type: 'company',
      idNumber: dealer.taxId,
      fullname: dealer.name,
      representative: { idNumber: makeParty(draw).taxId },
      email,
      deliveryMethod: 'email',
    }
  }
  const person = notes ? { name: notes.buyerName, taxId: notes.buyerTaxId } : makeParty(draw)
  return { type: 'person', idNumber: person.taxId, fullname: person.name, email, deliveryMethod: 'email' }
}

/** Lookups of this morning, with every verdict. Other plates were looked up when their procedure was opened. */
const LOOKUPS: readonly (readonly [type: ReportType, vrm: string, minutesAgo: number])[] = [
  ['reduced', '0000DDD', 212],
  ['reduced', '0000FFF', 168],
  ['reduced', '9999DDD', 151],
  ['complete', '9999DDD', 150],
  ['reduced', '0000CCC', 117],
  ['reduced', '8888BBB', 83],
  ['complete', '8888BBB', 80],
  ['reduced', '0000BBB', 46],
  ['reduced', '1234BCD', 22],
]

function planReports(procedures: readonly PlannedProcedure[], calendar: OfficeCalendar): PlannedReport[] {
  const opened = procedures.flatMap(({ vrm, openedMs }): PlannedReport[] =>
    vrm === null ? [] : [{ type: 'reduced', vrm, atMs: openedMs - 10 * 60_000 }],
  )
  const today = LOOKUPS.map(([type, vrm, minutes]) => ({ type, vrm, atMs: calendar.minutesAgo(minutes) }))
  return [...opened, ...today].toSorted((a, b) => a.atMs - b.atMs)
}
