import type {
  Drawing,
  FigureGroup,
  FigureScope,
  IncidentFigures,
  ProcedureFigures,
  SpendingFigures,
  StateFigures,
  VerdictFigures,
} from '../bridge/figures.ts'
import { formatEuros } from '../domain/euros.ts'
import {
  type FigureTarget,
  incidentsTarget,
  proceduresTarget,
  spendingTarget,
  statesTarget,
  verdictsTarget,
  FEW,
  MIN_FOR_P90,
} from '../domain/figures.ts'
import { type Months, listMonths } from '../domain/calendar.ts'
import type { VerdictOutcome } from '../domain/plate-verdict.ts'
import { fullDate, monthName, periodName } from './dates.ts'
import { byNumber, count, plural } from './grammar.ts'
import { labelOf, unknownNames } from './labels-reports.ts'
import { incidentLabels, procedureName } from './labels.ts'
import { writtenVerdict } from './lookup.ts'
import { stateName } from './resources.ts'

/** Texts of *Cifras*, and the tables of its charts. */

const cases = (n: number) => plural(n, 'expediente', 'expedientes')
const lookups = (n: number) => plural(n, 'consulta', 'consultas')

export const figuresText = {
  periods: 'Periodo',
  period: {
    month: 'Este mes',
    quarter: '3 meses',
    twelve: '12 meses',
    year: 'Un año',
    between: 'Entre dos meses',
  },
  year: 'Año',
  from: 'Desde',
  to: 'Hasta',
  client: 'Cliente',
  everyClient: 'Todos los clientes',
  /** While names are hidden: the clients by their position. */
  hiddenClient: (place: number) => `Cliente ${place}`,
  label: 'Etiqueta',
  everyLabel: 'Todas las etiquetas',
  narrowed:
    'Con un cliente o una etiqueta solo se cuentan los expedientes que siguen en la lista. Los veredictos y el gasto son siempre de toda la oficina.',
  print: 'Imprimir',
  printed: (at: number) => `Impreso el ${fullDate(at)}. Meses completos, en la hora de este equipo.`,
  csv: 'CSV',
  xlsx: 'Excel',
  saveAs: (drawing: string, format: string) => `Exportar «${drawing}» a ${format}`,
  saved: 'Tabla guardada',
  saving: 'Guardando la tabla…',
  cancel: 'Cancelar',
  table: 'Ver la tabla',
  reading: 'Contando…',
  failed: 'No se han podido leer las cifras.',
  chart: 'Gráfico. Muévete con las flechas y pulsa Intro para ver los expedientes de cada marca.',
  opens: {
    cases: (n: number) => `Abre ${cases(n)}`,
    reports: (n: number) => `Abre ${lookups(n)}`,
  },
  past: 'Ya retirados de la lista',
  total: 'Total',
  others: 'Otros tipos',
  otherTypes: (names: string) => `Otros tipos: ${names}`,
  began: 'Empezados',
  ended: 'Terminados',
  mark: (month: string, name: string, n: number) => `${month}, ${name}: ${count(n)}`,
  empty: {
    procedures: 'Ningún expediente empezó ni terminó en estos meses.',
    states: 'Ningún expediente ha salido de un estado en estos meses, que este equipo sepa.',
    incidents: 'Ninguna incidencia en estos meses.',
    verdicts: 'Ninguna consulta en estos meses.',
    spending: 'Ningún informe completo en estos meses.',
  } satisfies Record<Drawing, string>,
  about: {
    procedures:
      'Empezados: por la fecha que da el servicio. Terminados: finalizados, entregados o anulados; el que vuelve a abrirse deja de contar.',
    states:
      'De las veces que un expediente salió de cada estado en estos meses: en cuánto tiempo lo hizo la mitad, y en cuánto, nueve de cada diez.',
    incidents:
      'Por el mes en que se abrieron. El tiempo hasta resolver se da cuando se conocen las dos fechas.',
    verdicts: 'Cada consulta cuenta una vez, también si se repitió la matrícula.',
    spending: 'Informes que el operador aceptó en cada mes.',
  } satisfies Record<Drawing, string>,
  pastNote:
    'Sin relleno: expedientes que la política de conservación ya ha retirado. Se cuentan sin nombres, y no se pueden abrir.',
  knownFrom: (at: number) => `Este equipo conoce tiempos desde el ${fullDate(at)}.`,
  unknownStays: (n: number) =>
    `${plural(n, 'estancia queda', 'estancias quedan')} fuera: no se sabe cuándo ${byNumber(n, 'empezó', 'empezaron')}, o sus fechas se contradicen.`,
  betweenLooks: 'Lo que cambió entre dos consultas al servicio no se ve: cuenta en el estado anterior.',
  by: 'Comparar',
  groups: { none: 'Estados', type: 'Tipos', client: 'Clientes' } satisfies Record<FigureGroup, string>,
  state: 'Estado',
  clientsNote: 'Los doce clientes con más expedientes, de los que siguen en la lista.',
  typesNote: 'De los expedientes que siguen en la lista.',
  counted: 'Expedientes',
  median: 'La mitad en',
  p90: '9 de cada 10 en',
  spread: (median: string, p90: string | null) =>
    p90 === null ? `la mitad en ${median}` : `la mitad en ${median}, 9 de cada 10 en ${p90}`,
  noP90: `«9 de cada 10» se da desde ${MIN_FOR_P90} veces.`,
  stays: (n: number) => `${plural(n, 'vez', 'veces')}${n < FEW ? ', pocas' : ''}`,
  incidentStates: { open: 'Sin resolver', solved: 'Resueltas', gone: 'Retiradas sin resolver' },
  solvedIn: (median: string, n: number) => `La mitad, resueltas en ${median} (de ${count(n)})`,
  notSolved: 'Aún no se sabe cuánto tardan',
  pastIncidents: (n: number) => `${count(n)} de expedientes ya retirados`,
  spent: (amount: string, n: number) => `${amount} en ${plural(n, 'informe completo', 'informes completos')}`,
  estimated: (n: number, price: string) =>
    `${plural(n, 'informe se cuenta', 'informes se cuentan')} a ${price}, el precio de Ajustes: cuando se ${byNumber(n, 'pidió', 'pidieron')}, el precio no se guardaba.`,
  notArrived: (n: number) =>
    `${plural(n, 'informe pagado no está', 'informes pagados no están')} en el historial: aún no ha${byNumber(n, '', 'n')} llegado, o no llegó a darse.`,
} as const

