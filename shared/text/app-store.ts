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
  restoreBody:
    'No se ha empezado de cero ni se ha tocado ninguna copia. La más reciente se puede restaurar ahora.',
  noCopy:
    'No se ha empezado de cero. En la carpeta de las copias no hay ninguna de esta cuenta; si tienes una en otro sitio, empieza de cero y restáurala después en Ajustes.',
  looking: 'Buscando la copia más reciente…',
  findFile: 'Si encuentras el archivo, devuélvelo a la carpeta y reintenta.',
  had: 'Lo que había',
  hadWhat: (had: { procedures: number; signatures: number; drafts: number; reports: number }, when: string) =>
    `${plural(had.procedures, 'expediente', 'expedientes')}, ${plural(had.signatures, 'firma', 'firmas')}, ${plural(had.reports, 'consulta', 'consultas')} y ${plural(had.drafts, 'borrador o envío', 'borradores y envíos')}; visto ${when}`,
  copy: 'Copia más reciente',
  restore: (when: string) => `Restaurar la copia de ${when}`.replace('de el ', 'del '),
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
