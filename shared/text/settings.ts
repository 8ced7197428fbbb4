import type { NotificationOutcome } from '../bridge/inbox.ts'
import type { NotificationSettings } from '../bridge/settings.ts'
import type { EventClass, NotificationState } from '../domain/notifications.ts'
import { clock, moment, sameDay } from './dates.ts'
import { count, plural } from './grammar.ts'

/** Texts that settings share, and those of small sections: Avisos, Ventana, Bloqueo, Demostración and Simulador. */

const tenths = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1, useGrouping: 'always' } as object)
const decimals = (value: number) => tenths.format(value)

/** New passphrase of the keys or of a backup. */
export const passphraseText = {
  short: 'Al menos 10 caracteres: tres o cuatro palabras que recuerdes.',
  different: 'Las dos no son iguales.',
} as const

/** Texts of Ajustes. */
export const settingsText = {
  /** Of a setting that the PCs of an office share. */
  common: 'Común a la oficina.',
  sections: 'Secciones de Ajustes',
  groups: {
    desk: 'Tu puesto',
    office: 'La oficina',
    data: 'Datos y seguridad',
    computer: 'Este equipo',
  },
  titles: {
    accounts: 'Cuenta y entornos',
    operator: 'Tu nombre',
    demo: 'Demostración',
    training: 'Formación',
    'quick-lookup': 'Consulta rápida',
    extension: 'Extensión',
    notifications: 'Avisos',
    appearance: 'Apariencia',
    window: 'Ventana',
    keyboard: 'Teclado y ayuda',
    sending: 'Envíos',
    'client-texts': 'Textos',
    checklists: 'Documentos por caso',
    lock: 'Bloqueo',
    relay: 'Relé',
    data: 'Datos y privacidad',
    retention: 'Conservación',
    backup: 'Copia de seguridad',
    audit: 'Auditoría',
    person: 'Datos de una persona',
    updates: 'Actualizaciones',
    advanced: 'Avanzado',
    managed: 'Administración del equipo',
    diagnosis: 'Diagnóstico',
    about: 'Acerca de',
  },
  find: 'Buscar un ajuste',
  foundNone: (query: string) => `Ningún ajuste coincide con «${query}».`,
  foundNoneAdvice: 'Busca por lo que hace: tema, clave, velocidad, carpeta…',
  clearFind: 'Ver todos los ajustes',
  theme: 'Tema',
  themes: { system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
  density: 'Densidad de las listas',
  densities: { comfortable: 'Cómoda', compact: 'Compacta' },
  undo: 'Tiempo para deshacer un envío',
  chooseFolder: 'Elegir carpeta…',
  chooseFolderOf: (title: string) => `Elegir carpeta…: ${title}`,
  undoHelp: 'Lo que tarda en salir desde que pulsas Enviar. Después ya no se puede deshacer.',
  undoSeconds: { '0': 'Ninguno', '5': '5 s', '10': '10 s', '30': '30 s' },
  seeKeys: 'Todas las teclas',
  seeKeysAction: 'Ver teclas',
  seeHelp: 'Qué significa cada cosa',
  seeHelpAction: 'Abrir la ayuda',
  seeReleases: 'Qué hay de nuevo en esta versión',
  seeReleasesAction: 'Ver',
  folder: 'Carpeta',
  size: 'Ocupan',
  reports: 'Veredictos guardados',
  encrypted: 'Cifrados',
  encryptedBody:
    'Consultas, informes y PDF se guardan cifrados y se leen también sin conexión. El nombre del titular no se enseña hasta que lo pides.',
  demoData: 'La demostración solo tiene datos inventados.',
  copyFolder: 'Copiar la ruta',
  folderCopied: 'Ruta copiada',
  folderNotCopied: 'No se ha podido copiar. Selecciona la ruta y cópiala tú.',
  failed: 'No se ha podido guardar el ajuste.',
  /** Rounded bytes for display. */
  bytes: (bytes: number) =>
    bytes < 1024 * 1024
      ? `${count(Math.max(1, Math.round(bytes / 1024)))} KB`
      : `${decimals(bytes / 1024 / 1024)} MB`,
  reportCount: (reports: number) => plural(reports, 'veredicto', 'veredictos'),
} as const

/** Texts of Ajustes › Avisos, of the header of Novedades and of an outage. */
export const notificationsText = {
  offHelp: 'Nada salta en pantalla. Lo que cambie te espera igual en Novedades.',
  noPermissionHelp: 'Encendidos, pero esta ventana no puede mostrarlos.',
  permission: 'Permiso para avisar',
  permissionSearch: 'navegador bloqueados notificaciones permitir',
  granted: 'Los avisos se pueden mostrar',
  grantedHelp: 'Pruébalo: el sistema tiene su propio modo de no molestar, que Ventanilla respeta.',
  unasked: 'Falta tu permiso',
  unaskedHelp:
    'Pulsa Activar avisos y elige Permitir. El navegador lo pregunta cada vez que se abre Ventanilla, porque estrena dirección; la aplicación de escritorio no lo pregunta.',
  ask: 'Activar avisos',
  asking: 'Contesta a la pregunta del navegador.',
  denied: 'El navegador los tiene bloqueados',
  deniedHelp:
    'Pulsa el icono que hay a la izquierda de la dirección, entra en Notificaciones y elige Permitir. Después vuelve aquí: no hace falta reiniciar.',
  unsupported: 'Este navegador no sabe mostrar avisos',
  unsupportedHelp: 'Abre Ventanilla en Chrome, Edge o Firefox. Lo que cambie te espera igual en Novedades.',
  test: 'Probar',
  testing: 'Probando…',
  kinds: 'De qué te avisamos',
  kindsHelp: 'Lo que apagues sigue llegando a Novedades.',
  previewOpen: 'Con matrícula',
  previewPrivate: 'Sin matrícula ni nombres',
  previewNow: 'así se ven ahora',
  quiet: 'Horas sin avisos',
  quietOff: 'Ninguna: llegan a cualquier hora.',
  quietFrom: 'Desde las',
  quietTo: 'Hasta las',
  weekends: 'Tampoco los fines de semana',
  pause: 'Pausar los avisos',
  pauseHelp: 'Lo que cambie mientras tanto te espera en Novedades.',
  pausedHelp: 'Encendidos, y ahora en pausa.',
  pauseFor: { hour: '1 hora', tomorrow: 'Hasta mañana' },
  pauseLabel: { hour: 'Pausar los avisos 1 hora', tomorrow: 'Pausar los avisos hasta mañana' },
  resume: 'Reanudar',
  resumeLabel: 'Reanudar los avisos',
  resumeSearch: 'reanudar descanso reunión silencio',
  notTime: 'Escribe una hora, como 20:00.',
  burst: 'Juntar los seguidos',
  burstMore: 'Avisos a partir de los que se juntan',
  burstSeconds: 'Segundos en los que llegan',
  burstBefore: 'Más de',
  burstMiddle: 'en',
  burstAfter: 's',
  days: 'Recordarme lo que no se mueve y lo que vence',
  daysHelp: 'Tras tantos días sin cambios, o tantos antes del último de un plazo. Con 0 no hay aviso.',
  daysUnit: 'días',
  daysNone: 'sin aviso',
  whole: (min: number, max: number) => `Escribe un número entero entre ${min} y ${max}.`,
} as const

export const notificationKinds: Record<EventClass, { label: string; help: string }> = {
  status: { label: 'Cambios de estado', help: 'En trámite, matrícula asignada, finalizado…' },
  incident: { label: 'Incidencias', help: 'Nuevas, resueltas y retiradas' },
  document: { label: 'Documentos nuevos', help: 'Los que llegan a un expediente' },
  signature: { label: 'Firmas', help: 'Firmadas, rechazadas y caducadas' },
  report: { label: 'Informes', help: 'Listos o que no se pudieron obtener' },
  alert: { label: 'Recordatorios', help: 'Lo que lleva días sin moverse' },
  deadline: { label: 'Plazos legales', help: 'Cuando se acercan y cuando acaban' },
  other: { label: 'Otros', help: 'Certificados CAE y avisos sin nombre conocido' },
}

export const alertDays: Record<keyof NotificationSettings['days'], string> = {
  incident: 'Con incidencia',
  provisional: 'Con permiso provisional',
  signature: 'Pendiente de firma',
  deadline: 'Antes de acabar un plazo legal',
}

/** Outcome of a test notification. `no-window`: no open window can show it. */
export const testOutcomes: Record<NotificationOutcome | 'no-window', string> = {
  shown: 'Enviado. Si no lo ves, mira si el sistema está en «No molestar».',
  denied: 'No se ha mostrado: falta el permiso del sistema o del navegador.',
  failed: 'El sistema no lo ha mostrado. Revisa sus ajustes de notificaciones.',
  'no-window': 'Ninguna ventana abierta de Ventanilla puede mostrarlo.',
}

/** Summary of the settings: «Sin avisos de 20:00 a 08:00 y los fines de semana». */
export function quietSentence({ enabled, from, to, weekends }: NotificationSettings['quiet']): string {
  if (!enabled || (from === to && !weekends)) return notificationsText.quietOff
  if (from === to) return 'Sin avisos los fines de semana.'
  const hours = `Sin avisos de ${from} a ${to}`
  return weekends ? `${hours} y los fines de semana.` : `${hours}, todos los días.`
}

/** «Más de 4 avisos en 30 s llegan como uno solo.» */
export const burstSentence = ({ more, seconds }: NotificationSettings['burst']): string =>
  `Más de ${plural(more, 'aviso', 'avisos')} en ${count(seconds)} s llegan como uno solo.`

/** Header of Novedades: «Avisos hasta las 20:00». */
export function notificationStateWords(notice: NotificationState, now: number): string {
  switch (notice.state) {
    case 'told':
      return notice.until === null ? 'Avisos activados' : `Avisos hasta ${untilWords(notice.until, now)}`
    case 'quiet':
      return notice.until === null
        ? 'Avisos en silencio'
        : `En silencio hasta ${untilWords(notice.until, now)}`
    case 'paused':
      return `Avisos en pausa hasta ${untilWords(notice.until, now)}`
    case 'off':
      return 'Avisos apagados'
    case 'unasked':
      return 'Avisos sin permiso'
    case 'denied':
      return 'Avisos bloqueados'
    case 'unsupported':
      return 'Aquí no hay avisos'
  }
}

const DAY_MS = 86_400_000
const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const

/** «las 20:00» today, «mañana a las 08:00», «el lunes a las 08:00» within a week. */
function untilWords(until: number, now: number): string {
  if (sameDay(until, now)) return moment(until, now)
  if (sameDay(until, new Date(now).setHours(36))) return `mañana a las ${clock(until)}`
  if (until - now < 7 * DAY_MS) return `el ${WEEKDAYS[new Date(until).getDay()] ?? ''} a las ${clock(until)}`
  return moment(until, now)
}

/** Texts of Ajustes › Ventana. */
export const windowText = {
  onClose: 'Al cerrar la ventana',
  onCloseHelp: {
    tray: 'Siguen llegando los cambios y los avisos. Vuelve desde su icono, junto al reloj.',
    dock: 'Siguen llegando los cambios y los avisos. Vuelve desde su icono.',
    none: 'Este escritorio no tiene bandeja: al cerrar la ventana se cierra Ventanilla. Si la minimizas, siguen llegando los cambios y los avisos.',
  },
  onCloseOptions: { tray: 'Seguir en la bandeja', dock: 'Seguir en el Dock', quit: 'Salir' },
  sessionStart: 'Abrir al iniciar sesión',
  sessionStartHelp:
    'Se abre sin ventana a la vista, para que los cambios de la noche ya estén cuando llegues.',
  sessionStartBlocked:
    'Desactivada en los ajustes de inicio de tu sistema: mientras siga así, no se abre sola.',
  sessionStartStillBlocked: 'Tu sistema no deja activarla desde aquí. Actívala en sus ajustes de inicio.',
  sessionStartUnavailable:
    'Solo se puede con Ventanilla instalada en este equipo, con su carpeta de siempre.',
  search: 'bandeja segundo plano arranque inicio minimizar',
} as const

/** Texts of Ajustes › Bloqueo. */
export const lockSettingsText = {
  pin: 'PIN',
  pinNone: 'Sin PIN, Ventanilla no se bloquea.',
  pinSet: 'Hay uno puesto. Se pide en todas las ventanas a la vez.',
  setPin: 'Poner un PIN',
  changePin: 'Cambiar',
  removePin: 'Quitar',
  idle: 'Bloquear si nadie la usa',
  idleHelp: 'Minutos sin teclado ni ratón. Con 0, solo cuando lo pidas.',
  idleUnit: 'minutos',
  idleNever: 'nunca sola',
  now: 'Bloquear ahora',
  nowHelp: 'No se ve nada hasta escribir el PIN. Lo que estaba en marcha sigue.',
  nowAction: 'Bloquear',
  search: 'pantalla contraseña privacidad ausente',
} as const

/** Texts of Ajustes › Tu nombre. */
export const operatorNameText = {
  name: 'Quién trabaja en este equipo',
  help: 'Tu nombre, o el del puesto. Sale en la auditoría junto al usuario del sistema. Con relé y cifrado, tus compañeros lo ven en los expedientes que tienes abiertos.',
  search: 'operador persona',
} as const

/** Texts of the dialog where a PIN is set, changed or removed. */
export const pinText = {
  titles: { set: 'Poner un PIN', change: 'Cambiar el PIN', remove: 'Quitar el PIN' },
  body: {
    set: 'Se pedirá para volver a entrar. Si lo olvidas, no se puede recuperar desde Ventanilla.',
    change: 'El nuevo vale desde ahora en todas las ventanas.',
    remove: 'Ventanilla dejará de bloquearse, también con el equipo.',
  },
  before: 'PIN de ahora',
  pin: 'PIN nuevo',
  pinHelp: 'Al menos 4 cifras o letras.',
  repeat: 'Repítelo',
  short: 'Al menos 4 cifras o letras.',
  different: 'Los dos no son iguales.',
  submit: { set: 'Poner PIN', change: 'Cambiar PIN', remove: 'Quitar PIN' },
  done: { set: 'PIN puesto', change: 'PIN cambiado', remove: 'PIN quitado' },
  cancel: 'Cancelar',
  saving: 'Guardando…',
  show: 'Mostrar',
  hide: 'Ocultar',
} as const

/** Texts of the demonstration's section in Ajustes. */
export const demoText = {
  intro: 'Todo es inventado y no sale de este equipo. Ninguna cuenta real cambia por lo que hagas aquí.',
  words: 'demostración datos inventados formación practicar borrar',
  cancel: 'Cancelar',
  busy: 'Preparando la demostración…',
  erases: 'Se borra todo lo que hay en la demostración, también lo que hayas hecho tú. No se puede deshacer.',
  ways: {
    sample: {
      title: 'Oficina de ejemplo',
      action: 'Volver a la oficina de ejemplo',
      help: 'Sesenta expedientes con sus firmas, consultas y novedades, como a media mañana de hoy.',
      ask: '¿Volver a la oficina de ejemplo?',
      submit: 'Borrar y volver a la oficina',
      done: 'La oficina de ejemplo está como al principio',
    },
    empty: {
      title: 'Demostración vacía',
      action: 'Empezar de cero',
      help: 'Sin datos, para que abras tú el primer expediente.',
      ask: '¿Empezar de cero?',
      submit: 'Borrar y empezar de cero',
      done: 'La demostración está vacía',
    },
  },
} as const

/** Second PC of the demonstration, and who works at its PCs. */
export const secondPcText = {
  name: 'Puesto de Luis',
  person: 'Luis',
  firstPerson: 'Ana',
  title: 'Otro puesto de la oficina',
  action: 'Añadir otro puesto',
  help: 'Abre el puesto de Luis en otra ventana, emparejado con este. Escribe una nota en un expediente y mira cómo llega al otro.',
  lasts: 'Se cierra con la demostración, y la próxima vez empieza con lo compartido.',
  words: 'segundo equipo puesto ventana compartir emparejar relé nota compañero',
  busy: 'Emparejando el puesto de Luis. Tarda unos segundos…',
  opened: 'El puesto de Luis está en otra ventana',
  blocked: 'El navegador no ha dejado abrir la ventana: pulsa otra vez',
  failed: {
    timeout: {
      title: 'El otro puesto no ha llegado a abrirse.',
      advice: 'Pulsa otra vez: empieza de nuevo.',
    },
    cancelled: { title: 'La demostración ha cambiado mientras se abría.', advice: 'Pulsa otra vez.' },
  },
  here: 'Este es el puesto de Luis, el segundo de la oficina de ejemplo. Comparte con el otro lo que la oficina escribe.',
} as const

/** Texts of the Simulador: simulated actions of the operator with invented data. */
export const simulatorText = {
  title: 'Simulador',
  intro: 'Haz de operador: todo es inventado y nada llega a Tráfico.',
  where: 'solo en demostración y pruebas',
  choose: 'Elige…',
  status: 'Llevar a este estado',
  apply: 'Aplicar',
  incident: 'Crear una incidencia',
  create: 'Crear',
  about: 'Del documento',
  noDocuments: 'No tiene documentos: hace falta uno para esta incidencia.',
  document: 'Emitir un documento',
  issue: 'Emitir',
  solve: 'Resolver una incidencia',
  solveIt: 'Resolver',
  busy: 'Haciéndolo…',
  done: {
    status: (state: string) => `Hecho: ahora está en «${state}».`,
    incident: (title: string) => `Hecho: incidencia «${title}» creada.`,
    document: (name: string) => `Hecho: emitido «${name}».`,
    solve: (title: string) => `Hecho: «${title}» resuelta.`,
  },
} as const

/** Texts of the demonstration's pace. */
export const paceText = {
  title: 'La demostración se mueve',
  running: (things: string) =>
    `${things} por sí solas: un estado cambia, se asigna una matrícula, un cliente firma. Te llegan como en una oficina de verdad.`,
  thing: ['cosa avanza', 'cosas avanzan'],
  paused: 'En pausa: nada avanza por sí solo.',
  nothing: 'Ya no queda nada que avance. Abre un expediente o vuelve a la oficina de ejemplo en Ajustes.',
  speed: 'Ritmo',
  speeds: { '1': 'Normal', '5': 'Rápido', '20': 'Muy rápido' },
  pause: 'Pausar',
  resume: 'Seguir',
  step: 'Que pase algo ahora',
  stepped: 'Ha pasado algo: está en Novedades',
  notStepped: 'No queda nada que pueda avanzar',
  clock: (time: string) => `Reloj del servicio: ${time}`,
} as const
