import type { Drawing, FigureGroup } from '../bridge/figures.ts'
import { FEW, MIN_FOR_P90 } from '../domain/figures.ts'
import { fullDate } from './dates.ts'
import { byNumber, count, plural } from './grammar.ts'

/** Texts of *Cifras*. The names of its drawings and their tables are in figure-tables.ts. */

const cases = (n: number) => plural(n, 'expediente', 'expedientes')
const reports = (n: number) => plural(n, 'consulta', 'consultas')

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
  /** While names are hidden: the clients in their order. */
  hiddenClient: (place: number) => `Cliente ${place}`,
  label: 'Etiqueta',
  everyLabel: 'Todas las etiquetas',
  narrowed:
    'Con un cliente o una etiqueta solo se cuentan los expedientes que siguen en la lista. Los veredictos y el gasto son siempre de toda la oficina.',
  print: 'Imprimir',
  printed: (at: number) => `Impreso el ${fullDate(at)}. Meses completos, en la hora de este equipo.`,
  csv: 'CSV',
  xlsx: 'Excel',
  saveAs: (drawing: string, format: string) => `Guardar «${drawing}» como ${format}`,
  saved: 'Tabla guardada',
  saving: 'Guardando la tabla…',
  cancel: 'Cancelar',
  table: 'Ver la tabla',
  reading: 'Contando…',
  failed: 'No se han podido leer las cifras.',
  chart: 'Gráfico. Muévete con las flechas y pulsa Intro para ver los expedientes de cada marca.',
  opens: {
    cases: (n: number) => `Abre ${cases(n)}`,
    reports: (n: number) => `Abre ${reports(n)}`,
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
      'De las veces que un expediente salió de cada estado en estos meses: la mitad tardó menos que la mediana, y nueve de cada diez menos que el percentil 90.',
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
  median: 'Mediana',
  p90: 'Percentil 90',
  spread: (median: string, p90: string | null) =>
    p90 === null ? `mediana ${median}` : `mediana ${median}, percentil 90 ${p90}`,
  noP90: `Sin percentil 90 con menos de ${MIN_FOR_P90}.`,
  stays: (n: number) => `${plural(n, 'vez', 'veces')}${n < FEW ? ', pocas' : ''}`,
  incidentStates: { open: 'Sin resolver', solved: 'Resueltas', gone: 'Retiradas sin resolver' },
  solvedIn: (median: string, n: number) => `Resueltas en ${median} de mediana (de ${count(n)})`,
  notSolved: 'Aún no se sabe cuánto tardan',
  pastIncidents: (n: number) => `${count(n)} de expedientes ya retirados`,
  spent: (amount: string, n: number) => `${amount} en ${plural(n, 'informe completo', 'informes completos')}`,
  estimated: (n: number, price: string) =>
    `${plural(n, 'informe se cuenta', 'informes se cuentan')} a ${price}, el precio de Ajustes: cuando se ${byNumber(n, 'pidió', 'pidieron')}, el precio no se guardaba.`,
  notArrived: (n: number) =>
    `${plural(n, 'informe pagado no está', 'informes pagados no están')} en el historial: aún no ha${byNumber(n, '', 'n')} llegado, o no llegó a darse.`,
  moreThanShown: (n: number) => `${cases(n)} en la lista`,
} as const
