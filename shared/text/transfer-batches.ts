import type { DraftRow } from '../bridge/procedures.ts'
import type { BatchCandidates, BatchLeftOut, TransferBatch } from '../bridge/transfer-batches.ts'
import {
  type InvoicePattern,
  type BatchColumn,
  type BatchCommon,
  MAX_BATCH_ROWS,
} from '../domain/transfer-batch.ts'
import type { GridColumn, NotPasted } from '../domain/transfer-batch-paste.ts'
import { requirementLabel } from './fields.ts'
import { byNumber, count, listed, lowerFirst, plural, sentence, upperFirst } from './grammar.ts'

/** Texts of transfers begun together from a list of plates. */

const transfers = (n: number): string => plural(n, 'transferencia', 'transferencias')
const drafts = (n: number): string => plural(n, 'borrador', 'borradores')
const rows = (n: number): string => plural(n, 'fila', 'filas')

export const startBatchText = {
  start: 'Empezar transferencias…',
  title: 'Empezar transferencias',
  intro: 'Se abre un lote: lo común se escribe una vez, y lo que cambia, en una tabla. No se envía nada.',
  which: 'De qué matrículas',
  shown: (n: number): string => `Las que se ven (${count(n)})`,
  chosen: (n: number): string => byNumber(n, 'De la matrícula elegida.', `De las ${count(n)} elegidas.`),
  marked: (n: number): string => `Las marcadas (${count(n)})`,
  alerts: (n: number): string =>
    byNumber(n, 'También la que tiene avisos', `También las ${count(n)} con avisos`),
  leftOut({ not_transferable, unanswered }: BatchCandidates): string {
    const parts = [
      not_transferable > 0 && plural(not_transferable, 'no transferible', 'no transferibles'),
      unanswered > 0 && `${count(unanswered)} sin respuesta`,
    ].filter((part) => part !== false)
    const n = not_transferable + unanswered
    return parts.length === 0 ? '' : `${byNumber(n, 'Se queda fuera', 'Se quedan fuera')} ${listed(parts)}.`
  },
  beyond: (n: number): string =>
    `Un lote tiene ${rows(MAX_BATCH_ROWS)} como mucho: ${byNumber(n, 'queda una fuera', `quedan ${count(n)} fuera`)}.`,
  none: 'Ninguna de estas matrículas se puede transferir.',
  known: (name: string): string => `Ya hay un lote de esta lista: «${name}».`,
  openKnown: 'Abrirlo',
  submit: (n: number): string => (n === 0 ? 'Empezar' : `Empezar ${transfers(n)}`),
  cancel: 'Cancelar',
} as const

export const transferBatchesText = {
  list: 'Lotes de transferencias',
  nameOf: ({ name }: Pick<TransferBatch, 'name'>): string => (name ? `Lote de ${name}` : 'Lote sin nombre'),
  openIt: (name: string): string => `Abrir ${lowerFirst(name)}`,
  /** «12:40 · 40 matrículas · 38 borradores, 12 enviadas». */
  row: ({ total, made, sent }: TransferBatch, at: string): string =>
    [
      at,
      plural(total, 'matrícula', 'matrículas'),
      ...(made > 0
        ? [listed([drafts(made), ...(sent > 0 ? [plural(sent, 'enviada', 'enviadas')] : [])])]
        : []),
    ].join(' · '),
  standing: ({ total, made, sent }: TransferBatch): string =>
    sent === total
      ? 'Todo enviado'
      : made === 0
        ? 'Por rellenar'
        : `${count(sent)} de ${count(total)} enviadas`,
} as const

const columns: Readonly<Record<GridColumn, string>> = {
  vrm: 'Matrícula',
  otherTaxId: 'NIF',
  otherName: 'Nombre',
  taxableBase: 'Base imponible',
  invoiceNumber: 'N.º de factura',
  contractDate: 'Fecha',
  notes: 'Nota',
}
const others = { buyer: 'adquirente', seller: 'transmitente' } as const

/** Name of a column. Columns of a party name its role. */
const columnTitle = (column: GridColumn, other: 'seller' | 'buyer'): string =>
  column === 'otherTaxId'
    ? `${columns[column]} del ${others[other]}`
    : column === 'otherName'
      ? upperFirst(others[other])
      : columns[column]

