import type { Trouble } from '../bridge/diagnosis.ts'
import type { Part, TroubleState } from '../domain/health.ts'
import type { Browser } from '../host-protocol/protocol.ts'
import type { ScenarioProblem } from '../scenario/scenario.ts'
import { brokenText, browserNames } from './app.ts'
import { clock, fullDate, monthName, sameDay } from './dates.ts'
import { byNumber, count, listed, plural, sentence, upperFirst } from './grammar.ts'
import type { RelaySlice } from '../bridge/relay.ts'

/** Texts that every page may show once the first screen is up: the attention line, help and training. */

/** Handle at the end of a column's header. */
export const columnWidthText = {
  label: (column: string) => `Ancho de ${column}`,
  help: 'Arrastra, o pulsa ← →, para cambiar el ancho. Doble clic o Intro: el ancho de siempre.',
} as const

/** Month of a page, with the buttons that change it. */
export const monthChooserText = {
  month: 'Mes',
  title: (month: string) => upperFirst(monthName(month)),
  previous: 'Mes anterior',
  next: 'Mes siguiente',
  present: 'Este mes',
} as const

/** The attention line, and the list of everything that needs attention. A sentence fits in one line at 1280 px. */
export const attentionText = {
  region: 'Lo que necesita tu atención',
  pending: (n: number) => plural(n, 'cosa pendiente', 'cosas pendientes'),
  title: 'Lo pendiente',
  none: 'No hay nada pendiente.',
  untilTomorrow: 'Hasta mañana',
  putOff: 'Aplazado hasta mañana',
  close: 'Cerrar',
  understood: 'Entendido',
  downSince: (when: string) => `El servicio no responde desde ${when}.`,
  limited: 'El servicio pide que esperemos.',
  attempts: (attempts: number) => `${plural(attempts, 'intento fallido', 'intentos fallidos')}.`,
  nextIn: (seconds: number) => `Probamos de nuevo en ${count(seconds)} s; lo guardado sigue disponible.`,
  nextNow: 'Probando ahora; lo guardado sigue disponible.',
  tryNow: 'Probar ahora',
  unauthorizedAction: 'Ir a Ajustes',
  setAside: 'Los datos que no se podían abrir están guardados aparte.',
  setAsideBody: 'Ventanilla ha empezado de cero: restaura una copia.',
  setAsideRestore: 'Restaurar una copia',
  copyDue: 'Hace tiempo que no hay copia de seguridad.',
  copyNever: 'Todavía no hay ninguna copia de seguridad.',
  copyBody: 'Si se pierde este equipo, se pierde saber qué expedientes hay.',
  copyAction: 'Hacer una copia',
  lost: brokenText.lost,
  lostAdvice: 'Estamos volviendo a conectar. Lo que ves puede no estar al día.',
  memory: 'En esta sesión no se guarda nada.',
  memoryBody:
    'Al cerrar Ventanilla se olvidan la clave y las consultas, y no se puede pedir nada que se pague.',
  memoryAdvice: 'Al cerrar Ventanilla se olvidan la clave y las consultas.',
  memoryAction: 'Proteger con frase de paso',
  unreadable: 'Hay cuentas que no se han podido leer.',
  unreadableBody: 'Sus datos siguen en este equipo: mira cuáles son.',
  unreadableAction: 'Ver en Ajustes',
} as const

/** Texts of a suspected outage of the service, and the record of attempts. */
export const outageText = {
  since: (when: string) => `El servicio falla desde ${when}.`,
  some: 'Alguna consulta puede tardar o no llegar.',
  save: 'Guardar justificante',
  saving: 'Guardando…',
  saved: 'Justificante guardado',
  over: 'El servicio vuelve a responder.',
  record: 'Justificante de intentos',
  recordHelp: 'Cada intento fallido con su fecha y hora, sin matrículas, para quien te pida explicaciones.',
  recordOf: (failures: number, from: number, to: number) =>
    `${plural(failures, 'intento fallido', 'intentos fallidos')}, ${
      sameDay(from, to) ? `el ${fullDate(from)}` : `del ${fullDate(from)} al ${fullDate(to)}`
    }.`,
} as const

