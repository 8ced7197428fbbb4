import type { Pause } from '../domain/notification-pause.ts'
import { plural } from './grammar.ts'

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
