import type { LedgerEntry } from '../bridge/ledger.ts'
import { startOfDay } from '../domain/calendar.ts'
import { eurosOf, formatEuros } from '../domain/euros.ts'
import {
  type Balance,
  computeBalance,
  correctionDepth,
  counterEntryId,
  type Disbursement,
  type EntryKind,
  originalEntryId,
} from '../domain/ledger.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import { fullDate, monthName } from './dates.ts'
import { procedureName } from './labels.ts'

/** Texts of the ledger that leave the office: statements for clients, and the file for the accounting program. */

export const tariffText = {
  feeSource: (number: string): string => `Tasa ${number} de Tráfico, Ley 16/1979`,
} as const

export const entryKindNames: Readonly<Record<EntryKind, string>> = {
  request: 'Provisión pedida',
  payment: 'Provisión recibida',
  disbursement: 'Suplido',
  fee: 'Honorarios',
  refund: 'Devolución',
}

const disbursementNames: Readonly<Record<Disbursement, string>> = {
  'dgt-fee': 'Tasa de Tráfico',
  itp: 'ITP',
  iedmt: 'Impuesto de matriculación',
  ivtm: 'IVTM',
  'complete-report': 'Informe completo',
  other: 'Otro suplido',
}

/** «21 %», of hundredths of a percent. */
const rateText = (rate: number): string => `${(rate / 100).toLocaleString('es-ES')} %`

// Statements: the advance that is asked of a client, and the settlement.

type StatementKind = 'provision' | 'settlement'

/** What a statement is made of. Names are always in it: it is for the client. */
interface StatementSource {
  what: StatementKind
  office: string
  client: string
  vehicle: string
  /** Month of a client's statement. */
  month: string | null
  entries: readonly Omit<LedgerEntry, 'alike'>[]
  /** Balance before the entries. */
  opening: number
  /** Day on which it is made. */
  now: number
  demo: boolean
}

interface StatementLine {
  day: string
  text: string
  amount: string
}

/** A statement, as a text and as a PDF show it. */
export interface Statement {
  title: string
  office: string
  /** Client, vehicle, month and date, each with its name. */
  facts: readonly (readonly [name: string, value: string])[]
  sections: readonly { heading: string; lines: readonly StatementLine[] }[]
  totals: readonly (readonly [name: string, amount: string])[]
  notes: readonly string[]
}

const NOT_AN_INVOICE = 'Este documento no es una factura.'
const DEMO_NOTE = 'Es una muestra, con datos inventados.'

const SECTIONS: Readonly<Record<StatementKind, readonly { heading: string; kinds: readonly EntryKind[] }[]>> =
  {
    provision: [
      { heading: 'Provisión pedida', kinds: ['request'] },
      { heading: 'Recibido', kinds: ['payment', 'refund'] },
    ],
    settlement: [
      { heading: 'Recibido', kinds: ['payment', 'refund'] },
      { heading: 'Suplidos, sin IVA', kinds: ['disbursement'] },
      { heading: 'Honorarios, sin IVA', kinds: ['fee'] },
    ],
  }

/** Names of lines without a text of their own, in the client's words. */
const LINE_NAMES: Readonly<Record<EntryKind, string>> = {
  ...entryKindNames,
  request: 'Provisión',
  payment: 'Pago',
}

/** Entries without those that a counter-entry among them cancels. */
function withoutCancelled<E extends Pick<LedgerEntry, 'id'>>(entries: readonly E[]): E[] {
  const left = new Map(entries.map((entry) => [entry.id, entry]))
  for (const { id } of entries.toSorted((a, b) => a.id.length - b.id.length)) {
    const counter = counterEntryId(id)
    if (left.has(id) && left.delete(counter)) left.delete(id)
  }
  return [...left.values()]
}

export function buildStatement(source: StatementSource): Statement {
  const { what, office, client, vehicle, month, entries, opening, now, demo } = source
  const shown = withoutCancelled(entries)
  const texts = new Map(entries.map(({ id, text }) => [id, text]))
  const toLine = (entry: (typeof shown)[number]): StatementLine => {
    const isCounter = correctionDepth(entry.id) % 2 === 1
    const text = texts.get(originalEntryId(entry.id)) ?? ''
    const { concept: paid } = entry
    const concept = paid === null || (paid === 'other' && text !== '') ? '' : disbursementNames[paid]
    const words = [
      isCounter ? 'Anulación' : '',
      concept,
      text || (concept === '' ? LINE_NAMES[entry.kind] : ''),
      // A statement of one vehicle names it above.
      vehicle === '' ? displayPlate(entry.vehicle) : '',
    ]
    const sign = entry.kind === 'refund' ? -1 : 1
    return {
      day: fullDate(startOfDay(entry.day)),
      text: words.filter(Boolean).join(' · '),
      amount: formatEuros(sign * entry.cents),
    }
  }
  const facts: (readonly [string, string])[] = [
    ['Cliente', client],
    ['Vehículo', displayPlate(vehicle)],
    ['Mes', month === null ? '' : monthName(month)],
    ['Fecha', fullDate(now)],
  ]
  return {
    title: TITLES[what],
    office,
    facts: facts.filter(([, value]) => value !== ''),
    sections: SECTIONS[what]
      .map(({ heading, kinds }) => ({
        heading,
        lines: shown.filter(({ kind }) => kinds.includes(kind)).map(toLine),
      }))
      .filter(({ lines }) => lines.length > 0),
    totals: what === 'provision' ? provisionTotals(entries) : settlementTotals(entries, opening, month),
    notes: demo ? [NOT_AN_INVOICE, DEMO_NOTE] : [NOT_AN_INVOICE],
  }
}