const common: Readonly<Record<BatchCommon, string>> = {
  dealer: 'El compraventa',
  dealerTaxId: 'NIF del compraventa',
  dealerName: 'Nombre del compraventa',
  otherTaxId: 'NIF de la otra parte',
  otherName: 'Nombre de la otra parte',
  taxableBase: 'Base imponible',
  invoicePattern: 'N.º de factura',
  invoiceFirst: 'Primer número',
  contractDate: 'Fecha del contrato',
  userEmail: 'Correo del usuario',
  client: 'Cliente o compraventa',
  notes: 'Nota para la oficina',
  expected: 'Documentos que se piden',
}

export const transferBatchText = {
  loading: 'Abriendo el lote',
  failed: 'No se ha podido abrir el lote',
  gone: 'Ese lote ya no está',
  goneBody: 'Se ha quitado, en esta ventana o en otra. Los borradores que se crearon siguen en Borradores.',
  back: 'Listas',
  toDrafts: 'Ver los borradores',
  more: 'Más',
  remove: 'Quitar el lote…',
  removeTitle: (name: string): string => `¿Quitar ${lowerFirst(name)}?`,
  removeBody: (open: number): string =>
    `${open === 0 ? 'Los borradores creados no se tocan' : `Se ${byNumber(open, 'pierde lo escrito en una fila', `pierde lo escrito en ${rows(open)}`)} sin borrador; los borradores creados no se tocan`}. No se puede deshacer.`,
  removeKeep: 'No quitarlo',
  removeSubmit: 'Quitar',
  removing: 'Quitando el lote…',
  removed: 'Lote quitado',
  leftOut({ with_alerts, not_transferable, unanswered, beyond }: BatchLeftOut): string {
    const parts = [
      not_transferable > 0 && plural(not_transferable, 'no transferible', 'no transferibles'),
      with_alerts > 0 && `${count(with_alerts)} con avisos`,
      unanswered > 0 && `${count(unanswered)} sin respuesta`,
      beyond > 0 && `${count(beyond)} por pasar de ${count(MAX_BATCH_ROWS)}`,
    ].filter((part) => part !== false)
    const n = with_alerts + not_transferable + unanswered + beyond
    return parts.length === 0
      ? ''
      : `De la lista ${byNumber(n, 'queda fuera', 'quedan fuera')}: ${listed(parts)}.`
  },

  common: 'Lo común a todas',
  commonHelp: 'Vale para las filas que no digan otra cosa.',
  commonLabels: common,
  sides: { seller: 'Vende', buyer: 'Compra' },
  template: 'Plantilla',
  noTemplate: 'Ninguna',
  templateUsed: (name: string): string => `Puesta la plantilla «${name}»`,
  patternHelp: 'Como F-2026/{n:4}',
  pattern: {
    several: 'Solo puede haber un {n}.',
    malformed: 'Escríbelo con {n} o {n:4}, hasta 9 cifras.',
    'too-long': 'Es demasiado largo. Acórtalo.',
  } satisfies Record<Extract<InvoicePattern, { kind: 'invalid' }>['why'], string>,
  example: (first: string): string => `${first}…`,
  sameInvoice: 'La misma factura para todas.',
  firstInvalid: 'Escribe un número.',
  expected: (ids: readonly string[]): string =>
    ids.length === 0
      ? 'Se piden los documentos habituales.'
      : `Se ${byNumber(ids.length, 'pide', 'piden')}: ${listed(ids.map((id) => lowerFirst(requirementLabel(id, 'transfer'))))}.`,
  acceptAsIs: 'Es así',

  grid: 'Lo que cambia de una a otra',
  columnTitle,
  state: 'Estado',
  cell: (column: GridColumn, plate: string, other: 'seller' | 'buyer'): string =>
    `${columnTitle(column, other)}, ${plate}`,
  hidden: 'oculto',
  count: (ready: number, total: number): string => `${count(ready)} de ${rows(total)} listas`,
  /** Keys of the grid, which are those of a spreadsheet. */
  gridKeys: (mod: string) => [
    { keys: ['F2'], does: 'corregir' },
    { keys: [mod, 'Z'], does: 'deshacer lo pegado' },
    { keys: ['Esc'], does: 'salir de la tabla' },
  ],
  pasteHint: 'Pega aquí lo copiado de Excel: por columnas, o con sus títulos.',

  make: (n: number): string => (n === 0 ? 'Crear borradores' : `Crear ${drafts(n)}`),
  making: 'Creando los borradores…',
  made: (n: number): string => byNumber(n, 'Creado un borrador', `Creados ${drafts(n)}`),
  notMade: 'No se ha creado ninguno',
  send: (n: number): string => (n === 0 ? 'Enviar' : `Enviar ${transfers(n)}…`),
  stop: 'Parar las que no han salido',
  stopped: (n: number): string =>
    n === 0
      ? 'Ninguna estaba a tiempo de pararse'
      : byNumber(n, 'Parada una transferencia', `Paradas ${transfers(n)}`),
  progress: (sent: number, of: number): string => `${count(sent)} de ${count(of)} enviadas`,
  progressLabel: 'Transferencias enviadas',
  progressGoing: (n: number): string => byNumber(n, 'una en camino', `${count(n)} en camino`),

  addDocument: 'Documento común…',
  addTitle: 'Documento común',
  addBody: (n: number): string =>
    `Se añade a ${byNumber(n, 'un borrador', drafts(n))} de este lote. A los que ya lo tienen no se les repite.`,
  addType: 'Qué es',
  addTypeNone: 'Elige qué documento es',
  addFile: 'Elegir archivo…',
  addTo: (n: number): string => `Añadir a ${drafts(n)}`,
  adding: (done: number, of: number): string => `Añadiendo: ${count(done)} de ${count(of)}`,
  addCancel: 'Parar',
  added: (n: number): string => byNumber(n, 'Añadido a un borrador', `Añadido a ${drafts(n)}`),
  addFailed: (n: number): string =>
    byNumber(n, 'No se ha podido añadir a uno', `No se ha podido añadir a ${count(n)}`),
  chosen: (name: string): string => `Elegido: ${name}`,
  cancel: 'Cancelar',
  close: 'Cerrar',
} as const

