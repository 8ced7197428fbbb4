import type { ExtensionState, HostBrowser } from '../bridge/extension.ts'
import type { ErrorCode } from '../bridge/result.ts'
import { relativeAge, clock, doneWhen } from './dates.ts'
import type { Browser } from '../host-protocol/protocol.ts'
import { browserNames } from './app.ts'
import type { ErrorText, ErrorTexts } from './errors.ts'
import { namedBrowsers } from './frame.ts'
import { byNumber, count, listed, plural } from './grammar.ts'

/** Texts of the browser extension: its pages, its approval in the window, and its section of Ajustes. */

/** Menus and icon of the extension. */
export const extensionText = {
  name: 'Ventanilla',
  description: 'De cualquier página al veredicto de una matrícula, con Ventanilla en este equipo.',
  commands: {
    open: 'Consultar la matrícula elegida',
    scan: 'Buscar matrículas en esta página',
  },
  menu: {
    // The browser replaces %s by the selected text.
    lookUp: 'Consultar «%s» en Ventanilla',
    scan: 'Buscar matrículas en esta página',
  },
  unread: (changes: number) => plural(changes, 'novedad sin leer', 'novedades sin leer'),
} as const

/** State of the connection, at the head of each page. */
export const connectionWords = {
  closed: 'sin conexión',
  connecting: 'conectando…',
  'not-installed': 'sin instalar',
  'not-running': 'cerrada',
  starting: 'abriendo…',
  'not-answering': 'sin conexión',
  'wrong-version': 'sin actualizar',
  'not-approved': 'sin permiso',
  locked: 'bloqueada',
  approved: 'conectada',
  offline: 'sin servicio',
} as const

/** Replaces a page until the application answers. */
export const gateText = {
  connecting: 'Conectando con Ventanilla…',
  notRunning: 'Ventanilla no está abierta',
  notRunningMeaning: 'La extensión pregunta a la aplicación de este equipo.',
  start: 'Abrir Ventanilla',
  whatIsMissing: 'Ver qué falta',
  starting: 'Abriendo Ventanilla…',
  startingMeaning: 'Puede tardar unos segundos. Esta ventana sigue sola en cuanto conteste.',
  startFailed: 'Ventanilla no se ha abierto',
  startFailedMeaning: 'Ábrela tú desde el menú de tu equipo: esta ventana lo notará.',
  startAgain: 'Intentar otra vez',
  missing: {
    title: 'Qué hace falta',
    steps: [
      'Ventanilla instalada en este equipo, con tu mismo usuario.',
      'Abierta: vale con que esté en la bandeja, junto al reloj.',
      'Instalada en este navegador, en Ajustes › Extensión.',
    ],
    back: 'Volver',
  },
  notInstalled: 'Falta un paso en Ventanilla',
  notInstalledMeaning: {
    missing: 'Este navegador todavía no sabe dónde está. Se instala una vez, desde la aplicación:',
    forbidden: 'Este navegador tiene la conexión de otra extensión. Instálala de nuevo desde la aplicación:',
  },
  notInstalledSteps: [
    'Abre Ventanilla en este equipo. Si no la tienes, pídesela a quien lleve la informática de tu oficina.',
    'Ve a Ajustes › Extensión y pulsa «Instalar» junto a este navegador.',
    'Vuelve aquí: seguirá sola.',
  ],
  retry: 'Comprobar ahora',
  notAnswering: 'Ventanilla no contesta',
  notAnsweringMeaning:
    'Puede estar abriéndose, cerrándose o actualizándose. Se intenta otra vez cada pocos segundos.',
  wrongVersion: {
    extension: {
      title: 'Actualiza esta extensión',
      meaning:
        'Ventanilla es más nueva y no se entienden. El navegador actualiza sus extensiones solo: ciérralo y ábrelo otra vez.',
    },
    application: {
      title: 'Actualiza Ventanilla',
      meaning: 'Esta extensión es más nueva y no se entienden. Cierra Ventanilla y ábrela otra vez.',
    },
  },
  locked: 'Ventanilla está bloqueada',
  lockedMeaning: 'Desbloquéala en su ventana. Hasta entonces la extensión no muestra nada.',
  approval: 'Falta tu permiso',
  approvalMeaning:
    'Ventanilla ha abierto una ventana en este equipo. Comprueba que las tres palabras son las mismas y acepta.',
  approvalWords: 'Las tres palabras',
  approvalWaiting: 'Esperando a que aceptes en Ventanilla…',
  approvalAsk: 'Pedir permiso',
  approvalNotAsked: 'La primera vez, cada navegador pide permiso en la ventana de Ventanilla.',
  refused: 'No tiene permiso',
  refusedMeaning: 'En Ventanilla no se ha aceptado este navegador. Puedes pedirlo otra vez.',
  approvalAgain: 'Pedir permiso otra vez',
  approvalFailed: 'No se ha podido pedir. Inténtalo otra vez.',
} as const

