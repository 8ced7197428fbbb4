import type { Managed, ManagedLevel } from '../bridge/managed.ts'
import { byNumber, listed, plural } from './grammar.ts'

/** Name of a PC without an account, where the demonstration is not offered. */
export const NO_ACCOUNT = 'Sin cuenta'

/** Texts of what an administrator set on this PC. */
export const managedText = {
  /** Beside a setting that cannot be changed. */
  fixed: 'Lo fija tu administrador',
  intro: 'Lo que fija quien lleva los equipos, y de dónde se ha leído. Se lee al abrir Ventanilla.',
  problems: 'No se ha podido tomar',
  problemsHelp: 'Díselo a quien lleva los equipos. Lo demás sí se ha tomado, y tus datos no corren peligro.',
  sources: 'De dónde se ha leído',
  settings: 'Ajustes',
  levels: {
    mandatory: 'Obligatorio: aquí no se puede cambiar.',
    recommended: 'Recomendado: puedes elegir otro valor.',
  } satisfies Record<ManagedLevel, string>,
  unread: {
    last: 'No se entiende: sigue valiendo el último que se leyó bien.',
    strict: 'No se entiende: hasta que se arregle vale el más estricto.',
    own: 'No se sabe qué fija: hasta que se arregle se queda como está y no se puede cambiar.',
  } satisfies Record<NonNullable<Managed['settings'][number]['unread']>, string>,
  search: 'administrador directiva política obligatorio archivo fijo equipo',
  bannerProblems: (problems: number) =>
    `Hay ${plural(problems, 'error', 'errores')} en lo que fija tu administrador.`,
  bannerProblemsBody: 'Lo que está bien vale; lo demás no se puede cambiar hasta que se arregle.',
  see: 'Ver',
  offered: (names: readonly string[]) =>
    `Tu administrador ha preparado ${byNumber(names.length, 'la cuenta', 'las cuentas')} ${listed(names.map((name) => `«${name}»`))}.`,
  offeredBody: 'Solo falta la clave que os dio el operador.',
  noAccount: 'Este equipo no tiene ninguna cuenta.',
  noAccountBody: 'Añade la de tu oficina para empezar a trabajar.',
  add: 'Añadir cuenta',
  setKey: 'Poner la clave',
  setKeyOf: (name: string) => `Poner la clave de ${name}`,
  keyMissing: 'Falta la clave',
  preparedBy: 'La ha preparado tu administrador',
  notAllowed: 'Tu administrador no permite esta dirección',
  onlyOffered: 'Tu administrador solo permite las cuentas que ha preparado.',
  addresses: 'Elige una dirección',
  extension: 'Tu administrador no permite la extensión del navegador en este equipo.',
} as const

/** Texts of the first PIN, where an administrator requires one. */
export const firstPinText = {
  title: 'Pon un PIN para empezar',
  body: 'Tu administrador pide un PIN en este equipo. Se te pedirá cada vez que Ventanilla se bloquee.',
  elsewhere: 'Abre Ventanilla y pon un PIN: tu administrador lo pide en este equipo.',
} as const
