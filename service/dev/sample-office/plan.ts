import type { SampleCase } from '#shared/api/development.ts'
import type { ReportType } from '#shared/api/report.ts'
import type { Signer } from '#shared/api/signature.ts'
import type { InputDocumentType, SignatureDocument, SignatureState } from '#shared/domain/vocabulary.ts'
import { writeDay } from '#shared/domain/calendar.ts'
import { createDraw, type Draw } from '../../registry/draw.ts'
import { identify } from '../../registry/vehicle.ts'
import { plateAt } from '../../procedures/plates.ts'
import { createOfficeCalendar, type OfficeCalendar } from './calendar.ts'
import { sampleLives, stepsOf, type LifeStep, type SampleKind } from './lives.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { makePerson } from '../../registry/people.ts'

interface Party {
  readonly name: string
  readonly taxId: string
}

const CONTROLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Adds its control character. */
function withControl(number: string): string {
  for (const control of CONTROLS) if (checkTaxId(number + control).status === 'valid') return number + control
  throw new Error(`no control character fits ${number}`)
}

const company = (name: string, number: string): Party => ({ name, taxId: withControl(number) })

/** Dealers that send the office most of its work. */
const DEALERS: readonly [Party, Party, Party] = [
  company('Ocasión Vega, S.L.', 'B4600121'),
  company('Autos Levante, S.L.', 'B9712345'),
  company('Motor Serpis, S.A.', 'A0300417'),
]

/** An invented person, with a number that no sentinel has. */
function makeParty(draw: Draw): Party {
  const number = String(20_000_000 + draw(50_000_000))
  return { name: makePerson(draw), taxId: withControl(number) }
}

export interface PlannedProcedure {
  readonly kind: SampleKind
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
  /** Position among the procedures of the one that it is for. */
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
 * The invented office at a moment. Pure: the same seed and moment give the same office, whose dates are counted back
 * from that moment.
 */
export function planOffice(seed: string, nowMs: number): OfficePlan {
  const calendar = createOfficeCalendar(nowMs)
  const procedures = sampleLives().map((life, index) =>
    planProcedure(life, index, createDraw(`${seed}/procedure/${index}`), calendar),
  )
  return {
    procedures,
    signatures: planSignatures(procedures, createDraw(`${seed}/signatures`), calendar),
    reports: planReports(procedures, calendar),
  }
}

/** Documents that come with each kind. */
export const DOCUMENTS: Readonly<Record<SampleKind, readonly InputDocumentType[]>> = {
  registration: ['invoice', 'technical_sheet', 'national_id'],
  transfer: ['sales_agreement', 'veh_registration_cert', 'technical_sheet', 'national_id'],
  notification: ['sales_agreement', 'national_id'],
}

/** Plates from 2006 to 2024: the cars that change hands. */
const FIRST_PLATE = 11_000_000
const PLATES = 26_000_000

const NOTES = [
  'Recoge la documentación el hijo del comprador.',
  'Llamar antes de las 14:00.',
  'El vendedor tiene las dos llaves y el informe de la ITV.',
  'Factura a nombre de la empresa.',
]
const LABELS = ['urgente', 'fin de mes', 'falta cobrar']

function planProcedure(
  life: ReturnType<typeof sampleLives>[number],
  index: number,
  draw: Draw,
  calendar: OfficeCalendar,
): PlannedProcedure {
  const { kind, state, age } = life
  const openedMs = calendar.daysAgo(age, draw(700) / 1_000)
  const plate = plateAt(FIRST_PLATE + draw(PLATES))
  const isRegistration = kind === 'registration'
  const person = makeParty(draw)
  const other = makeParty(draw)
  const dealer = draw(10) < 6 ? (DEALERS[index % DEALERS.length] ?? null) : null
  return {
    kind,
    isDraft: state === 'DRAFT',
    openedMs,
    vrm: isRegistration ? null : plate,
    vin: isRegistration ? identify(plate).vehicle.vin : null,
    taxableBase: kind === 'transfer' ? (draw(240) + 15) * 100 : null,
    invoiceNumber: isRegistration || kind === 'transfer' ? `F-${yearOf(openedMs)}/${invoiceOf(index)}` : null,
    documents: DOCUMENTS[kind],
    steps: stepsOf(life, openedMs, calendar, draw),
    notes: {
      ...partiesOf(kind, dealer, person, other),
      contractDate: kind === 'registration' ? '' : writeDay(openedMs - (draw(3) + 1) * DAY_MS),
      notes: index % 7 === 2 ? (NOTES[draw(NOTES.length)] ?? '') : '',
      labels: index % 6 === 1 ? [LABELS[draw(LABELS.length)] ?? ''] : [],
    },
  }
}

const yearOf = (ms: number) => new Date(ms).getFullYear()
const invoiceOf = (index: number) => String(780 + index).padStart(4, '0')

/** A dealer sells what it registers and transfers, and buys what it notifies. */
function partiesOf(kind: SampleKind, dealer: Party | null, person: Party, other: Party) {
  const [seller, buyer] = kind === 'notification' ? [person, dealer ?? other] : [dealer ?? other, person]
  const hasSeller = kind !== 'registration' || dealer !== null
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

/** Every document and every state; two of them ended this morning. */
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
    const procedure = procedureFor(procedures, createdMs, index)
    return {
      type,
      signer: signerOf(type, procedures[procedure ?? -1]?.notes, draw),
      createdMs,
      sentMs: state === 'submitted' ? null : createdMs + 60_000,
      end: isOpen ? null : { state, atMs: Math.max(endedMs, createdMs + 120_000) },
      procedure,
    }
  })
}

/** A procedure opened by then that has a buyer to sign; most of the signatures belong to one. */
function procedureFor(
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

function signerOf(type: SignatureDocument, notes: PlannedProcedure['notes'] | undefined, draw: Draw): Signer {
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

/** Lookups of this morning with every verdict, in minutes ago; the procedures were looked up when they were opened. */
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