/** Cell of a figure's table: its text, its number for a spreadsheet, and its target. */
export interface FigureCell {
  text: string
  value?: number
  opens?: FigureTarget
}

/** Table of a chart, on screen, on paper and in files. */
export interface FigureTable {
  caption: string
  header: string[]
  /** The first cell names the row. */
  rows: FigureCell[][]
  /** Sums, where they make sense. */
  total?: FigureCell[]
}

export const drawingNames: Readonly<Record<Drawing, string>> = {
  procedures: 'Expedientes por mes',
  states: 'Tiempo en cada estado',
  incidents: 'Incidencias por causa',
  verdicts: 'Veredictos por mes',
  spending: 'Gasto en informes',
}

/** Order of the colours, best first. */
const VERDICTS = ['transferable', 'with_alerts', 'not_transferable', 'error', 'unrecognised'] as const

const NO_TYPE = 'Sin tipo'
const NO_CAUSE = 'Sin causa'
const DAY_S = 86_400

export const typeName = (type: string): string => procedureName(type) || NO_TYPE
export const causeName = (type: string): string =>
  labelOf(incidentLabels, type, unknownNames.incident) || NO_CAUSE
export const stateOf = (status: string): string => stateName('procedure', status)

const decimals = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })

/** «35 min», «7 h», «3,5 días»: shortest readable form of a duration in seconds. */
export function lengthText(seconds: number): string {
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * DAY_S) return `${Math.round(seconds / 3_600)} h`
  const days = seconds / DAY_S
  return `${days < 100 ? decimals.format(days) : count(Math.round(days))} días`
}

const words = (text: string): FigureCell => ({ text })
const number = (value: number, opens?: FigureTarget): FigureCell => ({
  text: count(value),
  value,
  ...(opens && { opens }),
})
const length = (seconds: number | null): FigureCell =>
  seconds === null
    ? words('—')
    : { text: lengthText(seconds), value: Math.round((seconds / DAY_S) * 100) / 100 }
const money = (cents: number): FigureCell => ({ text: formatEuros(cents), value: cents / 100 })
const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)
const captionOf = (drawing: Drawing, { months }: Pick<FigureScope, 'months'>) =>
  `${drawingNames[drawing]}, ${periodName(months)}`