/** Errors of a request in one sentence, with advice. */
export const requestErrorText = {
  'rate-limited': (seconds: number) =>
    `Son muchas peticiones seguidas. Prueba dentro de ${plural(seconds, 'segundo', 'segundos')}.`,
  dropped: 'Se ha perdido la conexión con Ventanilla y no sabemos si llegó. Compruébalo antes de repetirlo.',
  timeout: 'Ventanilla tarda en contestar y no sabemos si llegó. Compruébalo antes de repetirlo.',
  unavailable: 'Ventanilla se está abriendo o cerrando. Prueba dentro de un momento.',
  'not-found': 'Ventanilla ya no tiene esa matrícula. Consúltala otra vez.',
  'too-large': 'Son demasiadas a la vez. Prueba con menos.',
  'not-running': 'Ventanilla se ha cerrado. Ábrela e inténtalo otra vez.',
  'not-approved': 'Este navegador ya no tiene permiso en Ventanilla.',
  locked: 'Ventanilla está bloqueada. Desbloquéala en su ventana.',
  other: 'Ventanilla no ha podido hacerlo. Inténtalo otra vez.',
} as const

export const popupText = {
  title: 'Ventanilla',
  field: 'Matrícula',
  placeholder: 'Escribe o pega una matrícula',
  suggestions: 'Matrículas',
  several: (plates: number) => `${plural(plates, 'matrícula', 'matrículas')} en lo elegido`,
  noneSelected: 'En lo elegido no hay ninguna matrícula.',
  repairs: '¿Querías decir…?',
  recents: 'Recientes',
  noRecents: 'Elige una matrícula en la página, o escríbela aquí.',
  scan: 'Buscar matrículas en esta página',
  age: (age: string, kind: 'reduced' | 'complete') =>
    `${age} · informe ${kind === 'complete' ? 'completo' : 'reducido'}`,
  noVehicle: 'Marca y modelo: no constan',
  lookUp: 'Consultar',
  again: 'Consultar de nuevo',
  copy: 'Copiar respuesta',
  copied: 'Copiada',
  notCopied: 'No se ha podido copiar. Ábrela en Ventanilla y cópiala allí.',
  open: 'Abrir en Ventanilla',
  transfer: 'Iniciar transferencia',
  opened: 'Abierta en Ventanilla',
  why: 'El motivo, en el informe completo. Se pide desde la aplicación.',
  disagrees: 'Sus informes no dicen lo mismo: míralo en Ventanilla antes de responder.',
  offline: 'Sin conexión con el servicio. Lo consultado antes se puede leer.',
  looking: 'Buscando en este equipo…',
  options: 'Opciones de la extensión',
} as const

