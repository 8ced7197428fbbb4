import type { Route } from '../bridge/route.ts'
import { count, plural } from './grammar.ts'

/** Texts of the frame around every screen. Spanish, "tú", the office's own terms (interface.md 9). */

/** Replaces the content of an unreadable row from a bad copy. */
export const unreadableRow = 'No se puede leer; se puede descartar'

export const viewTitles = {
  lookup: 'Consulta',
  'lookup-history': 'Historial de consultas',
  'plate-lists': 'Consulta masiva',
  'plate-list': 'Lista de matrículas',
  watches: 'Matrículas vigiladas',
  'transfer-batch': 'Transferencias en lote',
  procedures: 'Expedientes',
  procedure: 'Expediente',
  drafts: 'Borradores',
  outbox: 'Por enviar',
  deadlines: 'Plazos',
  dealers: 'Compraventas',
  dealer: 'Compraventa',
  figures: 'Cifras',
  templates: 'Plantillas',
  draft: 'Borrador',
  signatures: 'Firmas',
  signature: 'Firma',
  'signature-requests': 'Sin enviar',
  'signature-request': 'Enviar a firmar',
  contacts: 'Firmantes',
  inbox: 'Novedades',
  settings: 'Ajustes',
} as const satisfies Record<Route['view'], string>

export const plateWords = { label: (spelled: string) => `Matrícula ${spelled}` } as const

export const frameText = {
  product: 'Ventanilla',
  /** Window title: the section only, never a plate. */
  windowTitle: (section: string) => `${section} · Ventanilla`,
  skip: 'Saltar al contenido',
  navigation: 'Principal',
  search: 'Buscar o ir a…',
  regions: { banner: 'Avisos de la aplicación', rail: 'Al lado' },
  dismiss: 'Cerrar',
} as const

export const environmentText = {
  demo: {
    name: 'Demostración',
    strip: 'DEMOSTRACIÓN',
    meaning: 'Datos inventados. Nada de lo que hagas sale de este equipo.',
  },
  development: {
    name: 'Pruebas',
    strip: 'PRUEBAS',
    meaning: 'Entorno de pruebas: no llega a Tráfico.',
  },
  production: { name: 'Producción', strip: '', meaning: '' },
} as const

export const connectionText = {
  idle: 'Sin consultas todavía',
  ready: 'Listo para consultar',
  online: 'Al día',
  down: 'Sin conexión con el servicio',
  unauthorized: 'Clave no válida',
  connecting: 'Conectando…',
  lost: 'Sin contacto con Ventanilla',
  closed: 'Ventanilla está cerrada',
  demoService: 'Servicio de demostración',
  lastContact: (age: string) => `Respondió ${age}`,
  dataFrom: (when: string) => `Datos de ${when}`,
} as const

export const bannerText = {
  downSince: (when: string) => `El servicio no responde desde ${when}.`,
  limited: 'El servicio pide que esperemos.',
  attempts: (attempts: number) => `${plural(attempts, 'intento fallido', 'intentos fallidos')}.`,
  nextIn: (seconds: number) =>
    `Probamos de nuevo en ${count(seconds)} s; lo guardado en este equipo sigue disponible.`,
  nextNow: 'Probando ahora; lo guardado en este equipo sigue disponible.',
  tryNow: 'Probar ahora',
  unauthorizedAction: 'Ir a Ajustes',
  setAside: 'Los datos que no se podían abrir están guardados aparte.',
  setAsideWhere: 'Ventanilla ha empezado de cero. El archivo de antes sigue en:',
  setAsideRestore: 'Restaurar una copia',
  understood: 'Entendido',
  copyDue: 'Hace tiempo que no hay copia de seguridad.',
  copyNever: 'Todavía no hay ninguna copia de seguridad.',
  copyBody: 'Si se pierde este equipo, se pierde saber qué expedientes hay.',
  copyAction: 'Hacer una copia',
  copyLater: 'Hoy no',
  lost: 'Esta pantalla ha perdido el contacto con Ventanilla.',
  lostAdvice: 'Estamos volviendo a conectar. Lo que ves puede no estar al día.',
  memory: 'En esta sesión no se guarda nada.',
  memoryBody:
    'Al cerrar Ventanilla se olvidan la clave y las consultas, y no se puede pedir nada que se pague.',
  memoryAction: 'Proteger con frase de paso',
  unreadable: 'Hay cuentas que no se han podido leer.',
  unreadableBody: 'Sus datos siguen en este equipo.',
  unreadableAction: 'Ver en Ajustes',
} as const