/** Texts of a row. */
export const batchRowText = {
  ready: 'Lista',
  readyAdvice: (advice: string): string => `Lista · ${advice}`,
  missing: (labels: readonly string[]): string => `Falta ${listed(labels)}`,
  out: 'Fuera del lote',
  duplicate: { draft: 'Ya hay un borrador', procedure: 'Ya hay expediente' },
  duplicateMore: {
    draft: 'Esta matrícula tiene otro borrador. Míralo antes de crear este.',
    procedure: 'Esta matrícula tiene otro expediente abierto. Míralo antes de crear este borrador.',
  },
  toCorrect: (name: string): string => `${name} por corregir`,
  sameInvoice: 'repite n.º de factura',
  sameParties: 'las dos partes son la misma',
  verdict: {
    not_transferable: 'ya no es transferible',
    with_alerts: 'tiene avisos',
    transferable: 'consulta de hace más de un día',
    error: 'sin respuesta',
    unrecognised: 'veredicto por mirar',
    unknown: 'veredicto por mirar',
  },
  disagrees: 'sus informes no coinciden',
  taxIdAdvice: 'mira el NIF',
  gone: 'Borrador descartado',
  documents: (n: number): string => byNumber(n, 'Falta un documento', `Faltan ${count(n)} documentos`),
  canGo: 'Para enviar',
  leaving: (seconds: number): string => `Sale en ${count(seconds)} s`,
  steps: {
    create: 'Creándola en el servicio',
    update: 'Corrigiendo sus datos',
    documents: 'Subiendo documentos',
    check: 'Preguntando qué llegó',
    confirm: 'Confirmando',
  } satisfies Record<NonNullable<DraftRow['step']>, string>,
  doubt: 'Envío por comprobar',
  stopped: 'Parada: mira qué ha pasado',
  interrupted: 'No llegó a salir',
  sent: 'Enviada',
  problem: (label: string, words: string): string => `${label}: ${words}`,
  detail: 'Fila',
  detailOf: (plate: string): string => `Fila de ${plate}`,
  open: 'Abrir el borrador',
  openOther: { draft: 'Ver el otro borrador', procedure: 'Ver el expediente' },
  leaveOut: 'Dejar fuera',
  takeBack: 'Volver a incluir',
  seen: 'Crearla igualmente',
  lacks: (names: readonly string[]): string =>
    `Falta: ${listed(names.map((name) => lowerFirst(requirementLabel(name, 'transfer'))))}. Añade los documentos en su borrador.`,
} as const

