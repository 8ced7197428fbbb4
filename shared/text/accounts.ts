import type { KeychainState } from '../bridge/accounts.ts'
import type { ErrorCode } from '../bridge/result.ts'
import type { ApiKeyHint, ApiKeyProblem } from '../domain/typed-secrets.ts'
import type { BaseAddressHint, BaseAddressProblem } from '../domain/service-address.ts'
import type { ErrorText } from './errors.ts'
import { byNumber, listed, plural, sentence, upperFirst } from './grammar.ts'
import { settingsText, passphraseText } from './settings.ts'

/** Texts of the accounts of this PC: their settings, the keychain of their keys, and a store that does not open. */

/** Ajustes › Cuenta y entornos and its dialogs. */
export const accountsText = {
  list: 'Cuentas de este equipo',
  reaches: { production: 'llega a Tráfico', development: 'no llega a Tráfico' },
  noKey: 'No usa clave',
  key: (last4: string) => `Clave •••• ${last4}`,
  keyRefused: 'Clave no válida',
  keyMissing: 'Falta la clave',
  keyMoved: 'La dirección ha cambiado',
  enterKeyAgain: 'vuelve a introducir la clave',
  unchecked: 'sin comprobar',
  checkedAt: (when: string) => `comprobada ${when}`,
  refusedAt: (when: string) => `sin peticiones desde ${when}`,
  checking: 'Comprobando…',
  add: 'Añadir cuenta',
  changeKey: 'Cambiar clave',
  pasteKey: 'Pegar clave nueva',
  pasteThe: 'Pegar la clave',
  more: (name: string) => `Más acciones de ${name}`,
  verify: 'Comprobar ahora',
  rename: 'Cambiar el nombre…',
  remove: 'Quitar…',
  verified: 'El operador acepta la clave',
  kept: {
    system: 'La clave se guarda en el llavero del sistema. No sale de él ni se vuelve a mostrar entera.',
    sealed:
      'La clave se guarda en un archivo cifrado con tu frase de paso. No sale de él ni se vuelve a mostrar entera.',
    memory: 'La clave vive solo en esta sesión: al cerrar Ventanilla se olvida.',
    absent: 'Antes de añadir una cuenta hay que decidir dónde se guardan las claves.',
  },
} as const

export const addAccountText = {
  title: 'Añadir una cuenta',
  environment: 'Entorno',
  environmentHelp: {
    production: 'Trabajo real: lo que se pide llega a Tráfico y puede costar dinero.',
    development: 'Para probar con el operador: no llega a Tráfico.',
  },
  name: 'Nombre',
  nameHelp: 'El de la oficina o la empresa. Lo verás arriba a la izquierda.',
  namePlaceholder: 'Gestoría Ribera',
  address: 'Dirección del servicio',
  addressHelp: 'La que te dio el operador para este entorno. Empieza por https://',
  addressRead: (url: string) => `Se usará ${url}`,
  addressPlaceholder: 'https://api.operador.example',
  key: 'Clave de API',
  keyHelp: 'Pégala entera. Va directa al llavero y no se vuelve a mostrar.',
  show: 'Mostrar',
  hide: 'Ocultar',
  showKey: 'Mostrar la clave mientras la escribes',
  check: 'Comprobar',
  checking: 'Preguntando al operador…',
  accepted: 'La dirección y la clave se corresponden.',
  acceptedAdvice: 'El operador ha aceptado la clave. No se ha guardado nada todavía.',
  submit: 'Añadir cuenta',
  adding: 'Comprobando y guardando…',
  cancel: 'Cancelar',
  nameMissing: 'Ponle un nombre para reconocerla.',
  fix: 'Revisa lo que está marcado.',
  doneTitle: (name: string) => `${name} está en este equipo`,
  doneBody: 'Sus consultas y sus datos van aparte de los demás. Puedes cambiar de cuenta cuando quieras.',
  startNow: 'Trabajar con ella ahora',
  later: 'Ahora no',
} as const

