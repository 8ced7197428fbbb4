/** Texts of Ajustes › Bloqueo. */
export const lockSettingsText = {
  pin: 'PIN',
  pinNone: 'Sin PIN, Ventanilla no se bloquea.',
  pinSet: 'Hay uno puesto. Se pide en todas las ventanas a la vez.',
  setPin: 'Poner un PIN',
  changePin: 'Cambiar',
  removePin: 'Quitar',
  idle: 'Bloquear si nadie la usa',
  idleHelp: 'Minutos sin teclado ni ratón. Con 0, solo cuando lo pidas.',
  idleUnit: 'minutos',
  idleNever: 'nunca sola',
  withSystem: 'Bloquear con el equipo',
  withSystemHelp: 'Cuando se bloquea o se suspende la sesión del sistema.',
  now: 'Bloquear ahora',
  nowHelp: 'No se ve nada hasta escribir el PIN. Lo que estaba en marcha sigue.',
  nowAction: 'Bloquear',
  operator: 'Quién trabaja en este equipo',
  operatorHelp: 'Tu nombre, o el del puesto. Sale en la auditoría junto al usuario del sistema.',
  search: 'pantalla contraseña privacidad ausente operador',
} as const

/** Texts of the dialog where a PIN is set, changed or removed. */
export const pinText = {
  titles: { set: 'Poner un PIN', change: 'Cambiar el PIN', remove: 'Quitar el PIN' },
  body: {
    set: 'Se pedirá para volver a entrar. Si lo olvidas, no se puede recuperar desde Ventanilla.',
    change: 'El nuevo vale desde ahora en todas las ventanas.',
    remove: 'Ventanilla dejará de bloquearse, también con el equipo.',
  },
  before: 'PIN de ahora',
  pin: 'PIN nuevo',
  pinHelp: 'Al menos 4 cifras o letras.',
  repeat: 'Repítelo',
  short: 'Al menos 4 cifras o letras.',
  different: 'Los dos no son iguales.',
  submit: { set: 'Poner PIN', change: 'Cambiar PIN', remove: 'Quitar PIN' },
  done: { set: 'PIN puesto', change: 'PIN cambiado', remove: 'PIN quitado' },
  cancel: 'Cancelar',
  saving: 'Guardando…',
  show: 'Mostrar',
  hide: 'Ocultar',
} as const