export const panelText = {
  title: 'Matrículas de la página',
  found: (plates: number) => `${plural(plates, 'matrícula', 'matrículas')} en esta página`,
  scanning: 'Buscando matrículas…',
  scanningFound: (plates: number) => `Buscando… ${plural(plates, 'matrícula', 'matrículas')}`,
  stop: 'Parar',
  stopped: 'Parado',
  scanStopped: 'Búsqueda parada: puede haber más en la página.',
  progress: (done: number, total: number) => `${count(done)} de ${count(total)}`,
  progressLabel: 'Consultando',
  scanProgress: 'Buscando',
  counts: {
    ok: (n: number) => plural(n, 'transferible', 'transferibles'),
    warn: (n: number) => `${n} con avisos`,
    stop: (n: number) => `${n} no transferibles`,
    unknown: (n: number) => `${n} sin respuesta`,
    none: (n: number) => `${n} sin consultar`,
  },
  lookUp: (plates: number) =>
    byNumber(plates, 'Consultar la que falta', `Consultar las ${plates} que faltan`),
  lookUpMeaning: 'Es gratis. Se consultan una tras otra, al ritmo que permite el servicio.',
  upToDate: 'Todas tienen el veredicto de hoy.',
  failures: (plates: number) =>
    `${byNumber(plates, 'Una se ha quedado', `${plates} se han quedado`)} sin respuesta. Puedes consultarlas otra vez.`,
  batchStopped: (plates: number) => `Consulta parada: ${byNumber(plates, 'falta una', `faltan ${plates}`)}.`,
  list: 'Matrículas, en el orden de la página',
  notLookedUp: 'sin consultar',
  failed: 'sin respuesta',
  times: (times: number) => `${times} veces`,
  padded: 'Se le han puesto los ceros que faltaban: compruébala.',
  reveal: (plate: string, says: string) => `${plate}, ${says}. Ver en la página`,
  gone: 'ya no está en la página',
  goneShort: 'ya no está',
  copy: 'Copiar resultado',
  copied: 'Copiado',
  notCopied: 'No se ha podido copiar. Inténtalo otra vez.',
  clear: 'Quitar marcas',
  columns: ['Matrícula', 'Veredicto', 'Consultado', 'Vehículo', 'Primera matriculación'],
  none: 'No hay matrículas en esta página',
  noneMeaning: 'Si las ves tú, pueden estar en una imagen o en un PDF: cópialas en la consulta.',
  pdf: 'Aquí hay un PDF, que el navegador no deja leer. Ábrelo, copia su texto y pégalo en la consulta.',
  frames: (frames: number) =>
    `${plural(frames, 'parte de la página es', 'partes de la página son')} de otro sitio y no se ${byNumber(frames, 'ha', 'han')} leído.`,
  partlyMarked: 'Aparecen tantas veces que solo se han marcado las primeras.',
  dropped: (plates: number) => `Hay ${plates} más: se muestran las primeras 1.000.`,
  unreadable: 'Esta página no se puede leer',
  unreadableMeaning:
    'El navegador no deja leer sus propias páginas, la tienda de extensiones ni los PDF. Copia el texto y pégalo en la consulta.',
  notAllowed: 'Falta que lo pidas en esta página',
  notAllowedMeaning:
    'La extensión solo lee una página cuando se lo pides en ella: pulsa el icono de Ventanilla y «Buscar matrículas en esta página».',
  other: 'Estás en otra página',
  otherMeaning: 'La lista es de la pestaña de antes.',
  back: 'Volver a ella',
  scanHere: 'Buscar en esta',
  left: 'La página ha cambiado',
  leftMeaning: 'La lista es de cómo estaba antes: las marcas ya no están.',
  scanAgain: 'Buscar otra vez',
  start: 'Buscar matrículas en esta página',
  startMeaning:
    'Pulsa el icono de Ventanilla en la página que quieras, y después «Buscar matrículas en esta página».',
} as const

export const optionsText = {
  title: 'Extensión de Ventanilla',
  connection: 'Conexión',
  approved: 'Conectada con Ventanilla en este equipo.',
  approvedOffline: 'Conectada con Ventanilla, que ahora no tiene conexión con el servicio.',
  demo: 'Es la demostración: los veredictos son inventados.',
  revoke: 'El permiso se ve y se quita en Ventanilla, en Ajustes › Extensión.',
  marks: 'Marcas en las páginas',
  marksOn: 'Poner el veredicto al lado de cada matrícula',
  marksHelp: 'Solo en la página en la que buscas, y hasta que las quites. Sin ellas, queda la lista.',
  sees: 'Lo que puede ver',
  seesList: [
    'El texto que eliges, cuando abres la extensión.',
    'El texto de la página en la que pides buscar matrículas, esa vez.',
    'De cada matrícula: su veredicto, su fecha, la marca y modelo y la primera matriculación.',
    'El mensaje para el cliente, cuando lo copias. Es el de Ventanilla y queda en su registro.',
  ],
  seesNot: 'Lo que no puede ver',
  seesNotList: [
    'Las páginas en las que no se lo pides, ni tu historial.',
    'Tu clave del servicio, ni nombres, NIF o direcciones de nadie.',
    'Nada guardado: no recuerda matrículas ni veredictos. Pregunta a Ventanilla cada vez.',
  ],
  doesNot:
    'Tampoco envía nada a Tráfico por su cuenta: una transferencia se revisa y se envía en Ventanilla.',
  keys: 'Teclas',
  keysOpen: 'Consultar lo elegido',
  keysScan: 'Buscar matrículas en la página',
  keysNone: 'sin tecla',
  keysChange: 'Cambiarlas',
  keysWhere: {
    chromium: (address: string) => `Se cambian en ${address}.`,
    firefox: 'Se cambian en Complementos y temas › Extensiones › la rueda › Gestionar atajos de extensiones.',
  },
  version: (extension: string) => `Versión ${extension}`,
} as const