const TITLES: Readonly<Record<StatementKind, string>> = {
  provision: 'Provisión de fondos',
  settlement: 'Liquidación',
}

type Totals = Statement['totals']
type Summed = StatementSource['entries']

function provisionTotals(entries: Summed): Totals {
  const { requested, received } = computeBalance(entries)
  const left = Math.max(0, requested - received)
  return [
    ['Pedido', formatEuros(requested)],
    ['Recibido', formatEuros(received)],
    ['Falta por ingresar', formatEuros(left)],
  ]
}

function settlementTotals(entries: Summed, opening: number, month: string | null): Totals {
  const sums = computeBalance(entries)
  const rates = [...new Set(entries.filter(({ kind }) => kind === 'fee').map(({ vatRate }) => vatRate))]
  const vat = rates
    .toSorted((a, b) => a - b)
    .map((rate) => {
      const cents = entries.reduce((sum, one) => sum + (one.vatRate === rate ? one.vatCents : 0), 0)
      return [`IVA del ${rateText(rate)}`, formatEuros(cents)] as const
    })
  return [
    ...(month === null ? [] : [['Saldo anterior', formatEuros(opening)] as const]),
    ['Recibido', formatEuros(sums.received)],
    ['Suplidos', formatEuros(sums.disbursed)],
    ['Honorarios', formatEuros(sums.fees)],
    ...vat,
    ['Total de gastos', formatEuros(sums.disbursed + sums.fees + sums.vat)],
    closingTotal(sums, opening),
  ]
}

function closingTotal({ balance }: Balance, opening: number): readonly [string, string] {
  const closing = opening + balance
  if (closing < 0) return ['Pendiente de pago', formatEuros(-closing)]
  return [closing === 0 ? 'Saldo' : 'Saldo a favor del cliente', formatEuros(closing)]
}

/** The statement as a text to paste in a message. */
export function statementText({ title, office, facts, sections, totals, notes }: Statement): string {
  const written = (names: readonly (readonly [string, string])[]) =>
    names.map(([name, value]) => `${name}: ${value}`).join('\n')
  return [
    title,
    written(facts),
    ...sections.map(({ heading, lines }) =>
      [`${heading}:`, ...lines.map(({ day, text, amount }) => `- ${day} · ${text}: ${amount}`)].join('\n'),
    ),
    written(totals),
    [...notes, office].filter(Boolean).join('\n'),
  ].join('\n\n')
}

export const statementFileName = (
  { what, client, vehicle, month }: Pick<StatementSource, 'what' | 'client' | 'vehicle' | 'month'>,
  extension: string,
): string =>
  `${[TITLES[what], displayPlate(vehicle) || client, month ?? ''].filter(Boolean).join(' ')}.${extension}`

/** Words of the PDF that a statement as a text does not need. */
export const statementPdfText = {
  columns: { day: 'Fecha', text: 'Concepto', amount: 'Importe' },
  page: (page: number, pages: number): string => `Página ${page} de ${pages}`,
} as const

// File for the accounting program.

type ExportedEntry = Omit<LedgerEntry, 'alike'> & { type: string }
type LedgerCell = string | { day: number } | { cents: number }

const cells = (entry: ExportedEntry): LedgerCell[] => [
  { day: startOfDay(entry.day) },
  entry.client,
  entry.vehicle,
  entry.type === '' ? '' : procedureName(entry.type),
  entryKindNames[entry.kind],
  entry.concept === null ? '' : disbursementNames[entry.concept],
  entry.text,
  { cents: entry.cents },
  rateText(entry.vatRate),
  { cents: entry.vatCents },
  { cents: entry.cents + entry.vatCents },
  { cents: computeBalance([entry]).balance },
  entry.person,
  entry.procedureId ?? '',
  entry.id,
  entry.corrects ?? '',
]

export const ledgerTable = {
  sheet: 'Cobros',
  header: [
    'Fecha',
    'Cliente',
    'Vehículo',
    'Trámite',
    'Apunte',
    'Concepto',
    'Texto',
    'Importe sin IVA',
    'Tipo de IVA',
    'IVA',
    'Total',
    'Efecto en el saldo',
    'Quién',
    'Expediente',
    'Identificador',
    'Anula a',
  ],
  cells,
  /** Cells as text, with a decimal comma and without points. */
  texts: (entry: ExportedEntry): string[] =>
    cells(entry).map((cell) => {
      if (typeof cell === 'string') return cell
      return 'day' in cell ? fullDate(cell.day) : eurosOf(cell.cents).toFixed(2).replace('.', ',')
    }),
} as const

export const ledgerFileName = (month: string, client: string, extension: 'csv' | 'xlsx'): string =>
  `${['Cobros', client, month].filter(Boolean).join(' ')}.${extension}`