/** Name of each part by its function, for use after «de» and in lists. */
const PARTS: Record<Part, string> = {
  application: 'Ventanilla',
  store: 'los datos de este equipo',
  service: 'el servicio de la demostración',
  'relay-server': 'el relé de la demostración',
  sharing: 'lo que comparte la oficina',
  handovers: 'la entrega de borradores',
  sweep: 'la revisión de expedientes y firmas',
  notifications: 'los avisos',
  'service-documents': 'la descarga de documentos',
  'signed-documents': 'la descarga de documentos firmados',
  retention: 'los plazos de conservación',
  backups: 'la copia de seguridad programada',
  lock: 'el bloqueo por inactividad',
  training: 'la formación',
  relay: 'la conexión con el relé',
  'batch-lookups': 'la consulta de varias matrículas',
  watches: 'la vigilancia de matrículas',
  updates: 'la búsqueda de actualizaciones',
  calendar: 'el archivo de calendario',
  'scan-folder': 'la carpeta del escáner',
}

export const healthText = {
  startAgain: 'Arrancar otra vez',
  log: 'Registro',
  logHelp: 'Lo que ha fallado por dentro, con su hora. No lleva claves, matrículas ni nombres.',
  copyLog: 'Copiar registro',
  copyingLog: 'Copiando…',
  logCopied: 'Registro copiado. No lleva claves, matrículas ni nombres.',
  logNotCopied: 'No se ha podido copiar. Abre el archivo y copia de ahí.',
  logEmpty: 'El registro está vacío.',
} as const

interface HealthWords {
  title: string
  advice: string
}

/** One sentence for all parts with the same trouble. */
export function healthWords(state: TroubleState, troubles: readonly Trouble[]): HealthWords {
  const parts = listed(troubles.map(({ part }) => PARTS[part]))
  const verb = (one: string, many: string) => byNumber(troubles.length, one, many)
  const at = clock(Math.max(...troubles.map((trouble) => trouble.at)))
  switch (state) {
    case 'restarting':
      return {
        title: `No funciona ahora: ${parts}.`,
        advice: 'Lo estamos arrancando otra vez. Lo guardado en este equipo sigue a salvo.',
      }
    case 'failing':
      return {
        title: `No funciona ahora: ${parts}.`,
        advice: 'Lo intentamos otra vez solos. Si dura unos minutos, cierra Ventanilla y vuelve a abrirla.',
      }
    case 'stalled':
      return {
        title: `${verb('Lleva', 'Llevan')} un rato sin contestar: ${parts}.`,
        advice: 'Si no vuelve en un par de minutos, cierra Ventanilla y vuelve a abrirla.',
      }
    case 'stopped':
      return {
        title: `${verb('Se ha parado', 'Se han parado')}: ${parts}.`,
        advice: 'Arráncalo otra vez; si se repite, mira el registro en Diagnóstico.',
      }
    case 'restarted':
      return {
        title: `A las ${at} se pararon y se han vuelto a abrir: ${parts}.`,
        advice: 'Comprueba lo último que hiciste: puede no haberse guardado.',
      }
    case 'emptied':
      return {
        title: `A las ${at} se han perdido los datos de esta sesión.`,
        advice: 'Estaban solo en la memoria. Consulta otra vez lo que necesites.',
      }
    case 'unexpected':
      return {
        title: `A las ${at} ha fallado algo por dentro.`,
        advice: 'Comprueba lo último que hiciste y, cuando puedas, cierra Ventanilla y vuelve a abrirla.',
      }
  }
}

// Texts of the relay outside its section.

type Gap = NonNullable<RelaySlice['gap']>

/** Another PC waits to be admitted. */
export const claimText = {
  title: (name: string) => `«${name}» espera a que lo admitas.`,
  advice: 'Compara las palabras de las dos pantallas.',
} as const