/** Errors of the operator's answers while an account is set up. Nothing is stored yet, and nothing is retried. */
export const accountErrors: Partial<Record<ErrorCode, ErrorText>> = {
  unauthorized: {
    title: 'El operador no acepta esa clave.',
    advice: 'Comprueba que está entera y que es de este entorno y de esta dirección. No se ha guardado.',
  },
  unreachable: {
    title: 'No se llega a esa dirección.',
    advice: 'Comprueba que está bien escrita y que este equipo tiene red. No se ha guardado nada.',
  },
  timeout: {
    title: 'El operador no ha contestado a tiempo.',
    advice: 'No sabemos si la clave vale. Inténtalo otra vez; no se ha guardado nada.',
  },
  'service-failed': {
    title: 'El servicio ha fallado al comprobar la clave.',
    advice: 'No es cosa tuya. Inténtalo dentro de un rato; no se ha guardado nada.',
  },
  'rate-limited': {
    title: 'El operador pide que esperemos.',
    advice: 'Inténtalo dentro de un minuto. No se ha guardado nada.',
  },
  'bad-answer': {
    title: 'En esa dirección contestan algo que no se entiende.',
    advice: 'Comprueba la dirección que te dio el operador. No se ha guardado nada.',
  },
  rejected: {
    title: 'El servicio no ha aceptado la comprobación.',
    advice: 'Comprueba la dirección y la clave con el operador. No se ha guardado nada.',
  },
}

export const replaceKeyText = {
  title: (name: string) => `Clave nueva para ${name}`,
  question: '¿Es la misma cuenta?',
  why: 'Cada cuenta del operador tiene sus propios datos. Si la clave es de otra, no se pueden mezclar.',
  same: 'Sí: el operador ha renovado la clave',
  sameHelp: 'La clave nueva ocupa el lugar de la anterior. Tus datos se quedan como están.',
  other: 'No: es de otra empresa u otra cuenta',
  otherHelp: 'Se añade como cuenta aparte, con sus propios datos. Esta se queda como está.',
  submit: 'Cambiar la clave',
  submitOther: 'Añadir como cuenta nueva',
  replacing: 'Comprobando la clave nueva…',
  done: 'Clave cambiada',
} as const

export const renameText = {
  title: 'Cambiar el nombre',
  submit: 'Guardar el nombre',
  done: 'Nombre cambiado',
} as const

export const removeAccountText = {
  title: (name: string) => `¿Quitar ${name} de este equipo?`,
  keyGone: 'Su clave se olvida aquí. En el operador sigue valiendo: si debe dejar de valer, pídeselo.',
  becomesDemo: 'Es la cuenta en uso: pasarás a Demostración.',
  data: 'Sus datos en este equipo',
  keep: 'Conservarlos',
  keepHelp: 'Quedan cifrados y nadie los puede leer hasta que añadas otra vez la misma cuenta.',
  erase: 'Borrarlos también',
  eraseHelp:
    'Se pierden las consultas, los informes completos y sus PDF guardados aquí. No se pueden recuperar. Lo que tiene el operador no se borra.',
  uncertain: (n: number) =>
    `Tiene ${plural(n, 'informe completo', 'informes completos')} en duda. Si la quitas, aquí no sabrás si se ${byNumber(n, 'llegó', 'llegaron')} a pedir ni si se ${byNumber(n, 'cobra', 'cobran')}.`,
  uncertainElsewhere:
    'Si tenía informes completos en duda, aquí ya no sabrás si se llegaron a pedir ni si se cobran.',
  submitKeep: 'Quitar la cuenta',
  submitErase: 'Quitar y borrar sus datos',
  cancel: 'Dejarla',
  done: 'Cuenta quitada',
  doneErased: 'Cuenta quitada y datos borrados',
} as const

export const addressProblems: Record<BaseAddressProblem, string> = {
  empty: 'Falta la dirección del servicio.',
  'not-an-address': 'Eso no es una dirección. Pega la que te dio el operador, entera.',
  scheme: 'La dirección tiene que empezar por https://',
  'not-secure': 'Con http:// la clave viajaría a la vista. Usa https://',
  credentials: 'Quita el usuario y la contraseña de la dirección: la clave va en su campo.',
  query: 'Quita de la dirección el signo de interrogación y lo que sigue.',
  hash: 'Quita de la dirección el signo # y lo que sigue.',
  'too-long': 'Es demasiado larga para ser la dirección del servicio.',
}

export const addressHints: Record<BaseAddressHint, string> = {
  spaces: 'hemos quitado espacios y comillas',
  scheme: 'hemos puesto https:// delante',
  slash: 'hemos quitado la barra del final',
  version: 'hemos quitado /v1 y lo que seguía: Ventanilla lo añade sola',
}