export const batchPasteText = {
  title: (cells: number, byPlate: boolean): string =>
    cells === 0
      ? 'No ha entrado ninguna celda.'
      : `${byNumber(cells, 'Ha entrado una celda', `Han entrado ${count(cells)} celdas`)}${byPlate ? ', cada una en su matrícula' : ''}.`,
  left: (n: number): string => byNumber(n, 'Una se ha quedado fuera:', `${count(n)} se han quedado fuera:`),
  why: {
    below: 'no hay más filas',
    beside: 'no hay más columnas',
    made: 'su borrador ya está creado',
    'too-long': 'no cabe: es demasiado larga',
    'unknown-column': 'su título no es de ninguna columna',
    'other-plate': 'su matrícula no está en el lote, o está repetida',
    'no-plate': 'su fila no tiene matrícula',
  } satisfies Record<NotPasted, string>,
  cell: (row: number, column: number, text: string, why: string): string =>
    `Fila ${count(row)}, columna ${count(column)}: «${text}» (${why})`,
  more: (n: number): string => `y ${plural(n, 'celda más', 'celdas más')}`,
  copyLeft: 'Copiar lo que ha quedado fuera',
  copied: 'Copiado lo que quedó fuera',
  undo: 'Deshacer',
  undone: 'Lo pegado se ha quitado',
  undoneSome: 'Se ha quitado lo pegado, salvo lo que cambiaste después',
  cleared: 'Borrado. Ctrl+Z lo recupera',
  close: 'Cerrar',
  names: (n: number): string =>
    byNumber(
      n,
      'Puesto el nombre de un NIF que ya conocías',
      `Puesto el nombre de ${count(n)} NIF que ya conocías`,
    ),
} as const

export const sendBatchText = {
  title: (n: number): string => `¿Enviar ${transfers(n)}?`,
  /** Seller or buyer of the batch, and the number of other parties. */
  about: (dealer: string, side: 'seller' | 'buyer', parties: number): string =>
    [
      dealer && sentence(`${side === 'seller' ? 'Vende' : 'Compra'} ${dealer}`),
      parties > 0 &&
        `${side === 'seller' ? 'A' : 'De'} ${plural(parties, 'persona o empresa', 'personas o empresas')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  account: (name: string): string => `Con la cuenta ${name}.`,
  cost: 'Cada una se cobra según tu tarifa con el servicio, que Ventanilla no conoce.',
  body: (seconds: number): string =>
    seconds > 0
      ? `Tienes ${count(seconds)} s para pararlas. Después no se pueden anular desde aquí.`
      : 'Salen en el acto, y no se pueden anular desde aquí.',
  held: (documents: number): string =>
    byNumber(documents, 'una sin todos sus documentos', `${count(documents)} sin todos sus documentos`),
  heldTitle: 'Se quedan sin enviar:',
  keep: 'No enviar',
  submit: (n: number): string => `Enviar ${transfers(n)}`,
  sending: 'Poniéndolas a salir…',
  leaving: (n: number): string => byNumber(n, 'Sale una transferencia', `Salen ${transfers(n)}`),
  refused: (n: number): string => byNumber(n, 'Una no sale:', `${count(n)} no salen:`),
} as const

/** Short names of a row's fields, inside a sentence. */
export const batchFieldNames: Readonly<Record<BatchColumn | BatchCommon, string>> = {
  ...common,
  dealerTaxId: 'NIF del compraventa',
  dealerName: 'nombre del compraventa',
  otherTaxId: 'NIF',
  otherName: 'nombre',
  taxableBase: 'base imponible',
  invoiceNumber: 'n.º de factura',
  contractDate: 'fecha',
  userEmail: 'correo del usuario',
  notes: 'nota',
}
