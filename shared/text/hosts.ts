import type { EntryFailure, HostBrowser } from '../bridge/extension.ts'
import type { Pause } from '../domain/notifications.ts'
import { browserNames, keyNames } from './app.ts'
import { byNumber, plural } from './grammar.ts'

/** Texts outside the pages: the terminal, bare pages of the web host, the desktop shell, its tray and its panel. */

const IN_BROWSER = 'Se abre en tu navegador'
const AGAIN = 'con «npm start -- --host=electron» se intenta otra vez'

/** Lines of `npm start` on the terminal, before there is a window. */
export const startTexts = {
  electron: 'Se abre en su propia ventana de escritorio.',
  webAsRequested: `${IN_BROWSER}, como has pedido.`,
  web: {
    absent: `${IN_BROWSER}: Electron no está en este equipo («npm start -- --host=electron» lo descarga).`,
    'failed-before': `${IN_BROWSER}: Electron no está en este equipo y la última vez no se pudo descargar; ${AGAIN}.`,
    unreachable: `${IN_BROWSER}: Electron no se puede descargar desde aquí; ${AGAIN}.`,
    cut: `${IN_BROWSER}: la descarga de Electron se ha cortado; ${AGAIN}.`,
    checksum: `${IN_BROWSER}: lo descargado no es el Electron que esperábamos y se ha borrado; ${AGAIN}.`,
    disk: `${IN_BROWSER}: Electron no se ha podido guardar en este equipo; ${AGAIN}.`,
    root: `${IN_BROWSER}: Electron no se abre como administrador (root).`,
    'no-display': `${IN_BROWSER}: aquí no hay pantalla para una ventana de escritorio.`,
    'cannot-run': `${IN_BROWSER}: Electron está en este equipo, pero no ha podido abrirse.`,
  },
  downloading:
    'Descargando la ventana de escritorio (Electron), una sola vez. Si no quieres esperar: Ctrl+C y «npm start -- --host=web».',
  downloadingElsewhere: 'Otro arranque está descargando Electron; lo esperamos.',
  downloaded: (received: string, total: string | null) =>
    total === null ? `${received} MB` : `${received} de ${total} MB`,
} as const

/** Reason that the application could not start. */
interface StartFailure {
  /** Code of the system, SQLite or Node, or empty. */
  code: string
  dataDir: string
  /** Path of the log, or `null` before there is one. */
  logFile: string | null
}

/** Maximum characters of a path in SQLite, including its own endings. */
const MAX_PATH = 480

/** Shown on the terminal and in the system's dialog, because no window exists yet. */
export function startFailureText({ code, dataDir, logFile }: StartFailure): string {
  const kind = code.startsWith('SQLITE_') ? code.split('_').slice(0, 2).join('_') : code
  if (code === 'ENAMETOOLONG' || (kind === 'SQLITE_CANTOPEN' && dataDir.length > MAX_PATH))
    return `La ruta de la carpeta de datos es demasiado larga (${dataDir.length} caracteres). Elige otra más corta con --data-dir, o mueve la carpeta a un sitio con la ruta más corta.`
  const where = `La carpeta es: ${dataDir}`
  switch (kind) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'SQLITE_READONLY':
      return `No se puede escribir en la carpeta de datos. Comprueba que tu usuario tiene permiso sobre ella y que el disco no está protegido. ${where}`
    case 'EEXIST':
    case 'ENOTDIR':
      return `Donde debería estar la carpeta de datos hay un archivo. Muévelo a otro sitio, o elige otra carpeta con --data-dir. ${where}`
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return `El disco está lleno. Libera espacio y vuelve a abrir Ventanilla; lo guardado no se ha tocado. ${where}`
    case 'EMFILE':
    case 'ENFILE':
      return 'Este equipo tiene demasiados archivos abiertos. Cierra otros programas, o reinicia el equipo, y vuelve a abrir Ventanilla.'
    case 'EADDRINUSE':
      return 'Otro programa ocupa ese puerto. Elige otro con --port, o no pongas ninguno.'
    case 'EIO':
    case 'SQLITE_CORRUPT':
    case 'SQLITE_IOERR':
    case 'SQLITE_NOTADB':
      return `El disco no se puede leer bien. Comprueba el disco; si todo va bien en él, borra el archivo instance.lock, que no tiene datos tuyos, y vuelve a abrir Ventanilla. ${where}`
    default:
      return logFile === null
        ? `Algo ha fallado antes de empezar${code === '' ? '' : ` (${code})`}. Vuelve a abrirla; si se repite, reinicia el equipo. ${where}`
        : `Algo ha fallado antes de empezar${code === '' ? '' : ` (${code})`}. Vuelve a abrirla; si se repite, envía este archivo a quien te da soporte: ${logFile}`
  }
}