export const closedText = {
  title: 'Ventanilla se ha cerrado o se ha reiniciado.',
  advice: 'Ábrela otra vez. Lo que habías consultado sigue guardado en este equipo.',
} as const

/** A part of the window failed to render. */
export const brokenText = {
  title: 'Esta pantalla no se puede mostrar.',
  advice: 'Recarga la ventana. Lo que estaba guardado sigue en este equipo.',
  reload: 'Recargar',
  part: 'Una parte de esta pantalla no se ha podido cargar. Recarga la ventana para verla.',
  panel: 'No se ha podido abrir. Recarga la ventana y prueba otra vez.',
} as const

export const storeText = {
  directory: 'Carpeta de los datos',
  retry: 'Reintentar',
  setAside: 'Guardar aparte y empezar de cero',
  setAsideDone: 'Guardados aparte',
  confirmTitle: '¿Guardar aparte estos datos y empezar de cero?',
  confirmBody:
    'Tus consultas guardadas dejarán de verse aquí. El archivo no se borra: queda en la misma carpeta con otro nombre, por si recuperas la clave.',
  confirmKeep: 'Dejarlo como está',
  safe: 'No se ha borrado ni cambiado nada.',
} as const

/** Texts of an account whose data are lost. */
export const lostText = {
  why: {
    missing:
      'El archivo de los datos de esta cuenta ya no está en su carpeta. Puede haberlo quitado un antivirus, un programa de sincronización o una limpieza del equipo.',
    empty:
      'El archivo de los datos de esta cuenta está vacío. Puede haberlo dejado así un corte de luz o un programa de sincronización.',
    shorter:
      'El archivo de los datos de esta cuenta es más antiguo que el último que hubo: falta lo más reciente.',
  },
  restoreBody:
    'No se ha empezado de cero ni se ha tocado ninguna copia. La más reciente se puede restaurar ahora.',
  noCopy:
    'No se ha empezado de cero. En la carpeta de las copias no hay ninguna de esta cuenta; si tienes una en otro sitio, empieza de cero y restáurala después en Ajustes.',
  looking: 'Buscando la copia más reciente…',
  findFile: 'Si encuentras el archivo, devuélvelo a la carpeta y reintenta.',
  had: 'Lo que había',
  hadWhat: (had: { procedures: number; signatures: number; drafts: number; reports: number }, when: string) =>
    `${plural(had.procedures, 'expediente', 'expedientes')}, ${plural(had.signatures, 'firma', 'firmas')}, ${plural(had.reports, 'consulta', 'consultas')} y ${plural(had.drafts, 'borrador o envío', 'borradores y envíos')}; visto ${when}`,
  copy: 'Copia más reciente',
  restore: (when: string) => `Restaurar la copia de ${when}`.replace('de el ', 'del '),
  accept: 'Seguir con lo que hay',
  anew: 'Empezar de cero',
  confirmTitle: '¿Empezar de cero sin los datos que había?',
  confirmBody:
    'La cuenta quedará vacía. Las copias de seguridad no se tocan: después puedes restaurar una en Ajustes.',
  busy: {
    restore: 'Restaurando la copia…',
    retry: 'Buscando el archivo…',
    accept: 'Abriendo los datos…',
    anew: 'Empezando de cero…',
  },
} as const

/** Names of keys, as drawn. */
export const keyNames = {
  space: 'Espacio',
  shift: 'Mayús',
  deleteKey: 'Supr',
  pageDown: 'Av Pág',
  pageUp: 'Re Pág',
} as const