export const keyProblems: Record<ApiKeyProblem, string> = {
  empty: 'Falta la clave.',
  'spaces-inside': 'Hay un espacio en medio: quizá se ha pegado algo más que la clave.',
  characters: 'Tiene caracteres que ninguna clave lleva (tildes, eñes o signos raros).',
  short: 'Es demasiado corta: parece un trozo de la clave.',
  'too-long': 'Es demasiado larga para ser una clave.',
}

export const keyHints: Record<ApiKeyHint, string> = {
  label: 'hemos quitado «Bearer» del principio',
  quotes: 'hemos quitado las comillas',
  spaces: 'hemos quitado espacios y saltos de línea',
}

/** «Hemos quitado las comillas y hemos puesto https:// delante.» */
export function hintSentence(parts: readonly string[]): string {
  return sentence(upperFirst(listed(parts)))
}

/** Unreadable parts of the accounts file. */
export const unreadableText = {
  title: {
    newer: (name: string) => `La cuenta «${name}» es de una versión posterior de Ventanilla.`,
    damaged: (name: string) =>
      name === '' ? 'Hay una cuenta que no se puede leer.' : `La cuenta «${name}» no se puede leer.`,
    file: (_name: string) => 'La lista de cuentas estaba dañada.',
  },
  advice: {
    newer:
      'Sus datos siguen aquí. Actualiza Ventanilla para abrirla, o añade la oficina otra vez con la misma dirección y el mismo nombre.',
    damaged:
      'No se ha borrado nada. Añade la oficina otra vez con la misma dirección y el mismo nombre, y sus datos volverán.',
    file: 'Se han recuperado las cuentas que estaban enteras. Si falta alguna, añádela otra vez con la misma dirección y el mismo nombre, y sus datos volverán. La lista dañada se ha guardado aparte:',
  },
  understood: 'Entendido',
} as const

export const keychainStates: Readonly<Record<KeychainState['state'], string>> = {
  unasked: 'sin comprobar',
  ready: 'abierto',
  locked: 'bloqueado',
  damaged: 'dañado',
  unavailable: 'no disponible',
}

/** Texts of the keychain, which stores the keys, and advice while it is unreadable. */
export const keychainText = {
  section: 'Dónde se guardan las claves',
  kinds: {
    system: 'En el llavero del sistema',
    sealed: 'En un archivo cifrado con tu frase de paso',
    memory: 'Solo en esta sesión',
    absent: 'Sin decidir',
  },
  ready: {
    system: 'Se abre con tu sesión de usuario.',
    sealed: 'Se abre con la frase al empezar.',
    memory:
      'No se guarda nada: al cerrar Ventanilla se olvidan claves y consultas, y no se puede pagar nada.',
  },
  unaskedTitle: 'Comprobando el llavero…',
  unaskedFailed: 'No se ha podido comprobar el llavero',
  unaskedBody: 'Si el sistema te pide desbloquearlo, escribe ahí tu contraseña de usuario.',
  absentTitle: 'Este equipo no tiene llavero',
  absentBody:
    'Las claves y los datos de las cuentas se guardan cifrados, y aquí no hay dónde guardar la llave. Elige cómo seguir; la demostración funciona igual.',
  choosePassphrase: 'Proteger con una frase de paso',
  choosePassphraseAction: 'Crear una frase',
  choosePassphraseHelp: 'Se te pedirá al abrir Ventanilla. Si la olvidas, nadie puede recuperarla.',
  chooseMemory: 'Seguir sin guardar nada',
  chooseMemoryAction: 'Seguir así',
  chooseMemoryHelp: 'Sirve para consultar un rato. No se puede pedir nada que cueste dinero.',
  newPassphrase: 'Frase de paso nueva',
  newPassphraseHelp: passphraseText.short,
  repeat: 'Repítela',
  different: passphraseText.different,
  create: 'Crear el archivo protegido',
  lockedTitle: 'El llavero del sistema está bloqueado',
  lockedBody:
    'Tus datos siguen aquí, cifrados. Desbloquea el llavero con tu contraseña de usuario y reintenta; mientras, puedes usar la demostración.',
  sealedTitle: 'Escribe tu frase de paso',
  sealedBody: 'Abre las claves y los datos de tus cuentas. No se guarda en ningún sitio.',
  passphrase: 'Frase de paso',
  open: 'Abrir',
  opening: 'Abriendo…',
  damagedTitle: 'El archivo de claves está dañado',
  damagedBody:
    'No se ha tocado. Si lo recuperas de una copia de la carpeta, reintenta. Si no, puedes seguir en esta sesión sin guardar nada y pegar las claves otra vez.',
  unavailableTitle: 'El llavero del sistema no responde',
  unavailableBody:
    'Tus datos siguen aquí, cifrados. Comprueba que el llavero del sistema está en marcha y reintenta.',
  cancel: 'Cancelar',
  retry: 'Reintentar',
  toDemo: 'Usar la demostración',
  show: 'Mostrar',
  hide: 'Ocultar',
  forSupport: 'Para soporte:',
  settings: 'Ir a Ajustes',
  done: 'Claves protegidas',
} as const