/** Texts of the web host outside the application: its bare pages and its lines on the terminal. */
export const webPageTexts = {
  opening: 'Abriendo Ventanilla…',
  closed: 'Esta sesión de Ventanilla ha terminado.',
  openByLink: 'Abrir Ventanilla',
  moved: 'Esta dirección de Ventanilla ya no vale.',
  openInstead:
    'Abre Ventanilla desde su icono o con «npm start» y borra este marcador. Cada vez que se abre tiene una dirección nueva, para que nadie más de este equipo pueda ocuparla.',
  noRoom: 'Ventanilla no se puede abrir: no queda sitio en el disco.',
  makeRoom: 'Libera espacio y abre Ventanilla otra vez. Lo guardado está a salvo.',
  notFound: 'Esta página de Ventanilla no existe.',
  toLookup: 'Ir a Consulta',
  openAgain: 'Abre Ventanilla otra vez desde su icono o con «npm start». Tus datos siguen en este equipo.',
} as const

export const terminalTexts = {
  building: 'Compilando lo que ha cambiado…',
  built: (seconds: string) => `Compilado en ${seconds} s.`,
  buildFailed: 'No se ha podido compilar. Corrige lo que dice arriba y vuelve a intentarlo.',
  open: (origin: string) => `Ventanilla está abierta en ${origin}`,
  inWindow: (browser: string) =>
    `Se abre en una ventana propia de ${browser} («--browser=tab» la abre en una pestaña).`,
  inTab: 'Se abre en una pestaña de tu navegador.',
  enterBy: (file: string) =>
    `Para entrar, abre este archivo en tu navegador (vale una vez, diez minutos): ${file}`,
  enterAt: (url: string) => `O esta dirección: ${url}`,
  howToClose: 'Para cerrarla: Ctrl+C aquí, o «Cerrar Ventanilla» en Ctrl+K.',
  badLink: 'El enlace no lleva a ningún sitio de Ventanilla: se abre sin él.',
  alreadyOpen: 'Ventanilla ya está abierta con estos datos; te llevamos a ella.',
  notAnswering:
    'Ventanilla ya está abierta con estos datos, pero no contesta. Ciérrala y vuelve a intentarlo.',
  oldNode: (oldest: string, running: string) =>
    `Ventanilla necesita Node ${oldest} o posterior y este es Node ${running}. Instala Node 24 y vuelve a abrirla.`,
  badOption: (detail: string) => `No entiendo ${detail}. Con --help verás las opciones.`,
  optionWithoutValue: (option: string) => `${option} sin un valor`,
  optionWithValue: (option: string) => `${option} con un valor`,
  version: (version: string) => `Ventanilla ${version}`,
  help: `Uso: ventanilla [opciones] [enlace]

  --no-open              no abre ninguna ventana y escribe aquí cómo entrar
  --consulta             abre la consulta rápida
  --browser=app          en una ventana propia del navegador; --browser=tab, en una pestaña
  --port=NÚMERO          puerto en este equipo; 0, uno libre
  --data-dir=CARPETA     carpeta de los datos
  --no-sample-office     la demostración empieza vacía
  --check-admin-file=ARCHIVO  comprueba un archivo de administración
  --help                 esta ayuda
  --version              la versión

El enlace es uno de los que empiezan por «ventanilla:».
Con «npm start», las opciones van detrás de «--»; «--host=web» o «--host=electron» elige dónde se abre.`,
  cannotStart: (detail: string) => `Ventanilla no ha podido arrancar. ${detail}`,
  hopeless: (logFile: string) =>
    `Ventanilla se cierra porque algo falla una y otra vez. Lo guardado está a salvo: vuelve a abrirla. El detalle está en ${logFile}`,
} as const

const STATES: Record<HostBrowser['host'], string> = {
  installed: 'conectado con Ventanilla',
  missing: 'sin conectar',
  other: 'conectado con otra instalación de Ventanilla',
}