/** Texts of the approval of a browser. */
export const approvalText = {
  title: (browser: Browser) => `¿Das permiso a la extensión de ${browserNames[browser]}?`,
  compare:
    'Mira que sean las tres palabras que enseña la extensión. Si alguna es distinta, no es tu navegador: recházala.',
  can: [
    'Verá veredictos y vehículos, las últimas consultas y cuántas novedades hay.',
    'Podrá consultar matrículas, abrirlas aquí y empezar una transferencia.',
  ],
  cannot: 'No verá nombres ni la clave. Nada se envía ni se paga si no lo confirmas aquí.',
  abilities: 'Lo que podrá hacer',
  until: (at: number) => `Espera tu respuesta hasta las ${clock(at)}.`,
  takeBack: 'El permiso se quita en Ajustes › Extensión.',
  later: 'Ahora no',
  refuse: 'Rechazar',
  approve: 'Permitir',
  working: 'Guardando tu respuesta…',
  /** Other waiting browsers, shown one at a time. */
  others: (browsers: readonly Browser[]) => `También en espera: ${namedBrowsers(browsers)}.`,
} as const

/** Errors of approving or refusing. */
export const approvalErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'not-found': {
    title: 'La extensión ya no espera.',
    advice: 'No se le ha dado permiso. Pídelo otra vez desde el navegador.',
  },
}

type Approved = ExtensionState['approved'][number]

