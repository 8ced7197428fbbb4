/** Texts of Ajustes › Ventana. */
export const windowText = {
  onClose: 'Al cerrar la ventana',
  onCloseHelp: {
    tray: 'Siguen llegando los cambios y los avisos. Vuelve desde su icono, junto al reloj.',
    dock: 'Siguen llegando los cambios y los avisos. Vuelve desde su icono.',
    none: 'Este escritorio no tiene bandeja: al cerrar la ventana se cierra Ventanilla. Si la minimizas, siguen llegando los cambios y los avisos.',
  },
  onCloseOptions: { tray: 'Seguir en la bandeja', dock: 'Seguir en el Dock', quit: 'Salir' },
  sessionStart: 'Abrir al iniciar sesión',
  sessionStartHelp:
    'Se abre sin ventana a la vista, para que los cambios de la noche ya estén cuando llegues.',
  sessionStartBlocked:
    'Desactivada en los ajustes de inicio de tu sistema: mientras siga así, no se abre sola.',
  sessionStartStillBlocked: 'Tu sistema no deja activarla desde aquí. Actívala en sus ajustes de inicio.',
  sessionStartUnavailable:
    'Solo se puede con Ventanilla instalada en este equipo, con su carpeta de siempre.',
  search: 'bandeja segundo plano arranque inicio minimizar',
} as const