/** Reason that a browser's entry could not be changed, with advice. */
export const failedEntry: Record<EntryFailure, (place: string) => string> = {
  unwritable: (path) =>
    `No se ha podido escribir en «${path}». Mira si la carpeta es tuya y si queda sitio en el disco.`,
  'no-home': (path) => `Tu carpeta de usuario, «${path}», no está.`,
  elsewhere: (path) =>
    `«${path}» lleva fuera de tu carpeta de usuario. No escribimos ahí: quita ese enlace y repite.`,
  'unsupported-path': (path) =>
    `La ruta «${path}» tiene un carácter que el navegador no admite. Mueve Ventanilla a otra carpeta.`,
  registry: (key) =>
    `Windows no ha dejado cambiar «${key}» en el registro. Puede que lo impida tu administrador.`,
}

/** Lines of `npm run extension` on the terminal. */
export const nativeHostTexts = {
  usage: [
    'Conecta la extensión del navegador con Ventanilla.',
    '',
    '  npm run extension -- status                  cómo está cada navegador',
    '  npm run extension -- install [navegador]     conecta uno, o los que hay en este equipo',
    '  npm run extension -- uninstall [navegador]   deshace lo anterior',
    '',
    'Navegadores: chrome, chromium, edge, firefox. Otra carpeta de datos: --data-dir=RUTA.',
  ].join('\n'),
  row: ({ browser, found, host }: HostBrowser): string =>
    `${browserNames[browser]}: ${STATES[host]}${found ? '' : ' (no lo has abierto en este equipo)'}`,
  noBrowser:
    'No has abierto ninguno de los cuatro navegadores en este equipo. Abre el tuyo una vez y repite, o di cuál es: «npm run extension -- install firefox».',
  notBuilt: 'Falta construir Ventanilla en esta carpeta: hazlo con «npm run build» y repite.',
  nextStep: 'Vuelve al navegador y abre la extensión: pedirá permiso en la ventana de Ventanilla.',
} as const

/** Texts of the desktop window outside its page: the menu and the system's dialogs. */
export const menuTexts = {
  app: 'Ventanilla',
  about: 'Acerca de Ventanilla',
  hide: 'Ocultar Ventanilla',
  hideOthers: 'Ocultar las demás',
  showAll: 'Mostrar todo',
  file: 'Archivo',
  quit: 'Salir de Ventanilla',
  edit: 'Edición',
  undo: 'Deshacer',
  redo: 'Rehacer',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  selectAll: 'Seleccionar todo',
  view: 'Ver',
  zoomIn: 'Ampliar',
  zoomOut: 'Reducir',
  zoomReset: 'Tamaño normal',
  fullScreen: 'Pantalla completa',
  window: 'Ventana',
  minimize: 'Minimizar',
  close: 'Cerrar ventana',
} as const

export const shellTexts = {
  title: 'Ventanilla',
  panelTitle: 'Consulta rápida',
  cannotStart: 'Ventanilla no ha podido arrancar',
  hopeless: 'Ventanilla se cierra porque algo falla una y otra vez',
  hopelessAdvice: (logFile: string) =>
    `Lo guardado está a salvo: vuelve a abrirla. Si se repite, envía este archivo a quien te da soporte: ${logFile}`,
  noDebugger:
    'Ventanilla no arranca con un depurador: lo que hay en ella quedaría abierto a otros programas. Ábrela desde su icono.',
  noSandbox:
    'Ventanilla no arranca sin el aislamiento de sus ventanas, que este sistema no permite o alguien ha desactivado. En Linux, instala su paquete .deb o .rpm en lugar de la AppImage.',
  chooseFolder: 'Elige una carpeta',
  hung: 'La ventana de Ventanilla no contesta',
  hungAdvice:
    'Espera un poco si estabas abriendo un documento grande. Si la cargas otra vez, se pierde lo que estuvieras escribiendo y no se hubiera guardado; lo demás está a salvo.',
  wait: 'Esperar',
  reload: 'Cargarla otra vez',
  trayQuestion: 'Ventanilla puede seguir abierta en la bandeja',
  trayAdvice:
    'Así te llegan los cambios y los avisos con la ventana cerrada. Para volver, pulsa su icono junto al reloj. Se cambia en Ajustes › Ventana.',
  trayStay: 'Dejarla en la bandeja',
  trayQuit: 'Salir al cerrar',
  windowLost: 'La ventana de Ventanilla se ha parado varias veces seguidas',
  windowLostAdvice: 'Tus datos están a salvo. Cierra Ventanilla y vuelve a abrirla.',
} as const

