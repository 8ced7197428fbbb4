import type { HelpOf } from './help-topic.ts'

export const extensionTopicTitles = {
  permission: 'Permiso de la extensión',
  connection: 'Conexión con el navegador',
} as const

/** Help on the browser extension. */
export const extensionHelp: HelpOf<'extension'> = {
  permission: {
    means:
      'Cada navegador lo pide una vez, y las dos pantallas enseñan las mismas tres palabras. Con permiso ve veredictos y vehículos, consulta matrículas y las abre en Ventanilla. Nunca ve nombres ni la clave, y no envía nada.',
    steps: [
      'Compara las tres palabras: si alguna es distinta, recházala.',
      'Si la petición caduca, a los cinco minutos, pídela otra vez desde la extensión.',
      'Quítalo cuando quieras en Ajustes › Extensión.',
    ],
    related: ['extension:connection'],
    also: 'chrome chromium edge firefox tres palabras aprobar quitar',
  },
  connection: {
    means:
      'Es lo que hace que la extensión de un navegador encuentre Ventanilla en este equipo. Vale para tu usuario y no necesita administrador.',
    steps: [
      'Instálala en Ajustes › Extensión, en cada navegador que uses.',
      'Si el navegador se conecta con otra instalación de Ventanilla, pulsa «Usar esta».',
      'Si la extensión dice que Ventanilla no está abierta, ábrela: la extensión lo nota sola.',
    ],
    related: ['extension:permission'],
    also: 'chrome chromium edge firefox instalar activar no responde no encuentra',
  },
}
