import type { Outcome } from '../domain/verdict.ts'
import { plural } from './grammar.ts'
import { reportTypeLabels } from './labels-reports.ts'

/** Texts of Consulta. */
export const lookupText = {
  field: 'Matrícula',
  placeholder: 'Escribe o pega una matrícula',
  help: 'Vale «1234 bcd», una línea de Excel o un correo entero. Tres letras, un nombre o un coche abren su expediente.',
  lookUp: 'Consultar',
  lookUpCopy: 'Consultar y copiar la respuesta',
  findInOffice: 'Buscar en tus expedientes',
  history: 'Historial',
  watches: 'Vigiladas',
  watch: 'Vigilar',
  lists: 'Consulta masiva',
  verdict: 'Veredicto',
  plates: (n: number) => plural(n, 'matrícula', 'matrículas'),
  notAPlate: 'No parece una matrícula',
  search: {
    running: 'Buscándolo en tus expedientes…',
    'found-nothing': 'Tampoco aparece en tus expedientes.',
  },
  notLookedUp: 'No se ha consultado',
  didYouMean: '¿Querías decir…?',
  lookUpThis: 'Consultar esta',
  correct: 'Corregir',
  howPlatesLook: 'Así se reconoce una matrícula',
  plateColumn: 'Placa',
  seriesColumn: 'Serie',
  alsoWrite: 'También vale escribir',
  outOfScope: 'Tráfico no suele dar este informe para esta serie.',
  outOfScopeHint: 'Tráfico no suele informar',
} as const

export const pickText = {
  title: 'Elige una matrícula',
  found: (n: number) => plural(n, 'matrícula encontrada', 'matrículas encontradas'),
  more: 'Hay más matrículas en el archivo. Se muestran las primeras: como lista se leen todas.',
  none: 'No hay ninguna matrícula en ese archivo.',
  unread: (rows: readonly string[]) =>
    `${plural(rows.length, 'fila no se ha entendido', 'filas no se han entendido')}: ${rows.map((row) => `«${row}»`).join(', ')}. Corrígelas a mano.`,
  repaired: 'corregida al leerla: compruébala',
  cut: 'El texto es muy largo y puede faltar el final. Pega la lista entera en Consulta masiva.',
  asList: (n: number, more: boolean) => (more ? 'Consultar como lista' : `Consultar las ${n} como lista`),
  back: 'Volver al campo',
} as const

export const dropText = {
  drop: 'Suelta el archivo para buscar sus matrículas',
  kinds: 'Texto, CSV, Excel, OpenDocument, correo guardado o ZIP',
  reading: (name: string) => `Buscando matrículas en «${name}»…`,
  cancel: 'Cancelar',
  problems: {
    folder: { title: 'Es una carpeta.', advice: 'Suelta el archivo de la lista que tiene dentro.' },
    several: {
      title: 'Son varios archivos.',
      advice: 'Cada lista es de un archivo: suéltalos de uno en uno.',
    },
  },
} as const

export const railText = {
  recents: 'Recientes',
  today: (n: number) => `hoy ${n}`,
  empty: 'Aquí quedan tus últimas consultas, con su veredicto y su hora. Se leen también sin conexión.',
  now: 'ahora',
  pending: { asking: 'consultando…', processing: 'consultando…', slow: 'consultando…', queued: 'en cola' },
  unknown: 'sin veredicto',
  disagrees: 'Sus informes no dicen lo mismo',
  queue: 'En espera del servicio',
  reducedReport: reportTypeLabels.reduced,
} as const

interface SentinelRow {
  vrm: string
  outcome: Outcome
  word: string
  why: string
}

/** Plates of the trial environments with their fixed answers (service.md, "Development sentinel values"). */
export const sentinelText = {
  title: 'Prueba con una de estas',
  intro: {
    demo: 'Estás en la demostración. Cada matrícula da siempre el mismo resultado, para que veas cómo se lee cada veredicto.',
    development:
      'Estás en el entorno de pruebas. Estas matrículas dan siempre el mismo resultado, para que veas cómo se lee cada veredicto.',
  },
  rows: [
    { vrm: '1234BCD', outcome: 'transferable', word: 'Transferible', why: 'Cualquier matrícula válida' },
    {
      vrm: '0000CCC',
      outcome: 'with_alerts',
      word: 'Transferible con avisos',
      why: 'ITV, seguro o impuesto',
    },
    {
      vrm: '0000BBB',
      outcome: 'not_transferable',
      word: 'No transferible',
      why: 'Embargo, reserva de dominio, leasing…',
    },
    { vrm: '0000DDD', outcome: 'error', word: 'No se pudo obtener', why: 'No consta en el registro' },
  ] satisfies readonly SentinelRow[],
  completeTitle: 'Y estas, para el informe completo',
  completeIntro: 'Consulta una y pide su informe completo: tiene sus propias matrículas de prueba.',
  completeRows: [
    {
      vrm: '8888BBB',
      outcome: 'not_transferable',
      word: 'No transferible',
      why: 'Con todas las cargas que puede haber',
    },
    { vrm: '9999DDD', outcome: 'error', word: 'No registrada', why: 'No se puede volver a pedir' },
    { vrm: '9999FFF', outcome: 'error', word: 'La DGT no responde', why: 'Se vuelve a pedir sola' },
  ] satisfies readonly SentinelRow[],
  setupTitle: 'Para que trabaje contigo',
  account: 'Conecta tu cuenta',
  accountHelp: 'Pega la clave de API que te dio el operador. Se guarda en el llavero del sistema.',
  connect: 'Conectar',
} as const
