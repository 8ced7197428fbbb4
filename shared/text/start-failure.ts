/** Reason that the application could not start, with advice. */
export interface StartFailure {
  /** Code of the system, SQLite or Node; '' without one. */
  code: string
  dataDir: string
  /** Path of the log, or `null` before there is one. */
  logFile: string | null
}

/** SQLite's limit of a path, its own endings included. */
const MAX_PATH = 480

/** Shown on the terminal and in the system's dialog: there is no window yet. */
export function startFailureText({ code, dataDir, logFile }: StartFailure): string {
  const kind = code.startsWith('SQLITE_') ? code.split('_').slice(0, 2).join('_') : code
  if (code === 'ENAMETOOLONG' || (kind === 'SQLITE_CANTOPEN' && dataDir.length > MAX_PATH))
    return `La ruta de la carpeta de datos es demasiado larga (${dataDir.length} caracteres). Elige otra más corta con --data-dir, o mueve la carpeta a un sitio con la ruta más corta.`
  const where = `La carpeta es: ${dataDir}`
  switch (kind) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'SQLITE_READONLY':
      return `No se puede escribir en la carpeta de datos. Comprueba que tu usuario tiene permiso sobre ella y que el disco no está protegido. ${where}`
    case 'EEXIST':
    case 'ENOTDIR':
      return `Donde debería estar la carpeta de datos hay un archivo. Muévelo a otro sitio, o elige otra carpeta con --data-dir. ${where}`
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return `El disco está lleno. Libera espacio y vuelve a abrir Ventanilla; lo guardado no se ha tocado. ${where}`
    case 'EMFILE':
    case 'ENFILE':
      return 'Este equipo tiene demasiados archivos abiertos. Cierra otros programas, o reinicia el equipo, y vuelve a abrir Ventanilla.'
    case 'EADDRINUSE':
      return 'Otro programa ocupa ese puerto. Elige otro con --port, o no pongas ninguno.'
    case 'EIO':
    case 'SQLITE_CORRUPT':
    case 'SQLITE_IOERR':
    case 'SQLITE_NOTADB':
      return `El disco no se puede leer bien. Comprueba el disco; si todo va bien en él, borra el archivo instance.lock, que no tiene datos tuyos, y vuelve a abrir Ventanilla. ${where}`
    default:
      return logFile === null
        ? `Algo ha fallado antes de empezar${code === '' ? '' : ` (${code})`}. Vuelve a abrirla; si se repite, reinicia el equipo. ${where}`
        : `Algo ha fallado antes de empezar${code === '' ? '' : ` (${code})`}. Vuelve a abrirla; si se repite, envía este archivo a quien te da soporte: ${logFile}`
  }
}
