import type { ManagedProblem } from '../bridge/managed.ts'
import type { ManagedKey, SwitchId } from '../bridge/settings.ts'

/** Texts of each setting: in Ajustes, in the policies of Windows and in `docs/es/administracion.md`. */

interface SwitchText {
  title: string
  /** Absent if the help depends on the value. */
  help?: string
  /** More words that find the setting. */
  search?: string
}

/** Settings of Ajustes that are on or off. */
export const switchTexts = {
  'screens.hideNames': {
    title: 'Ocultar nombres en las listas',
    help: 'Consulta, Expedientes, Borradores, Plazos, Firmas, Novedades, los avisos y la búsqueda no enseñan nombres, notas ni correos hasta abrir uno: para pantallas que se ven desde el mostrador.',
    search: 'privacidad mostrador clientes',
  },
  'screens.singleKeys': {
    title: 'Teclas de una letra',
    help: 'Una letra en una lista: J y K cambian de fila, X la elige, N empieza algo nuevo. Nunca actúan mientras escribes.',
    search: 'atajos',
  },
  'screens.singlePage': {
    title: 'Expedientes en una página',
    help: 'Todos los datos a la vista, sin pasos. También se cambia al rellenar uno.',
    search: 'asistente pasos',
  },
  'screens.quickLookup.readClipboard': {
    title: 'Ofrecer la matrícula del portapapeles',
    help: 'Solo se lee al abrir la consulta rápida; nunca se consulta sola.',
  },
  'office.lock.withSystem': {
    title: 'Bloquear con el equipo',
    help: 'Cuando se bloquea o se suspende la sesión del sistema.',
  },
  'notifications.enabled': {
    title: 'Avisarme de lo que cambia',
    search: 'notificaciones apagar',
  },
  'notifications.onlyMine': {
    title: 'Solo lo que depende de mí',
    help: 'Incidencias que puedes resolver, firmas que hay que repetir, plazos y recordatorios. El resto espera en Novedades.',
  },
  'notifications.digest': {
    title: 'Un resumen cada hora de lo demás',
    help: 'Lo que solo conviene saber llega junto, como «14 cambios en 6 expedientes». Lo que depende de ti y los informes que pides llegan en el momento. En pausa o en silencio, el resumen espera.',
    search: 'agrupar juntos cada hora',
  },
  'notifications.private': {
    title: 'Sin matrícula ni nombres',
    help: 'Para pantallas que se ven desde el mostrador.',
    search: 'privacidad',
  },
  'notifications.sound': {
    title: 'Sonido',
    help: 'El del sistema, una vez y solo con lo que depende de ti. El resto llega en silencio.',
  },
} as const satisfies Partial<Record<SwitchId, SwitchText>>

/** Search terms of a setting that is on or off. */
export const switchWords = (id: keyof typeof switchTexts): string[] => Object.values(switchTexts[id])

export interface ManagedSettingText {
  /** Name in Ajustes and in the policies. */
  title: string
  /** Effect, for administrators. */
  explain: string
  /** Valid values. */
  expected: string
}

const DAYS = { es: 'un número entero de 0 a 3650', en: 'a whole number from 0 to 3650' }
const YES_OR_NO = { es: 'true o false', en: 'true or false' }
const ADDRESS = {
  es: 'una dirección que empiece por https:// (o por http:// en el propio equipo), sin usuario, contraseña ni «?»',
  en: 'an address that begins with https:// (or http:// on the PC itself), without a user, a password or a "?"',
}

/**
 * Settings of an administrator by key. Ajustes and `docs/es/administracion.md` use the Spanish texts, the policies of
 * Windows both.
 */
export const managedSettingTexts: Readonly<
  Record<ManagedKey, Readonly<Record<'es' | 'en', ManagedSettingText>>>