/** Texts of Ajustes › Extensión. */
export const extensionSettingsText = {
  intro:
    'Con la extensión consultas una matrícula en cualquier página, sin copiarla. Pregunta a Ventanilla en este equipo: no tiene la clave ni guarda datos personales.',
  search: 'extensión navegador chrome chromium edge firefox permiso complemento activar',
  keep: 'Dejarlo como está',

  waiting: 'Esperan tu permiso',
  waitingHelp: 'Compara las tres palabras con las de la extensión.',
  asked: (at: number, now: number) => `Lo pide ${relativeAge(at, now)}`,
  compare: 'Comparar las palabras',
  compareOf: (browser: Browser) => `Comparar las palabras de ${browserNames[browser]}`,

  approved: 'Tienen permiso',
  approvedHelp: 'Ven veredictos y vehículos, y abren matrículas aquí.',
  gone: 'Sin permiso',
  revoke: 'Quitar…',
  revokeOf: (browser: Browser) => `Quitar el permiso a ${browserNames[browser]}`,
  askRevoke: (browser: Browser) => `¿Quitar el permiso a la extensión de ${browserNames[browser]}?`,
  revokeBody: (line: string) =>
    `${line}. Dejará de ver veredictos al momento. Para volver tendrá que pedirte permiso otra vez, con otras palabras.`,
  revokeSubmit: 'Quitar el permiso',
  revoking: 'Quitando el permiso…',
  revoked: (browser: Browser) => `La extensión de ${browserNames[browser]} ya no tiene permiso`,

  browsers: 'Conexión con cada navegador',
  browsersHelp: 'Con ella, la extensión encuentra Ventanilla en este equipo.',
  reading: 'Buscando navegadores…',
  none: () =>
    `No has abierto ninguno de estos navegadores en este equipo: ${listed(Object.values(browserNames))}. Abre el tuyo una vez y vuelve a buscar.`,
  again: 'Buscar otra vez',
  install: 'Instalar',
  installIn: (browser: Browser) => `Instalar la conexión con ${browserNames[browser]}`,
  takeOver: 'Usar esta',
  takeOverIn: (browser: Browser) => `Usar esta Ventanilla en ${browserNames[browser]}`,
  uninstall: 'Quitar…',
  uninstallFrom: (browser: Browser) => `Quitar la conexión con ${browserNames[browser]}`,
  installing: 'Instalando…',
  installed: (browser: Browser) => `${browserNames[browser]} ya se conecta con esta Ventanilla`,
  askUninstall: (browser: Browser) => `¿Quitar la conexión con ${browserNames[browser]}?`,
  uninstallBody:
    'La extensión dejará de encontrar Ventanilla. Los permisos que has dado no cambian, y puedes instalarla otra vez aquí.',
  uninstallSubmit: 'Quitar la conexión',
  uninstalling: 'Quitando la conexión…',
  uninstalled: (browser: Browser) => `${browserNames[browser]} ya no se conecta con Ventanilla`,

  get: 'Conseguir la extensión',
  ways: [
    { title: 'En la tienda del navegador', how: 'Búscala como «Ventanilla».' },
    {
      title: 'Chrome, Chromium o Edge, sin tienda',
      how: 'En su página de extensiones, activa «Modo de desarrollador», pulsa «Cargar descomprimida» y elige la carpeta de la extensión.',
    },
    {
      title: 'Firefox, sin tienda',
      how: 'En su página de complementos, abre el menú de la rueda y elige «Instalar complemento desde archivo».',
    },
    {
      title: 'En toda la oficina',
      how: 'Quien lleva los equipos la instala con una directiva del navegador.',
    },
  ],

  keys: 'Teclas en el navegador',
  keysHelp: 'Se cambian en los atajos de extensiones del navegador.',
  keyLookUp: 'Consultar la matrícula seleccionada',
  keyScan: 'Buscar matrículas en la página',
} as const

/** «Conectada ahora · con permiso desde hoy 08:31». */
export function approvedLine({ connected, lastSeenAt, approvedAt }: Approved, now: number): string {
  const seen = connected
    ? 'Conectada ahora'
    : lastSeenAt === null
      ? 'Sin usar todavía'
      : `Usada ${relativeAge(lastSeenAt, now)}`
  return `${seen} · con permiso desde ${doneWhen(approvedAt, now)}`
}

/** Whether a browser knows the native host of this installation. */
export const hostLine: Readonly<Record<HostBrowser['host'], string>> = {
  installed: 'Conexión instalada',
  missing: 'Sin conexión',
  other: 'Se conecta con otra instalación de Ventanilla',
}
/** The connection is installed, and the browser is gone. */
export const leftLine = 'Conexión instalada, pero no has abierto este navegador aquí'

const NOT_WRITTEN: ErrorText = {
  title: 'No se ha podido cambiar la conexión.',
  advice: 'Todo sigue como estaba. Vuelve a intentarlo; si se repite, avisa a quien lleva los equipos.',
}
/** Errors of changing a browser's configuration. */
export const browserErrors: ErrorTexts = {
  'entry-not-written': (why) => ({ title: NOT_WRITTEN.title, advice: why }),
  internal: NOT_WRITTEN,
  'store-failed': NOT_WRITTEN,
  'not-found': {
    title: 'Ese navegador ya no está en este equipo.',
    advice: 'No se ha cambiado nada. Busca otra vez los navegadores.',
  },
}

/** Errors of looking for browsers. */
export const readErrors: Partial<Record<ErrorCode, ErrorText>> = {
  internal: {
    title: 'No se han podido buscar los navegadores.',
    advice: 'No se ha cambiado nada. Vuelve a buscarlos; si se repite, reinicia Ventanilla.',
  },
}

/** Errors of revoking an approval. */
export const revokeErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'not-found': {
    title: 'Esa extensión ya no tiene permiso.',
    advice: 'Puede haberse quitado desde otra ventana. No hace falta nada más.',
  },
}