export const gapText = {
  title({ reason, from, to }: Gap): string {
    if (reason === 'sealed') return `Este equipo no ha podido abrir avisos cifrados, desde el ${count(from)}.`
    if (reason === 'reset' || to === null)
      return 'El relé ha empezado otra lista: no se sabe si falta algún aviso.'
    return byNumber(
      to - from + 1,
      `El relé ya no guardaba el aviso ${count(from)}.`,
      `El relé ya no guardaba ${count(to - from + 1)} avisos, del ${count(from)} al ${count(to)}.`,
    )
  },
  /** Number of resources that were fetched because of the gap. */
  looked: (open: number) =>
    open === 0
      ? 'No había nada abierto que mirar.'
      : `Por si acaso se ha mirado lo que había abierto (${count(open)}).`,
  see: 'Ver el relé',
  understood: 'Entendido',
} as const

/** Name of the words that two screens show for comparison. */
export const pairingWordsText = 'Las tres palabras'

// Texts of the browser extension outside its dialog and Ajustes.

/** Browsers, each once, because two profiles of one may wait. */
export const namedBrowsers = (browsers: readonly Browser[]) =>
  listed([...new Set(browsers)].map((browser) => browserNames[browser]))

/** Extensions that wait for an approval. */
export const waitingLine = (browsers: readonly Browser[]) =>
  byNumber(
    browsers.length,
    `La extensión de ${namedBrowsers(browsers)} espera tu permiso.`,
    `${browsers.length} extensiones esperan tu permiso: ${namedBrowsers(browsers)}.`,
  )

export const waitingText = {
  advice: 'Compara las palabras y decide.',
  see: 'Comparar las palabras',
  broken: 'No se ha podido abrir el permiso de la extensión. Recarga la pantalla.',
} as const

/** Outcome of a request for approval. */
export type ApprovalEnd = 'approved' | 'approved-elsewhere' | 'refused' | 'expired' | 'over'

export const endedLine: Readonly<Record<ApprovalEnd, (browser: Browser) => string>> = {
  approved: (browser) => `La extensión de ${browserNames[browser]} ya tiene permiso`,
  'approved-elsewhere': (browser) =>
    `La extensión de ${browserNames[browser]} ya tiene permiso, dado en otra ventana`,
  refused: (browser) => `La extensión de ${browserNames[browser]} se queda sin permiso`,
  expired: (browser) =>
    `La extensión de ${browserNames[browser]} ha esperado demasiado: pide permiso otra vez desde el navegador`,
  over: (browser) => `La extensión de ${browserNames[browser]} ya no espera tu permiso`,
}

/** Version of this application, as in package.json. A test compares them. */
export const currentVersion = '0.1.0'

/** Texts of the help outside its panel. */
export const helpText = {
  what: '¿Qué significa?',
  whatIs: (name: string) => `¿Qué significa? ${name}`,
} as const

/** Notice after an update. */
export const releaseText = {
  updated: 'Ventanilla se ha actualizado.',
  to: (version: string) => `Ahora tienes la versión ${version}.`,
  see: 'Ver qué hay de nuevo',
  later: 'Ahora no',
} as const

/** Texts of the help panel. */
export const helpPanelText = {
  title: 'Ayuda',
  search: 'Buscar en la ayuda',
  hint: 'Embargo, DNI, modelo 576…',
  results: 'Temas encontrados',
  count: (n: number) => byNumber(n, '1 tema', `${n} temas`),
  none: 'Ningún tema coincide. Prueba con otra palabra, como «embargo» o «DNI».',
  todo: 'Qué hacer',
  related: 'Temas relacionados',
  index: 'Todos los temas',
  unknown: 'Ventanilla no tiene ayuda sobre este valor. Busca un tema parecido.',
  keys: 'Teclas',
  close: 'Cerrar',
} as const

/** Texts of the list of versions. */
export const releasePanelText = {
  title: 'Qué hay de nuevo',
  version: (version: string) => `Versión ${version}`,
  close: 'Cerrar',
} as const

/** User-visible changes of a version. */
interface Release {
  /** Version as in package.json. */
  version: string
  points: readonly string[]
}

