import type { Trouble } from '../bridge/health.ts'
import type { Part, TroubleState } from '../domain/health.ts'
import { clock } from './dates.ts'
import { byNumber, listed } from './grammar.ts'

/** Name of each part by its function, in plain words; after «de» and in lists. */
const PARTS: Record<Part, string> = {
  application: 'Ventanilla',
  store: 'los datos de este equipo',
  service: 'el servicio de la demostración',
  'relay-server': 'el relé de la demostración',
  sweep: 'la revisión de expedientes y firmas',
  notifications: 'los avisos',
  'service-documents': 'la descarga de documentos',
  'signed-documents': 'la descarga de documentos firmados',
  retention: 'los plazos de conservación',
  backups: 'la copia de seguridad programada',
  lock: 'el bloqueo por inactividad',
  training: 'la formación',
  relay: 'la conexión con el relé',
  'batch-lookups': 'la consulta de varias matrículas',
  watches: 'la vigilancia de matrículas',
  updates: 'la búsqueda de actualizaciones',
  calendar: 'el archivo de calendario',
}

export const healthText = {
  understood: 'Entendido',
  startAgain: 'Arrancar otra vez',
  log: 'Registro',
  logHelp: 'Lo que ha fallado por dentro, con su hora. No lleva claves, matrículas ni nombres.',
  copyLog: 'Copiar registro',
  copyingLog: 'Copiando…',
  logCopied: 'Registro copiado. No lleva claves, matrículas ni nombres.',
  logNotCopied: 'No se ha podido copiar. Abre el archivo y copia de ahí.',
  logEmpty: 'El registro está vacío.',
} as const

export interface HealthWords {
  title: string
  advice: string
}

/** One sentence for all the parts in the same trouble. */
export function healthWords(state: TroubleState, troubles: readonly Trouble[]): HealthWords {
  const parts = listed(troubles.map(({ part }) => PARTS[part]))
  const verb = (one: string, many: string) => byNumber(troubles.length, one, many)
  const at = clock(Math.max(...troubles.map((trouble) => trouble.at)))
  switch (state) {
    case 'restarting':
      return {
        title: `No funciona ahora: ${parts}.`,
        advice: 'Lo estamos arrancando otra vez. Lo guardado en este equipo sigue a salvo.',
      }
    case 'failing':
      return {
        title: `No funciona ahora: ${parts}.`,
        advice:
          'Lo intentamos otra vez solos. Si dura más de unos minutos, cierra Ventanilla y vuelve a abrirla.',
      }
    case 'stalled':
      return {
        title: `${verb('Lleva', 'Llevan')} un rato sin contestar: ${parts}.`,
        advice:
          'Si no vuelve en un par de minutos, cierra Ventanilla y vuelve a abrirla. Lo guardado está a salvo.',
      }
    case 'stopped':
      return {
        title: `${verb('Se ha parado', 'Se han parado')}: ${parts}.`,
        advice:
          'Se para cada vez que arranca. Puedes probar otra vez; si se repite, mira el registro en Diagnóstico.',
      }
    case 'restarted':
      return {
        title: `A las ${at} se pararon y se han vuelto a abrir: ${parts}.`,
        advice: 'Comprueba lo último que hiciste antes de esa hora: puede no haberse guardado.',
      }
    case 'emptied':
      return {
        title: `A las ${at} se han perdido los datos de esta sesión.`,
        advice:
          'Estaban solo en la memoria y su parte de Ventanilla se paró. Consulta otra vez lo que necesites.',
      }
    case 'unexpected':
      return {
        title: `A las ${at} ha fallado algo por dentro.`,
        advice:
          'Ventanilla sigue. Comprueba lo último que hiciste y, cuando puedas, ciérrala y vuelve a abrirla. El detalle está en el registro, en Diagnóstico.',
      }
  }
}
