import type { Managed, ManagedLevel, ManagedProblem, ManagedSource } from '../bridge/managed.ts'
import type { ManagedKey } from '../bridge/settings.ts'
import { byNumber, count, listed, plural } from './grammar.ts'

/** Texts of an administrator's settings: in the window, in the policies of Windows and on the terminal. */

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

/** Texts of the first PIN, if an administrator requires one. */
export const firstPinText = {
  title: 'Pon un PIN para empezar',
  body: 'Tu administrador pide un PIN en este equipo. Se te pedirá cada vez que Ventanilla se bloquee.',
  elsewhere: 'Abre Ventanilla y pon un PIN: tu administrador lo pide en este equipo.',
} as const

export interface ManagedSettingText {
  /** Name in Ajustes and in the policies. */
  title: string
  /** Effect, for administrators. */
  explain: string
  /** Valid values. */
  expected: string
}

const DAYS = 'un número entero de 0 a 3650'
const YES_OR_NO = 'true o false'
const ADDRESS =
  'una dirección que empiece por https:// (o por http:// en el propio equipo), sin usuario, contraseña ni «?»'

/**
 * Settings of an administrator by key. Ajustes, the policies of Windows and `docs/es/administracion.md` use these
 * texts.
 */
export const managedSettingTexts: Readonly<Record<ManagedKey, ManagedSettingText>> = {
  'service.addresses': {
    title: 'Direcciones del servicio permitidas',
    explain:
      'Las únicas direcciones del operador que puede tener una cuenta de este equipo. Una cuenta con otra dirección no se abre, y su clave no se envía.',
    expected: `una lista de 1 a 20 direcciones; cada una, ${ADDRESS}`,
  },
  accounts: {
    title: 'Cuentas preparadas',
    explain:
      'Cuentas que Ventanilla ofrece con su nombre, su entorno y su dirección ya puestos: quien tenga la clave solo la pega. La clave no va nunca aquí. Si son obligatorias, no se puede añadir ninguna otra.',
    expected:
      'una lista de 1 a 20 cuentas con «name» (hasta 80 letras), «environment» («production» o «development») y «address» (una dirección https://), y nada más',
  },
  'relay.address': {
    title: 'Dirección del relé',
    explain:
      'El relé de la oficina. Si es obligatoria, este equipo no usa ningún otro, tampoco si ya estaba emparejado con él.',
    expected: ADDRESS,
  },
  'updates.mode': {
    title: 'Actualizaciones',
    explain:
      '«automatic»: se instalan solas al abrir Ventanilla. «ask»: las pide una persona. «off»: no se buscan, porque las reparte quien administra.',
    expected: '«automatic», «ask» u «off»',
  },
  'updates.feed': {
    title: 'De dónde vienen las actualizaciones',
    explain: 'Dirección de la carpeta con las versiones, por ejemplo en un servidor de la oficina.',
    expected: ADDRESS,
  },
  'updates.channel': {
    title: 'Canal de actualizaciones',
    explain: '«stable» para el trabajo de cada día; «beta» para probar antes que los demás.',
    expected: '«stable» o «beta»',
  },
  'lock.pinRequired': {
    title: 'PIN obligatorio',
    explain: 'Ventanilla no enseña nada hasta que cada persona ponga su PIN, y el PIN no se puede quitar.',
    expected: YES_OR_NO,
  },
  'lock.idleMinutes': {
    title: 'Bloquear si nadie la usa',
    explain: 'Minutos sin teclado ni ratón hasta bloquearse. Con 0, solo cuando alguien lo pide.',
    expected: 'un número entero de 0 a 240',
  },
  'lock.withSystem': {
    title: 'Bloquear con el equipo',
    explain: 'Ventanilla se bloquea cuando se bloquea o se suspende la sesión del sistema.',
    expected: YES_OR_NO,
  },
  'retention.visibleDays': {
    title: 'Días a la vista de lo terminado',
    explain:
      'Días que los expedientes terminados siguen a la vista; después se bloquean. Con 0 no se bloquean nunca.',
    expected: DAYS,
  },
  'retention.blockedDays': {
    title: 'Días bloqueados hasta borrarse',
    explain: 'Días que lo bloqueado se conserva cifrado, sin que nadie lo vea, antes de borrarse del equipo.',
    expected: DAYS,
  },
  'quickLookup.shortcut': {
    title: 'Atajo de la consulta rápida',
    explain:
      'Combinación que abre la consulta rápida desde cualquier programa, como CommandOrControl+Shift+Space. Sin ninguna: null en el archivo, o un texto vacío en la directiva.',
    expected: 'una combinación permitida, como «CommandOrControl+Shift+K», o null',
  },
  'quickLookup.readClipboard': {
    title: 'Ofrecer la matrícula copiada',
    explain: 'La consulta rápida mira el portapapeles al abrirse, y nunca en otro momento.',
    expected: YES_OR_NO,
  },
  'extension.allowed': {
    title: 'Extensión del navegador',
    explain:
      'Con «false», ningún navegador puede conectarse a Ventanilla, tampoco los que ya tenían permiso.',
    expected: YES_OR_NO,
  },
  'demo.offered': {
    title: 'Demostración',
    explain:
      'Con «false» no hay demostración ni formación con datos inventados, solo las cuentas de la oficina.',
    expected: YES_OR_NO,
  },
}

export const managedSourceNames: Readonly<Record<ManagedSource, string>> = {
  'machine-policy': 'Directiva del equipo',
  'user-policy': 'Directiva del usuario',
  'system-file': 'Archivo del equipo',
  'installation-file': 'Archivo de la instalación',
}

const WHYS: Readonly<Record<Exclude<ManagedProblem['why'], 'wrong-value'>, string>> = {
  unreadable: 'No se puede leer.',
  'too-large': 'Ocupa más de 256 KB y no se ha leído.',
  'not-trusted':
    'Lo puede escribir alguien que no administra el equipo, y por eso no se le hace caso. El archivo y su carpeta tienen que ser de root y no dejar escribir a nadie más.',
  'not-json': 'Aquí no se entiende: falta o sobra una coma, unas comillas o una llave.',
  'not-an-object': 'Tiene que ser un objeto JSON con los grupos «mandatory» y «recommended».',
  'unknown-key': 'No es un ajuste de Ventanilla.',
  secret:
    'Una clave o una contraseña no va nunca aquí. Quítala, y cámbiala por otra: la ha podido leer cualquiera.',
  twice: 'Está dos veces, y no se sabe cuál vale.',
  'not-a-group': 'Tiene que ser un objeto con ajustes dentro.',
  'only-mandatory': 'Solo vale en «mandatory».',
}

/** Problem of a value, and the valid values. */
export function managedProblemWords({ why, key }: Pick<ManagedProblem, 'why' | 'key'>): string {
  if (why !== 'wrong-value') return WHYS[why]
  // An item of a list is named by its position.
  const texts = managedSettingTexts as Readonly<Record<string, ManagedSettingText | undefined>>
  const expected = texts[key?.replace(/\[\d+\]$/, '') ?? '']?.expected
  return expected === undefined ? 'El valor no vale.' : `El valor no vale: tiene que ser ${expected}.`
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
