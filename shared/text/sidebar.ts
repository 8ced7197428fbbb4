import type { RelaySlice } from '../bridge/relay.ts'
import { type BuiltInViewId, DEADLINE_DAYS, QUIET_DAYS } from '../domain/procedures/views.ts'
import { plural } from './grammar.ts'

/**
 * Texts that the first screen of the window loads, and the panel does not: the sidebar, and the offer of
 * notifications.
 */

export const builtInViewNames: Readonly<Record<BuiltInViewId, string>> = {
  abiertos: 'Abiertos',
  'lo-mio': 'Lo mío',
  'sin-asignar': 'Sin asignar',
  'con-incidencia': 'Con incidencia',
  'en-espera': 'En espera',
  'sin-cambios': `Sin cambios ${QUIET_DAYS} días`,
  'por-vencer': `Plazo en ${DEADLINE_DAYS} días`,
  'terminados-hoy': 'Terminados hoy',
  todos: 'Todos',
}

export const placesText = {
  label: 'Vistas de Expedientes',
  groups: { work: 'Trabajo', agenda: 'Agenda y clientes', reports: 'Informes', own: 'Vistas guardadas' },
  attention: (n: number) => `${plural(n, 'espera', 'esperan')} tu decisión`,
} as const

/** Views under Firmas. */
export const signatureViewNames = {
  all: 'Todas',
  pending: 'Pendientes',
  late: 'Tardan',
  expired: 'Caducadas',
  rejected: 'Rechazadas',
  'signed-today': 'Firmadas hoy',
} as const

export const signaturePlacesText = {
  label: 'Vistas de Firmas',
  doubt: (n: number) =>
    plural(
      n,
      'envío espera tu decisión: puede que llegara.',
      'envíos esperan tu decisión: puede que llegaran.',
    ),
} as const

/** Number of unread changes in Novedades. */
export const inboxBadgeText = {
  spoken: (n: number) => plural(n, 'novedad por leer', 'novedades por leer'),
  shown: (n: number) => (n > 99 ? '99+' : String(n)),
} as const

/** Active account, and switching to another. */
export const switcherText = {
  demoWhere: 'En este equipo, con datos inventados',
  addOther: 'Añadir cuenta…',
  manage: 'Cuentas y claves…',
  activated: (name: string) => `Ahora trabajas con ${name}`,
  switcher: (name: string, environment: string) =>
    `Cuenta en uso: ${name}, ${environment}. Cambiar de cuenta`,
  menu: 'Cambiar de cuenta',
  switchTo: (name: string) => `Cambiar a ${name}`,
} as const

const NOT_DONE = 'No se ha dado por hecho'
const NOTICE_GONE = 'Ese aviso es de otra cuenta o ya no está guardado.'

/** Texts of notifications: the offer to enable them, and a click on one. */
export const notifyText = {
  question: '¿Quieres que te avisemos cuando cambie algo?',
  what: 'También con Ventanilla detrás de otra ventana. El navegador te pedirá permiso.',
  accept: 'Activar avisos',
  asking: 'Contesta a la pregunta del navegador.',
  later: 'Ahora no',
  granted: 'Avisos activados',
  denied: 'El navegador ha bloqueado los avisos. Ajustes › Avisos dice cómo permitirlos.',
  notDone: {
    locked: {
      title: NOT_DONE,
      body: 'Ventanilla está bloqueada: ábrela con tu PIN y hazlo en Novedades.',
    },
    gone: {
      title: NOT_DONE,
      body: NOTICE_GONE,
    },
    failed: {
      title: NOT_DONE,
      body: 'Ventanilla no contesta o no ha podido guardarlo. Ábrela y hazlo en Novedades.',
    },
  },
  goneTitle: 'No hay nada que abrir',
  gone: NOTICE_GONE,
} as const

const laneWords: Readonly<Record<RelaySlice['state'], string>> = {
  none: '',
  connecting: '',
  'catching-up': 'por relé',
  live: 'por relé',
  longpoll: 'por relé',
  retrying: 'sin relé',
  revoked: 'sin relé',
  asleep: 'sin relé',
}

/**
 * Source of the changes, after the words of the connection: «Al día, por relé». Empty without a relay, and while the
 * first connection is made. A PC that cannot open sealed events asks the service.
 */
export const laneOf = ({ state, sealing }: Pick<RelaySlice, 'state' | 'sealing'>): string =>
  sealing.state === 'blind' && laneWords[state] === laneWords.live ? laneWords.retrying : laneWords[state]
