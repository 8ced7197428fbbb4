import { settingsText } from './settings.ts'
import { plural } from './grammar.ts'

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
  /** The chosen copy is older than the suggested one. */
  olderCopy: (days: number) => {
    const older = days === 0 ? 'anterior' : `${plural(days, 'día', 'días')} anterior`
    return `Es ${older} a la propuesta: le falta lo hecho después, y devuelve lo que se borró después.`
  },
  /** The suggested copy is chosen, and an older one holds clearly more. */
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
