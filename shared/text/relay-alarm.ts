import { byNumber, plural } from './grammar.ts'

/** Messages that the relay sends by mail and webhook when no PC listens. Times are in the zone of mainland Spain. */

const times = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** «24/11/2026 a las 09:14». */
const when = (at: number) => times.format(at).replace(', ', ' a las ')

interface UnattendedFacts {
  office: string
  waiting: number
  /** Time that the first waiting event was received. */
  since: number
  /** PCs of the office with the time of their last contact. `null`: never. */
  pcs: readonly { name: string; seenAt: number | null }[]
}

export interface AlarmWords {
  title: string
  text: string
}

/** Events wait, and no PC confirms them. */
export function unattendedWords({ office, waiting, since, pcs }: UnattendedFacts): AlarmWords {
  const notices = plural(waiting, 'aviso espera', 'avisos esperan')
  const heard = pcs.map(
    ({ name, seenAt }) =>
      `- ${name}: ${seenAt === null ? 'todavía no se le ha oído' : `se le oyó el ${when(seenAt)}`}`,
  )
  return {
    title: `Nadie escucha en ${office}: ${notices} desde el ${when(since)}`,
    text: [
      `Ningún equipo de ${office} ha confirmado ${byNumber(waiting, 'el aviso que llegó', 'los avisos que han llegado desde')} el ${when(since)}.`,
      'Mientras tanto no se ven los cambios de estado de los expedientes ni de las firmas. No se pierde ninguno: llegan todos en cuanto un equipo se conecte.',
      'Abre Ventanilla en un equipo y mira en Ajustes › Relé que esté conectado.',
      pcs.length === 0
        ? 'El relé no tiene ningún equipo emparejado: empareja uno con «npm run relay -- pair».'
        : `Equipos de la oficina:\n${heard.join('\n')}`,
    ].join('\n\n'),
  }
}

interface AttendedFacts {
  office: string
  /** PC that confirmed first. `null`: no PC did, and the waiting events were too old to keep. */
  by: string | null
  at: number
  /** Events that still wait. */
  waiting: number
}

/** A PC listens again. */
export function attendedWords({ office, by, at, waiting }: AttendedFacts): AlarmWords {
  if (by === null)
    return {
      title: `${office}: ya no espera ningún aviso`,
      text: 'Los avisos que esperaban son demasiado antiguos y el relé ya no los guarda. Al conectarse, cada equipo mirará todo lo que tiene abierto.',
    }
  const left =
    waiting === 0
      ? 'Ya no queda ninguno por llegar.'
      : `${plural(waiting, 'aviso está', 'avisos están')} llegando.`
  return {
    title: `Ya escucha un equipo en ${office}`,
    text: `${by} recibe avisos desde el ${when(at)}. ${left}`,
  }
}

/** The relay received events that it cannot read, so that no PC sees them. */
export function unreadableWords({ office, count: bodies, lastAt }: UnreadableFacts): AlarmWords {
  const notices = plural(bodies, 'aviso', 'avisos')
  return {
    title: `El relé de ${office} no entiende ${notices} del servicio`,
    text: [
      `${byNumber(bodies, 'Ha llegado un aviso', `Han llegado ${notices}`)} que el relé no sabe leer, el último el ${when(lastAt)}. Ningún equipo ${byNumber(bodies, 'lo ve', 'los ve')}.`,
      'Reenvía este mensaje a quien lleva el relé. Con «npm run relay -- quarantine» ve qué ha llegado, y se guarda siete días.',
      'Mientras tanto, los cambios se ven más tarde: cuando Ventanilla pregunta al servicio.',
    ].join('\n\n'),
  }
}

interface UnreadableFacts {
  office: string
  /** Number of kept bodies. */
  count: number
  lastAt: number
}

/** Test message. */
export const testWords = (office: string): AlarmWords => ({
  title: `Prueba del relé de ${office}`,
  text: `Así te avisará el relé de ${office} cuando esperen avisos y no escuche ningún equipo. No tienes que hacer nada.`,
})
