import { count, plural } from './grammar.ts'

/** Texts of the banners of the window. */
export const bannerText = {
  downSince: (when: string) => `El servicio no responde desde ${when}.`,
  limited: 'El servicio pide que esperemos.',
  attempts: (attempts: number) => `${plural(attempts, 'intento fallido', 'intentos fallidos')}.`,
  nextIn: (seconds: number) =>
    `Probamos de nuevo en ${count(seconds)} s; lo guardado en este equipo sigue disponible.`,
  nextNow: 'Probando ahora; lo guardado en este equipo sigue disponible.',
  tryNow: 'Probar ahora',
  unauthorizedAction: 'Ir a Ajustes',
  setAside: 'Los datos que no se podían abrir están guardados aparte.',
  setAsideWhere: 'Ventanilla ha empezado de cero. El archivo de antes sigue en:',
  setAsideRestore: 'Restaurar una copia',
  understood: 'Entendido',
  copyDue: 'Hace tiempo que no hay copia de seguridad.',
  copyNever: 'Todavía no hay ninguna copia de seguridad.',
  copyBody: 'Si se pierde este equipo, se pierde saber qué expedientes hay.',
  copyAction: 'Hacer una copia',
  copyLater: 'Hoy no',
  lost: 'Esta pantalla ha perdido el contacto con Ventanilla.',
  lostAdvice: 'Estamos volviendo a conectar. Lo que ves puede no estar al día.',
  memory: 'En esta sesión no se guarda nada.',
  memoryBody:
    'Al cerrar Ventanilla se olvidan la clave y las consultas, y no se puede pedir nada que se pague.',
  memoryAction: 'Proteger con frase de paso',
  unreadable: 'Hay cuentas que no se han podido leer.',
  unreadableBody: 'Sus datos siguen en este equipo.',
  unreadableAction: 'Ver en Ajustes',
} as const