/** Text alternative of the dot on the taskbar's icon. */
export const badgeTexts = {
  unread: (n: number) => byNumber(n, '1 novedad por leer', `${n} novedades por leer`),
} as const

/** Question before quitting while something is being sent. */
export const quitTexts = {
  sending: (n: number) =>
    byNumber(n, 'Todavía se está enviando algo', `Todavía se están enviando ${n} cosas`),
  detail:
    'Si esperas, Ventanilla se cierra sola en cuanto termine. Si sales ahora, lo empezado sigue la próxima vez que la abras y nada se envía dos veces; lo que aún podías deshacer queda sin enviar.',
  answers: { wait: 'Esperar y salir', now: 'Salir ahora', stay: 'No salir' },
} as const

/** Texts of the icon in the notification area, and of its menu. */
export const trayTexts = {
  title: 'Ventanilla',
  panel: 'Consulta rápida',
  open: 'Abrir Ventanilla',
  upToDate: 'al día',
  noneUnread: 'Nada por leer',
  unread: (n: number) => plural(n, 'novedad por leer', 'novedades por leer'),
  actionable: (n: number) => plural(n, 'depende de ti', 'dependen de ti'),
  offline: 'sin conexión con el servicio',
  refused: 'el servicio rechaza la clave',
  offlineEntry: 'Sin conexión: lo guardado se puede consultar',
  refusedEntry: 'El servicio rechaza la clave: revisa la cuenta',
  lockedFact: 'bloqueada',
  locked: 'Bloqueada: ábrela con el PIN',
  pause: { hour: 'Pausar avisos 1 hora', tomorrow: 'Pausar avisos hasta mañana' } satisfies Record<
    Pause,
    string
  >,
  resume: 'Reanudar avisos',
  notificationsOff: 'Avisos apagados',
  account: (name: string) => `Cuenta: ${name}`,
  quit: 'Salir',
} as const

/** Texts of the quick-lookup panel. */
export const quickLookupText = {
  title: 'Consulta rápida',
  placeholder: 'Matrícula',
  suggestions: 'Sugerencias',
  groups: {
    clipboard: 'En el portapapeles',
    recent: 'Recientes',
    plate: 'Matrícula',
    alike: 'Parecidas en este equipo',
  },
  lookUp: 'Consultar',
  didYouMean: '¿Querías decir esta?',
  from: (excerpt: string) => `de «${excerpt}»`,
  batch: (plates: number) =>
    byNumber(plates, 'Abrir la matrícula en Ventanilla', `Abrir las ${plates} matrículas en Ventanilla`),
  readClipboard: 'Mirar lo copiado',
  empty: 'Escribe o pega una matrícula, o un texto que la tenga.',
  choose: keyNames.move,
  look: 'consultar',
  clear: 'borrar',
  leave: 'salir',
  copy: 'Copiar respuesta',
  transfer: 'Transferencia',
  complete: 'Informe completo',
  again: 'Consultar de nuevo',
  open: 'Abrir',
  offline: 'Sin conexión: lo consultado antes se puede leer.',
  notOpened: 'No se ha podido abrir en Ventanilla.',
  storeClosed: 'Los datos de este equipo no se han podido abrir.',
  storeAdvice: 'Abre Ventanilla para ver qué pasa y qué puedes hacer.',
  lost: 'Se ha perdido la conexión con Ventanilla. Se intenta de nuevo.',
  closed: 'Ventanilla se ha cerrado. Ábrela otra vez y vuelve a abrir esta ventana.',
} as const

/** Licence notices as a file, which every package has. */
export const noticesFileText = {
  title: (product: string, version: string) => `${product} ${version}: avisos de licencias`,
  intro: [
    'Ventanilla contiene programas, tipografías y datos de otras personas, que los ceden con las licencias de abajo.',
    'Cada texto vale para lo que se nombra encima. Los textos están como los publican sus autores.',
  ],
  line: (name: string, version: string | null, licence: string) =>
    `${name}${version === null ? '' : ` ${version}`} (${licence})`,
} as const
