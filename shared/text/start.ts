/** Lines of `npm start` on the terminal, before there is a window. */
const IN_BROWSER = 'Se abre en tu navegador'
const AGAIN = 'con «npm start -- --host=electron» se intenta otra vez'

export const startTexts = {
  electron: 'Se abre en su propia ventana de escritorio.',
  webAsRequested: `${IN_BROWSER}, como has pedido.`,
  web: {
    absent: `${IN_BROWSER}: Electron no está en este equipo («npm start -- --host=electron» lo descarga).`,
    'failed-before': `${IN_BROWSER}: Electron no está en este equipo y la última vez no se pudo descargar; ${AGAIN}.`,
    unreachable: `${IN_BROWSER}: Electron no se puede descargar desde aquí; ${AGAIN}.`,
    cut: `${IN_BROWSER}: la descarga de Electron se ha cortado; ${AGAIN}.`,
    checksum: `${IN_BROWSER}: lo descargado no es el Electron que esperábamos y se ha borrado; ${AGAIN}.`,
    disk: `${IN_BROWSER}: Electron no se ha podido guardar en este equipo; ${AGAIN}.`,
    root: `${IN_BROWSER}: Electron no se abre como administrador (root).`,
    'no-display': `${IN_BROWSER}: aquí no hay pantalla para una ventana de escritorio.`,
    'cannot-run': `${IN_BROWSER}: Electron está en este equipo, pero no ha podido abrirse.`,
  },
  downloading:
    'Descargando la ventana de escritorio (Electron), una sola vez. Si no quieres esperar: Ctrl+C y «npm start -- --host=web».',
  downloadingElsewhere: 'Otro arranque está descargando Electron; lo esperamos.',
  downloaded: (received: string, total: string | null) =>
    total === null ? `${received} MB` : `${received} de ${total} MB`,
} as const
