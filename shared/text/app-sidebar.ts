import { type BuiltInViewId, DEADLINE_DAYS, QUIET_DAYS } from '../domain/procedures/views.ts'
import { viewTitles } from './app.ts'
import { plural } from './grammar.ts'

/** Texts of the sidebar. They load with the first screen, and those of the other pages do not. */

export const builtInViewNames: Readonly<Record<BuiltInViewId, string>> = {
  'con-incidencia': 'Con incidencia',
  'en-espera': 'En espera',
  'sin-cambios': `Sin cambios ${QUIET_DAYS} días`,
  'por-vencer': `Plazo en ${DEADLINE_DAYS} días`,
  'terminados-hoy': 'Terminados hoy',
  todos: 'Todos',
}

export const placesText = {
  label: 'Vistas de Expedientes',
  deadlines: viewTitles.deadlines,
  drafts: viewTitles.drafts,
  outbox: viewTitles.outbox,
  dealers: viewTitles.dealers,
  figures: viewTitles.figures,
  templates: viewTitles.templates,
  own: 'Vistas guardadas',
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
  signatureRequests: viewTitles['signature-requests'],
  contacts: viewTitles.contacts,
  doubt: (n: number) =>
    plural(
      n,
      'envío espera tu decisión: puede que llegara.',
      'envíos esperan tu decisión: puede que llegaran.',
    ),
} as const

/** Number unread in Novedades. */
export const inboxBadgeText = {
  spoken: (n: number) => plural(n, 'novedad por leer', 'novedades por leer'),
  shown: (n: number) => (n > 99 ? '99+' : String(n)),
} as const

/** The active account, and the switch to another. */
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
