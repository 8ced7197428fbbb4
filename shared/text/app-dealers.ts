import type { Dealer, DealerBoard } from '../bridge/dealers.ts'
import { MAX_SECTION_ROWS } from '../domain/dealer-board.ts'
import type { Tally } from '../domain/dealer-board.ts'
import { clock, fullDate } from './app-dates.ts'
import { monthName } from './app-months.ts'
import { byNumber, count, listed, plural, upperFirst } from './grammar.ts'

/** Texts of *Compraventas*: their list, and the board of one. */

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
    name: 'Compraventa',
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
  amount: (n: number): string => plural(n, 'compraventa', 'compraventas'),
  zero: '–',
  move: 'mover',
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
  month: 'Mes',
  monthTitle: (month: string): string => upperFirst(monthName(month)),
  previous: 'Mes anterior',
  next: 'Mes siguiente',
  present: 'Este mes',
  /** What the board holds. */
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
  printed: (at: number): string => `Impreso el ${fullDate(at)} a las ${clock(at)}`,
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
  moveKey: 'mover',
  openKey: 'abrir',
  remindKey: 'mensaje',
  signKey: 'firma',
} as const