/** Latest first. A test compares the first version with the application's. */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    points: [
      'Consulta: el veredicto de una matrícula en un segundo, y lo consultado se lee sin conexión.',
      'Expedientes: matriculaciones, transferencias y notificaciones de venta, con sus documentos e incidencias.',
      'Firmas: cinco documentos para firmar, seguidos hasta el final.',
      'Novedades: cada cambio una vez, con su aviso, hasta que lo des por hecho.',
      'Demostración: una oficina inventada a media mañana, que avanza sola y se vuelve a empezar en Ajustes.',
      'Formación: un paseo de seis pasos y escenarios que se repiten, en Ajustes.',
      'Ayuda: F1 explica qué significa lo que tienes delante y qué hacer.',
    ],
  },
]

/** Texts of training: the tour, the scenarios and their bar. */
export const trainingText = {
  region: 'Formación',
  /** Heading of the bar, with its position. */
  step: (at: number, of: number) => `Paso ${at} de ${of}`,
  progress: (done: number, skipped: number) =>
    skipped === 0
      ? plural(done, 'paso hecho', 'pasos hechos')
      : listed([plural(done, 'paso hecho', 'pasos hechos'), plural(skipped, 'saltado', 'saltados')]),
  marks: { done: 'hecho', skipped: 'saltado', present: 'en este estás', later: 'por hacer' },
  expected: 'Qué falta en este paso',
  met: 'Hecho:',
  unmet: 'Por hacer:',
  hint: 'Una pista',
  skip: 'Saltar este paso',
  later: 'Dejarlo para luego',
  again: 'Otra vez',
  end: 'Terminar',
  back: 'Volver a la demostración',
  fold: 'Plegar',
  unfold: 'Desplegar',
  working: 'Un momento…',
  preparing: 'Preparando este paso…',
  stuck: 'Este paso no se ha podido preparar.',
  retry: 'Reintentar',
  announceTick: (what: string) => sentence(`Hecho: ${what}`),
  announceStep: (at: number, of: number, title: string, text: string) =>
    `${sentence(`Paso ${at} de ${of}: ${title}`)} ${text}`,
  finished: {
    tour: 'Has terminado el paseo',
    scenario: 'Has terminado el escenario',
    done: (done: number, of: number, skipped: number) =>
      skipped === 0
        ? 'Has hecho todos los pasos.'
        : `Has hecho ${done} de ${of} pasos; ${skipped} los has saltado.`,
    tourNext:
      'Para practicar con un caso de principio a fin están los escenarios. Y F1 explica lo que tengas delante.',
    scenarioNext:
      'Lo que has hecho era de este escenario. La demostración te espera como la dejaste antes de empezarlo.',
    scenarios: 'Ver los escenarios',
    help: 'Abrir la ayuda',
    close: 'Cerrar el paseo',
  },
  ask: {
    again: {
      title: '¿Empezar otra vez?',
      submit: 'Borrar y empezar otra vez',
      body: 'El escenario vuelve a su principio y se borra lo que has hecho en él. La demostración no cambia: vuelve como estaba cuando lo termines.',
      busy: 'Preparando el escenario…',
      done: 'El escenario está como al principio',
    },
    end: {
      title: '¿Terminar el escenario?',
      submit: 'Borrar y terminar',
      body: 'Se borra lo que has hecho en él, y la demostración vuelve como estaba antes de empezarlo.',
      busy: 'Trayendo de vuelta la demostración…',
      done: 'La demostración está como la dejaste',
    },
    keep: 'Seguir con él',
  },
  offer: {
    title: '¿Te enseñamos Ventanilla?',
    body: 'Seis pasos, cinco minutos, con datos inventados.',
    take: 'Empezar el paseo',
    leave: 'Ahora no',
  },
} as const

/** Sample documents of a step. */
export const sampleText = {
  title: 'De muestra, para arrastrar o añadir',
  add: 'Añadir',
  done: 'Añadido',
  addNamed: (name: string) => `Añadir ${name}`,
  added: (name: string) => `${name}: añadido`,
  save: (name: string) => `Guardar ${name} en este equipo`,
  saved: 'Guardado en Descargas',
  loading: (name: string) => `${name}: cargando…`,
  retry: 'Reintentar',
  retryNamed: (name: string) => `Volver a cargar ${name}`,
  failed: (name: string) => `${name}: no se ha podido cargar.`,
  nowhere: 'Abre antes los documentos de un expediente: se añaden ahí.',
} as const

