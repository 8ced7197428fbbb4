import { fullDate, sameDay } from './dates.ts'
import { plural } from './grammar.ts'

/** Texts of a suspected outage of the service, and the record of attempts. */
export const outageText = {
  since: (when: string) => `El servicio falla desde ${when}.`,
  failures: (n: number) => `${plural(n, 'intento fallido', 'intentos fallidos')}.`,
  some: 'Alguna consulta puede tardar o no llegar; lo guardado en este equipo sigue disponible.',
  save: 'Guardar justificante de intentos',
  saving: 'Guardando…',
  saved: 'Justificante guardado',
  understood: 'Entendido',
  over: 'El servicio vuelve a responder.',
  record: 'Justificante de intentos',
  recordHelp: 'Cada intento fallido con su fecha y hora, sin matrículas, para quien te pida explicaciones.',
  recordOf: (failures: number, from: number, to: number) =>
    `${plural(failures, 'intento fallido', 'intentos fallidos')}, ${
      sameDay(from, to) ? `el ${fullDate(from)}` : `del ${fullDate(from)} al ${fullDate(to)}`
    }.`,
} as const