/** Texts of an account whose data cannot be opened. */
export const storeText = {
  directory: 'Carpeta de los datos',
  retry: 'Reintentar',
  setAside: 'Guardar aparte y empezar de cero',
  setAsideDone: 'Guardados aparte',
  confirmTitle: '¿Guardar aparte estos datos y empezar de cero?',
  confirmBody:
    'Tus consultas guardadas dejarán de verse aquí. El archivo no se borra: queda en la misma carpeta con otro nombre, por si recuperas la clave.',
  confirmKeep: 'Dejarlo como está',
  safe: 'No se ha borrado ni cambiado nada.',
} as const

/** «de» before «el 11/11» is «del». */
const ofMoment = (text: string) => text.replace('de el ', 'del ')

/** Texts of an account whose data are lost. */
export const lostText = {
  why: {
    missing:
      'El archivo de los datos de esta cuenta ya no está en su carpeta. Puede haberlo quitado un antivirus, un programa de sincronización o una limpieza del equipo.',
    empty:
      'El archivo de los datos de esta cuenta está vacío. Puede haberlo dejado así un corte de luz o un programa de sincronización.',
    shorter:
      'El archivo de los datos de esta cuenta es más antiguo que el último que hubo: falta lo más reciente.',
  },
  restoreBody: 'No se ha empezado de cero ni se ha tocado ninguna copia. Se puede restaurar ahora.',
  noCopy:
    'No se ha empezado de cero. En la carpeta de las copias no hay ninguna de esta cuenta; si tienes una en otro sitio, empieza de cero y restáurala después en Ajustes.',
  looking: 'Buscando copias…',
  findFile: 'Si encuentras el archivo, devuélvelo a la carpeta y reintenta.',
  had: 'Lo que había',
  hadWhat: (had: { procedures: number; signatures: number; drafts: number; reports: number }, when: string) =>
    `${plural(had.procedures, 'expediente', 'expedientes')}, ${plural(had.signatures, 'firma', 'firmas')}, ${plural(had.reports, 'consulta', 'consultas')} y ${plural(had.drafts, 'borrador o envío', 'borradores y envíos')}; visto ${when}`,
  copies: 'Carpeta de las copias',
  copy: 'Copia',
  copyOf: (when: string, bytes: number) => ofMoment(`Copia de ${when} · ${settingsText.bytes(bytes)}`),
  /** The chosen backup is older than the suggested one. */
  olderCopy: (days: number) => {
    const older = days === 0 ? 'anterior' : `${plural(days, 'día', 'días')} anterior`
    return `Es ${older} a la propuesta: le falta lo hecho después, y devuelve lo que se borró después.`
  },
  /** The suggested backup is chosen, and an older one holds clearly more. */
  largerCopy: (when: string) =>
    ofMoment(
      `La copia de ${when} guarda bastante más: después se borraron datos, o se perdieron. Elige tú cuál.`,
    ),
  restore: (when: string) => ofMoment(`Restaurar la copia de ${when}`),
  accept: 'Seguir con lo que hay',
  anew: 'Empezar de cero',
  confirmTitle: '¿Empezar de cero sin los datos que había?',
  confirmBody:
    'La cuenta quedará vacía. Las copias de seguridad no se tocan: después puedes restaurar una en Ajustes.',
  busy: {
    restore: 'Restaurando la copia…',
    retry: 'Buscando el archivo…',
    accept: 'Abriendo los datos…',
    anew: 'Empezando de cero…',
  },
} as const