> = {
  'service.addresses': {
    es: {
      title: 'Direcciones del servicio permitidas',
      explain:
        'Las únicas direcciones del operador que puede tener una cuenta de este equipo. Una cuenta con otra dirección no se abre, y su clave no se envía.',
      expected: `una lista de 1 a 20 direcciones; cada una, ${ADDRESS.es}`,
    },
    en: {
      title: 'Allowed addresses of the service',
      explain:
        'The only addresses of the operator that an account of this PC may have. An account with another address is not opened, and its key is not sent.',
      expected: `a list of 1 to 20 addresses; each of them, ${ADDRESS.en}`,
    },
  },
  accounts: {
    es: {
      title: 'Cuentas preparadas',
      explain:
        'Cuentas que Ventanilla ofrece con su nombre, su entorno y su dirección ya puestos: quien tenga la clave solo la pega. La clave no va nunca aquí. Si son obligatorias, no se puede añadir ninguna otra.',
      expected:
        'una lista de 1 a 20 cuentas con «name» (hasta 80 letras), «environment» («production» o «development») y «address» (una dirección https://), y nada más',
    },
    en: {
      title: 'Prepared accounts',
      explain:
        'Accounts that Ventanilla offers with their name, environment and address filled in: a person only pastes the key, which is never here. One line for each: environment, address and name, with blanks between. As mandatory, no other account can be added.',
      expected:
        'a list of 1 to 20 accounts with "name" (up to 80 characters), "environment" ("production" or "development") and "address" (an https:// address), and nothing else',
    },
  },
  'relay.address': {
    es: {
      title: 'Dirección del relé',
      explain:
        'El relé de la oficina. Si es obligatoria, este equipo no usa ningún otro, tampoco si ya estaba emparejado con él.',
      expected: ADDRESS.es,
    },
    en: {
      title: 'Address of the relay',
      explain:
        "The office's relay. As mandatory, this PC uses no other one, even if it was paired with it before.",
      expected: ADDRESS.en,
    },
  },
  'updates.mode': {
    es: {
      title: 'Actualizaciones',
      explain:
        '«automatic»: se instalan solas al abrir Ventanilla. «ask»: las pide una persona. «off»: no se buscan, porque las reparte quien administra.',
      expected: '«automatic», «ask» u «off»',
    },
    en: {
      title: 'Updates',
      explain:
        '"automatic": installed when Ventanilla is opened. "ask": a person says when. "off": none is looked for, because an administrator distributes them.',
      expected: '"automatic", "ask" or "off"',
    },
  },
  'updates.feed': {
    es: {
      title: 'De dónde vienen las actualizaciones',
      explain: 'Dirección de la carpeta con las versiones, por ejemplo en un servidor de la oficina.',
      expected: ADDRESS.es,
    },
    en: {
      title: 'Where updates come from',
      explain: 'Address of the directory with the versions, for instance on a server of the office.',
      expected: ADDRESS.en,
    },
  },
  'updates.channel': {
    es: {
      title: 'Canal de actualizaciones',
      explain: '«stable» para el trabajo de cada día; «beta» para probar antes que los demás.',
      expected: '«stable» o «beta»',
    },
    en: {
      title: 'Channel of updates',
      explain: '"stable" for everyday work; "beta" to try versions before the others.',
      expected: '"stable" or "beta"',
    },
  },
  'lock.pinRequired': {
    es: {
      title: 'PIN obligatorio',
      explain: 'Ventanilla no enseña nada hasta que cada persona ponga su PIN, y el PIN no se puede quitar.',
      expected: YES_OR_NO.es,
    },
    en: {
      title: 'Require a PIN',
      explain: 'Ventanilla shows nothing until each person has set a PIN, and the PIN cannot be removed.',
      expected: YES_OR_NO.en,
    },
  },
  'lock.idleMinutes': {
    es: {
      title: 'Bloquear si nadie la usa',
      explain: 'Minutos sin teclado ni ratón hasta bloquearse. Con 0, solo cuando alguien lo pide.',
      expected: 'un número entero de 0 a 240',
    },
    en: {
      title: 'Lock when nobody uses it',
      explain: 'Minutes without keyboard or mouse until it locks. With 0, only when a person asks for it.',
      expected: 'a whole number from 0 to 240',
    },
  },
  'lock.withSystem': {
    es: {
      title: 'Bloquear con el equipo',
      explain: 'Ventanilla se bloquea cuando se bloquea o se suspende la sesión del sistema.',
      expected: YES_OR_NO.es,
    },
    en: {
      title: 'Lock with the PC',
      explain: "Ventanilla locks when the system's session is locked or goes to sleep.",
      expected: YES_OR_NO.en,
    },
  },
  'retention.visibleDays': {
    es: {
      title: 'Días a la vista de lo terminado',
      explain:
        'Días que los expedientes terminados siguen a la vista; después se bloquean. Con 0 no se bloquean nunca.',
      expected: DAYS.es,
    },
    en: {
      title: 'Days that ended procedures stay visible',
      explain: 'Days that ended procedures stay visible; then they are blocked. With 0, never.',
      expected: DAYS.en,
    },
  },
  'retention.blockedDays': {
    es: {
      title: 'Días bloqueados hasta borrarse',
      explain:
        'Días que lo bloqueado se conserva cifrado, sin que nadie lo vea, antes de borrarse del equipo.',
      expected: DAYS.es,
    },
    en: {
      title: 'Days blocked until they are erased',
      explain:
        'Days that blocked procedures are kept, encrypted and shown to nobody, before they are erased.',
      expected: DAYS.en,
    },
  },
  'quickLookup.shortcut': {
    es: {
      title: 'Atajo de la consulta rápida',
      explain:
        'Combinación que abre la consulta rápida desde cualquier programa, como CommandOrControl+Shift+Space. Sin ninguna: null en el archivo, o un texto vacío en la directiva.',
      expected: 'una combinación permitida, como «CommandOrControl+Shift+K», o null',
    },
    en: {
      title: 'Shortcut of quick lookup',
      explain:
        'Combination that opens quick lookup from any program, like CommandOrControl+Shift+Space. For none: null in the file, or an empty text in the policy.',
      expected: 'an allowed combination, like "CommandOrControl+Shift+K", or null',
    },
  },
  'quickLookup.readClipboard': {
    es: {
      title: 'Ofrecer la matrícula copiada',
      explain: 'La consulta rápida mira el portapapeles al abrirse, y nunca en otro momento.',
      expected: YES_OR_NO.es,
    },
    en: {
      title: 'Offer the plate that was copied',
      explain: 'Quick lookup reads the clipboard when it opens, and never at another moment.',
      expected: YES_OR_NO.en,
    },
  },
  'extension.allowed': {
    es: {
      title: 'Extensión del navegador',
      explain:
        'Con «false», ningún navegador puede conectarse a Ventanilla, tampoco los que ya tenían permiso.',
      expected: YES_OR_NO.es,
    },
    en: {
      title: 'Browser extension',
      explain: 'If disabled, no browser can connect to Ventanilla, not even those that were approved before.',
      expected: YES_OR_NO.en,
    },
  },
  'demo.offered': {
    es: {
      title: 'Demostración',
      explain:
        'Con «false» no hay demostración ni formación con datos inventados, solo las cuentas de la oficina.',
      expected: YES_OR_NO.es,
    },
    en: {
      title: 'Demonstration',
      explain:
        'If disabled, there is neither the demonstration nor training with invented data, only the accounts of the office.',
      expected: YES_OR_NO.en,
    },
  },
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
  const texts: Readonly<Partial<Record<string, (typeof managedSettingTexts)[ManagedKey]>>> =
    managedSettingTexts
  const expected = texts[key?.replace(/\[\d+\]$/, '') ?? '']?.es.expected
  return expected === undefined ? 'El valor no vale.' : `El valor no vale: tiene que ser ${expected}.`
}