/** Table of each chart. */
export const figureTables = {
  procedures({ rows }: ProcedureFigures, scope: FigureScope): FigureTable {
    const hasPast = rows.some(({ pastBegan, pastEnded }) => pastBegan + pastEnded > 0)
    const past = (began: number, ended: number) => (hasPast ? [number(began), number(ended)] : [])
    return {
      caption: captionOf('procedures', scope),
      header: [
        'Mes',
        'Tipo',
        'Empezados',
        'Terminados',
        ...(hasPast ? ['Empezados, ya retirados', 'Terminados, ya retirados'] : []),
      ],
      rows: rows.map(({ month, type, began, ended, pastBegan, pastEnded }) => [
        words(monthName(month)),
        words(typeName(type)),
        number(began, proceduresTarget(scope, 'began', month, [type], began)),
        number(ended, proceduresTarget(scope, 'closed', month, [type], ended)),
        ...past(pastBegan, pastEnded),
      ]),
      total: [
        words('Total'),
        words(''),
        ...(['began', 'closed'] as const).map((what) => {
          const n = sum(rows, ({ began, ended }) => (what === 'began' ? began : ended))
          return number(n, proceduresTarget(scope, what, scope.months, [], n))
        }),
        ...past(
          sum(rows, ({ pastBegan }) => pastBegan),
          sum(rows, ({ pastEnded }) => pastEnded),
        ),
      ],
    }
  },

  states({ rows }: StateFigures, scope: FigureScope, by: FigureGroup, nameOf = groupName): FigureTable {
    const hasPast = rows.some(({ past }) => past > 0)
    return {
      caption: captionOf('states', scope),
      header: [
        'Estado',
        ...(by === 'none' ? [] : [by === 'type' ? 'Tipo' : 'Cliente']),
        'Mediana (días)',
        'Percentil 90 (días)',
        'Estancias terminadas',
        ...(hasPast ? ['De ellas, de expedientes ya retirados'] : []),
        'Expedientes',
      ],
      rows: rows.map((row) => [
        words(stateOf(row.status)),
        ...(by === 'none' ? [] : [words(nameOf(row.group, by))]),
        length(row.median),
        length(row.p90),
        number(row.stays),
        ...(hasPast ? [number(row.past)] : []),
        number(row.cases, statesTarget(scope, row, by)),
      ]),
    }
  },

  incidents({ rows }: IncidentFigures, scope: FigureScope): FigureTable {
    const hasPast = rows.some(({ past }) => past > 0)
    return {
      caption: captionOf('incidents', scope),
      header: [
        'Causa',
        'Sin resolver',
        'Resueltas',
        'Retiradas sin resolver',
        ...(hasPast ? ['De ellas, de expedientes ya retirados'] : []),
        'Mediana hasta resolver (días)',
        'Percentil 90 (días)',
        'Con las dos fechas',
      ],
      rows: rows.map((row) => [
        words(causeName(row.type)),
        ...(['open', 'solved', 'gone'] as const).map((state) =>
          number(row[state].n, incidentsTarget(scope, row.type, state, row[state].cases)),
        ),
        ...(hasPast ? [number(row.past)] : []),
        length(row.median),
        length(row.p90),
        number(row.timed),
      ]),
      total: [
        words('Total'),
        ...(['open', 'solved', 'gone'] as const).map((state) => number(sum(rows, (row) => row[state].n))),
        ...(hasPast ? [number(sum(rows, ({ past }) => past))] : []),
        words(''),
        words(''),
        number(sum(rows, ({ timed }) => timed)),
      ],
    }
  },

  verdicts({ rows }: VerdictFigures, { months }: Pick<FigureScope, 'months'>): FigureTable {
    const shown = verdictsShown(rows)
    const countOf = (outcome: VerdictOutcome, month?: string) =>
      sum(
        rows.filter((row) => row.outcome === outcome && (month === undefined || row.month === month)),
        ({ n }) => n,
      )
    return {
      caption: captionOf('verdicts', { months }),
      header: ['Mes', ...shown.map(verdictName), 'Total'],
      rows: listMonths(months).map((month) => {
        const total = sum(shown, (outcome) => countOf(outcome, month))
        return [
          words(monthName(month)),
          ...shown.map((outcome) => {
            const n = countOf(outcome, month)
            return number(n, verdictsTarget(month, outcome, n))
          }),
          number(total, verdictsTarget(month, null, total)),
        ]
      }),
      total: [
        words('Total'),
        ...shown.map((outcome) => number(countOf(outcome))),
        number(sum(rows, ({ n }) => n)),
      ],
    }
  },

  spending({ rows }: SpendingFigures, { months }: Pick<FigureScope, 'months'>): FigureTable {
    return {
      caption: captionOf('spending', { months }),
      header: ['Mes', 'Informes completos', 'En el historial', 'Importe', 'A precio de hoy'],
      rows: rows.map(({ month, reports, arrived, cents, estimated }) => [
        words(monthName(month)),
        number(reports),
        number(arrived, spendingTarget(month, arrived)),
        money(cents),
        number(estimated),
      ]),
      total: [
        words('Total'),
        number(sum(rows, ({ reports }) => reports)),
        number(sum(rows, ({ arrived }) => arrived)),
        money(sum(rows, ({ cents }) => cents)),
        number(sum(rows, ({ estimated }) => estimated)),
      ],
    }
  },
}

/** Name of a group of the times. */
export const groupName = (group: string | null, by: FigureGroup): string =>
  group === null ? '' : by === 'type' ? typeName(group) : group

export const verdictName = (outcome: VerdictOutcome): string => writtenVerdict(outcome)

/** Outcomes of the chart: those of every office, and the unknown one if it occurs. */
export const verdictsShown = (rows: VerdictFigures['rows']): VerdictOutcome[] =>
  (VERDICTS as readonly string[] as readonly VerdictOutcome[]).filter(
    (outcome) => (outcome as string) !== 'unrecognised' || rows.some((row) => row.outcome === outcome),
  )

/** Name of an exported file. */
export const figureFileName = (drawing: Drawing, { from, to }: Months, format: 'csv' | 'xlsx'): string =>
  `${drawingNames[drawing]} ${from === to ? from : `${from} a ${to}`}.${format}`