/** Ajustes › Formación. */
export const trainingSettingsText = {
  intro:
    'El paseo se hace en la demostración tal como está. Un escenario tiene su propia oficina: mientras dura, la demostración se aparta, y al terminarlo vuelve intacta.',
  words: 'paseo escenarios formación practicar aprender tutorial curso',
  tour: {
    title: 'Paseo',
    help: 'Lo que Ventanilla hace, en seis pasos que se hacen de verdad. Unos cinco minutos.',
    start: 'Empezar el paseo',
    goOn: 'Seguir con el paseo',
    again: 'Empezarlo otra vez',
  },
  scenarios: 'Escenarios',
  running: 'En curso',
  measure: (minutes: number, steps: number) =>
    `${plural(minutes, 'minuto', 'minutos')} · ${plural(steps, 'paso', 'pasos')}`,
  own: 'Propio',
  start: 'Empezar',
  startNamed: (title: string) => `Empezar «${title}»`,
  end: 'Terminar',
  endNamed: (title: string) => `Terminar «${title}»`,
  save: 'Guardar el archivo',
  saveNamed: (title: string) => `Guardar el archivo de «${title}»`,
  saved: 'Archivo guardado en Descargas',
  remove: 'Quitar',
  removeNamed: (title: string) => `Quitar «${title}»`,
  loading: 'Leyendo los escenarios…',
  none: 'No hay ningún escenario.',
  retry: 'Reintentar',
  starting: 'Preparando…',
  add: {
    title: 'Escenarios de tu oficina',
    help: 'Un escenario es un archivo .json. Guarda uno de los de arriba y cámbialo a tu gusto.',
    action: 'Añadir escenario…',
    adding: 'Leyendo el archivo…',
    cancel: 'Cancelar',
    added: (title: string) => `Añadido: ${title}`,
    wrong: { title: 'Ese archivo no es un escenario que se pueda usar.', advice: 'No se ha añadido.' },
    large: { title: 'El archivo es demasiado grande.', advice: 'No se ha añadido. El máximo son 256 KB.' },
  },
  unreadable: {
    title: 'Hay archivos que no se han podido leer.',
    help: 'Corrige el archivo y vuelve a añadirlo.',
  },
  askSwitch: {
    title: (other: string) => `¿Dejar «${other}»?`,
    body: 'Está en curso. Al empezar otra cosa se termina, y se borra lo que has hecho en él.',
    keep: 'Seguir con él',
    submit: 'Borrar y empezar',
  },
  askRemove: {
    title: (name: string) => `¿Quitar «${name}»?`,
    body: 'Se quita de este equipo. Si no tienes el archivo en otro sitio, guárdalo antes.',
    keep: 'Conservarlo',
    submit: 'Quitar',
    done: 'Escenario quitado',
  },
} as const

/** Texts of the files of training. */
export const trainingFileText = {
  /**
   * «Contrato de compraventa (muestra).pdf». The form guesses the document from its name. Slashes are replaced,
   * because file names cannot have them.
   */
  sample: (document: string) => `${document.replaceAll(/\s*\/\s*/g, ' - ')} (muestra).pdf`,
  noJson: 'el archivo no es JSON',
  taken: (id: string) => `id: «${id}» ya es de un escenario de Ventanilla`,
  repeated: (id: string, file: string) => `id: «${id}» ya es el del archivo ${file}`,
  where: (path: readonly string[], problem: string) =>
    path.length === 0 ? problem : `${path.join(' › ')}: ${problem}`,
  problems: {
    name: 'minúsculas sin acentos, cifras y guiones',
    plate: 'una matrícula como 4821LMV',
    unnamed: 'nada se llama así en lo que pasa antes',
    endless: 'el paso no espera nada ni tiene botón que lo termine',
  } satisfies Record<ScenarioProblem, string>,
} as const
