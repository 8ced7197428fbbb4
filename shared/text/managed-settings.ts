import type { ManagedKey } from '../bridge/managed.ts'

export interface ManagedSettingText {
  /** Its name in Ajustes and in the policies. */
  title: string
  /** What it does, for whoever administrates. */
  explain: string
  /** What its value has to be. */
  expected: string
}

const DAYS = 'un número entero de 0 a 3650'
const YES_OR_NO = 'true o false'
const ADDRESS =
  'una dirección que empiece por https:// (o por http:// en el propio equipo), sin usuario, contraseña ni «?»'

/** Settings of an administrator, by key: Ajustes, the policies of Windows and `docs/es/administracion.md` have them from here. */
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
