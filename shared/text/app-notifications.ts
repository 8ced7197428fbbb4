import type { NotificationSettings, NotificationOutcome } from '../bridge/inbox.ts'
import type { EventClass } from '../domain/event-class.ts'
import type { NotificationState } from '../domain/notification-state.ts'
import { count, plural } from './grammar.ts'
import { clock, moment, sameDay } from './dates.ts'

/** Texts of Ajustes › Avisos, of the header of Novedades and of an outage. */
export const notificationsText = {
  enabled: 'Avisarme de lo que cambia',
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
  onlyMine: 'Solo lo que depende de mí',
  onlyMineHelp:
    'Incidencias que puedes resolver, firmas que hay que repetir, plazos y recordatorios. El resto espera en Novedades.',
  digest: 'Un resumen cada hora de lo demás',
  digestHelp:
    'Lo que solo conviene saber llega junto, como «14 cambios en 6 expedientes». Lo que depende de ti y los informes que pides llegan en el momento. En pausa o en silencio, el resumen espera.',
  sound: 'Sonido',
  soundHelp: 'El del sistema, una vez y solo con lo que depende de ti. El resto llega en silencio.',
  private: 'Sin matrícula ni nombres',
  privateHelp: 'Para pantallas que se ven desde el mostrador.',
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

/** Outcome of a test notification; `no-window`: no open window can show it. */
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

/** The header of Novedades: «Avisos hasta las 20:00». */
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
