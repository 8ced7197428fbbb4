import type { Managed, ManagedLevel, ManagedProblem, ManagedSource } from '../bridge/managed.ts'
import { byNumber, count, listed, plural } from './grammar.ts'

/** Texts of an administrator's settings, in the window and on the terminal. `setting-texts.ts` has each setting. */

/** Name of a PC without an account, on which the demonstration is not offered. */
export const NO_ACCOUNT = 'Sin cuenta'

/** Texts of the settings that an administrator set on this PC. */
export const managedText = {
  /** Shown beside a setting that the user cannot change. */
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
  wrong: (problems: number) => `Hay ${plural(problems, 'error', 'errores')} en lo que fija tu administrador.`,
  wrongAdvice: 'Díselo: hasta que se arregle, eso no se puede cambiar aquí.',
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

/** Texts of the first PIN, if an administrator requires one. */
export const firstPinText = {
  title: 'Pon un PIN para empezar',
  body: 'Tu administrador pide un PIN en este equipo. Se te pedirá cada vez que Ventanilla se bloquee.',
  elsewhere: 'Abre Ventanilla y pon un PIN: tu administrador lo pide en este equipo.',
} as const

export const managedSourceNames: Readonly<Record<ManagedSource, string>> = {
  'machine-policy': 'Directiva del equipo',
  'user-policy': 'Directiva del usuario',
  'system-file': 'Archivo del equipo',
  'installation-file': 'Archivo de la instalación',
}

/** Place of a problem: line and column, and the key. */
export const managedProblemPlace = ({ line, column, key }: ManagedProblem): string =>
  [
    line !== undefined && `línea ${count(line)}`,
    column !== undefined && `columna ${count(column)}`,
    key !== undefined && `«${key}»`,
  ]
    .filter((part) => part !== false)
    .join(', ')

/** Lines of `ventanilla --check-admin-file=PATH` on the terminal. */
export const checkAdminFileText = {
  absent: (path: string) => `No hay ningún archivo en ${path}`,
  mandatory: 'Obligatorio:',
  recommended: 'Recomendado:',
  problems: 'No se toma:',
  whole: 'del archivo entero',
  done: (settings: number, problems: number) =>
    `${byNumber(settings, 'Se toma', 'Se toman')} ${plural(settings, 'ajuste', 'ajustes')}. ${
      problems === 0 ? 'Todo está bien.' : `Hay ${plural(problems, 'error', 'errores')}.`
    }`,
  broken:
    'El archivo no se puede leer entero. En un equipo que ya lo leyó bien siguen valiendo los valores obligatorios de entonces; en los demás, nadie puede cambiar ninguno de estos ajustes hasta que se arregle.',
  unread: (keys: readonly string[]) =>
    `Obligatorios que no se entienden (${count(keys.length)}): ${keys.join(', ')}. Vale el último valor que se leyó bien en cada equipo, o el más estricto.`,
} as const
