import type { GlobalShortcut } from '../bridge/quick-lookup.ts'

/** Command for the shortcuts of the desktop itself. */
export const PANEL_COMMAND = 'ventanilla --consulta'

/** Texts of Ajustes › Consulta rápida. */
export const globalShortcutText = {
  shortcut: 'Atajo desde cualquier programa',
  shortcutHelp: 'Abre la consulta rápida aunque tengas otro programa delante.',
  altGrHelp: 'Sin Ctrl + Alt: en teclados españoles es AltGr y quitaría @ # € [\u00a0]',
  search: 'teclas combinación global panel',
  none: 'Sin atajo',
  change: 'Cambiar',
  changeIt: 'Cambiar el atajo',
  choose: 'Elegir atajo',
  turnOff: 'Desactivar',
  turnItOff: 'Desactivar el atajo',
  turnedOff: 'Atajo desactivado.',
  changed: (words: string) => `El atajo es ahora ${words}.`,
  same: (words: string) => `${words} es el atajo que ya tienes.`,

  newShortcut: 'Combinación nueva',
  pressIt: 'Pulsa la combinación',
  captureHelp: 'Esc lo deja como está. Supr lo desactiva.',
  cancel: 'Cancelar',
  trying: 'Registrando…',
  taken: (words: string) => `Otro programa ya usa ${words}.`,
  refused: (words: string) => `El sistema no permite ${words}.`,
  stays: (words: string) => `Sigue el de antes, ${words}.`,
  staysNone: 'Sigue sin atajo.',
  another: 'Pulsa otra combinación.',

  test: 'Probar',
  testIt: 'Probar el atajo',
  testAgain: 'Probar otra vez',
  stopTest: 'Dejar de esperar',
  retry: 'Volver a intentarlo',
  pressNow: (words: string) => `Pulsa ahora ${words}`,
  pressNowHelp: 'Solo se comprueba que llega: no se abre nada. Esperamos 10 segundos.',
  works: 'Funciona',
  worksHelp: (ago: string) => `Se pulsó y llegó ${ago}.`,
  missed: 'No ha llegado',
  missedHelp:
    'Otro programa se la queda antes. Elige otra combinación, o cierra ese programa y prueba otra vez.',
  onlyHere: 'Solo llega a esta ventana, no desde otro programa. Elige otra combinación.',
  missedDesktop:
    'Este escritorio no la entrega. Pon la orden de abajo en sus propios atajos de teclado, o elige otra combinación.',

  desktop: 'En los atajos del escritorio',
  desktopHelp: 'En los ajustes de teclado de tu escritorio, añade un atajo con esta orden:',
  copyCommand: 'Copiar orden',
  commandCopied: 'Orden copiada',
  commandNotCopied: 'No se ha podido copiar. Selecciona la orden y cópiala tú.',

  clipboard: 'Ofrecer la matrícula del portapapeles',
  clipboardHelp: 'Solo se lee al abrir la consulta rápida; nunca se consulta sola.',

  browser: 'En el navegador no hay atajo desde otros programas',
  browserHelp:
    'Con Ventanilla delante, este atajo la abre desde cualquier pantalla. Si la instalas como aplicación, el menú de su icono tiene «Consulta rápida».',
  diagnosis: 'Atajo de la consulta rápida',
  see: 'Ver',
} as const

interface StateText {
  title: string
  help: string
}

/** What the system answered about the shortcut, with its way out. */
export const shortcutStates: Record<Exclude<GlobalShortcut, 'unsupported'>, StateText> = {
  off: { title: 'Desactivado', help: 'La consulta rápida se abre desde Ventanilla.' },
  registered: { title: 'Registrado', help: 'Pruébalo: otro programa podría quedárselo antes.' },
  unproven: {
    title: 'Registrado, sin confirmar',
    help: 'Este escritorio (Wayland) no dice si el atajo funciona. Si pide permiso, dáselo; después, pruébalo.',
  },
  taken: {
    title: 'Otro programa usa este atajo',
    help: 'Elige otra combinación, o cierra ese programa y vuelve a intentarlo.',
  },
  refused: {
    title: 'El sistema no permite este atajo',
    help: 'Elige otra combinación.',
  },
}

/** Line of Diagnóstico. */
export const shortcutLine = (state: GlobalShortcut, words: string | null): string =>
  state === 'unsupported'
    ? 'No lo hay en el navegador.'
    : words === null || state === 'off'
      ? `${shortcutStates.off.title}.`
      : `${words}: ${shortcutStates[state].title}.`
