import type { KeychainState } from '../bridge/accounts.ts'

export const keychainStates: Readonly<Record<KeychainState['state'], string>> = {
  unasked: 'sin comprobar',
  ready: 'abierto',
  locked: 'bloqueado',
  damaged: 'dañado',
  unavailable: 'no disponible',
}

/** Texts of the keychain: storage of the keys, and what to do when they are unreadable. */
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
  newPassphraseHelp: 'Al menos 10 caracteres: tres o cuatro palabras que recuerdes.',
  repeat: 'Repítela',
  different: 'Las dos no son iguales.',
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
