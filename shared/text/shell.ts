import { byNumber } from './grammar.ts'
/** Texts of the desktop window outside its page: the menu and the system's dialogs. */
export const menuTexts = {
  app: 'Ventanilla',
  about: 'Acerca de Ventanilla',
  hide: 'Ocultar Ventanilla',
  hideOthers: 'Ocultar las demás',
  showAll: 'Mostrar todo',
  file: 'Archivo',
  quit: 'Salir de Ventanilla',
  edit: 'Edición',
  undo: 'Deshacer',
  redo: 'Rehacer',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  selectAll: 'Seleccionar todo',
  view: 'Ver',
  zoomIn: 'Ampliar',
  zoomOut: 'Reducir',
  zoomReset: 'Tamaño normal',
  fullScreen: 'Pantalla completa',
  window: 'Ventana',
  minimize: 'Minimizar',
  close: 'Cerrar ventana',
} as const

export const shellTexts = {
  title: 'Ventanilla',
  panelTitle: 'Consulta rápida',
  cannotStart: 'Ventanilla no ha podido arrancar',
  hopeless: 'Ventanilla se cierra porque algo falla una y otra vez',
  hopelessAdvice: (logFile: string) =>
    `Lo guardado está a salvo: vuelve a abrirla. Si se repite, envía este archivo a quien te da soporte: ${logFile}`,
  noDebugger:
    'Ventanilla no arranca con un depurador: lo que hay en ella quedaría abierto a otros programas. Ábrela desde su icono.',
  noSandbox:
    'Ventanilla no arranca sin el aislamiento de sus ventanas, que este sistema no permite o alguien ha desactivado. En Linux, instala su paquete .deb o .rpm en lugar de la AppImage.',
  chooseFolder: 'Elige una carpeta',
  hung: 'La ventana de Ventanilla no contesta',
  hungAdvice:
    'Espera un poco si estabas abriendo un documento grande. Si la cargas otra vez, se pierde lo que estuvieras escribiendo y no se hubiera guardado; lo demás está a salvo.',
  wait: 'Esperar',
  reload: 'Cargarla otra vez',
  trayQuestion: 'Ventanilla puede seguir abierta en la bandeja',
  trayAdvice:
    'Así te llegan los cambios y los avisos con la ventana cerrada. Para volver, pulsa su icono junto al reloj. Se cambia en Ajustes › Ventana.',
  trayStay: 'Dejarla en la bandeja',
  trayQuit: 'Salir al cerrar',
  windowLost: 'La ventana de Ventanilla se ha parado varias veces seguidas',
  windowLostAdvice: 'Tus datos están a salvo. Cierra Ventanilla y vuelve a abrirla.',
} as const

/** Text alternative of the dot on the taskbar's icon. */
export const badgeTexts = {
  unread: (n: number) => byNumber(n, '1 novedad por leer', `${n} novedades por leer`),
} as const

/** Question before quitting with something on its way. */
export const quitTexts = {
  sending: (n: number) =>
    byNumber(n, 'Todavía se está enviando algo', `Todavía se están enviando ${n} cosas`),
  detail:
    'Si esperas, Ventanilla se cierra sola en cuanto termine. Si sales ahora, lo empezado sigue la próxima vez que la abras y nada se envía dos veces; lo que aún podías deshacer queda sin enviar.',
  answers: { wait: 'Esperar y salir', now: 'Salir ahora', stay: 'No salir' },
} as const
