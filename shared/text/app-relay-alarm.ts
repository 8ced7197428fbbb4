import type { Alarm, AlarmChannel, AlarmSettings, AlarmTest } from '../api/relay-alarm.ts'
import { atMoment } from './dates.ts'
import { byNumber, count, listed, plural } from './grammar.ts'

/** Texts of Ajustes › Relé: whom the relay tells when no PC listens, and its receipts. */
export const alarmText = {
  title: 'Si nadie escucha',
  help: 'El relé avisa fuera de estos equipos cuando esperan avisos y ninguno los recibe.',
  search: 'alarma correo aviso cerrado apagado webhook',
  change: 'Cambiar…',
  test: 'Enviar una prueba',
  testing: 'Enviando la prueba…',
  reading: 'Preguntando al relé…',
  later: 'Se ve en cuanto se oiga al relé.',
  retry: 'Probar otra vez',
  noChannel: 'No se avisa a nadie todavía.',
  lastFailed: (at: number, now: number) =>
    `El último aviso no se pudo mandar ${atMoment(at, now)}. Envía una prueba para ver qué falla.`,

  dialog: 'Si nadie escucha',
  body: 'Se avisa una vez, y otra cuando un equipo vuelve a recibir. No lleva matrículas ni nombres de clientes.',
  mail: 'Correos',
  mailHelp: 'Hasta cinco, separados por comas.',
  noMail:
    'Este relé no tiene servidor de correo. Se lo pone quien lo instala; hasta entonces usa la dirección web.',
  webhook: 'Dirección web',
  webhookHelp: 'Recibe el aviso como JSON: sirven ntfy, Slack o Teams. Déjala vacía si no la usas.',
  after: 'Horas sin que nadie los reciba',
  hours: 'Qué horas cuentan',
  working: 'De lunes a viernes, de 8 a 20',
  workingHelp: 'De noche y en fin de semana no se avisa.',
  all: 'Todas',
  allHelp: 'También de noche y en fin de semana.',
  save: 'Guardar',
  saving: 'Guardando…',
  saved: 'Guardado: el relé ya lo sabe',

  receipts: 'Acuses',
  receiptsHelp: 'Qué equipo recibió cada aviso y cuándo. El relé los guarda seis años.',
  receiptsSearch: 'acuse recibo csv auditoría',
  export: 'Guardar en CSV…',
  exporting: 'Guardando los acuses…',
  cancel: 'Cancelar',
  exported: 'Acuses guardados',
} as const

/** Problems of the form, by field of the settings. */
export const alarmProblems: Readonly<Record<keyof AlarmSettings, string>> = {
  afterHours: 'De 1 a 72.',
  hours: 'Elige qué horas cuentan.',
  mail: 'Alguno no es un correo. Sepáralos con comas: son cinco como mucho.',
  webhook: 'Tiene que ser una dirección como https://avisos.example.com/oficina.',
}

/** «Avisa a jefa@example.com y a la dirección web tras 4 h, de lunes a viernes de 8 a 20.» */
export function alarmLine({ afterHours, hours, mail, webhook }: AlarmSettings): string {
  const told = [...mail, ...(webhook === null ? [] : [`la dirección web ${hostOf(webhook)}`])]
  if (told.length === 0) return alarmText.noChannel
  const when = hours === 'all' ? 'de cualquier día' : 'de lunes a viernes, de 8 a 20'
  return `Avisa a ${listed(told)} tras ${plural(afterHours, 'hora', 'horas')} ${when}.`
}

/** The host alone: the rest of such an address is often a secret. */
const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? ''

/** What waits now, which is nothing while this PC listens. */
export function waitingLine({ waiting, waitingSince, raisedAt }: Alarm, now: number): string {
  if (waiting === 0 || waitingSince === null) return ''
  const since = atMoment(Date.parse(waitingSince), now)
  const told = raisedAt === null ? '' : ` Se avisó ${atMoment(Date.parse(raisedAt), now)}.`
  return `${byNumber(waiting, 'Espera 1 aviso', `Esperan ${count(waiting)} avisos`)}, el primero llegó ${since}.${told}`
}

const channels: Readonly<Record<AlarmChannel, { ok: string; failed: string }>> = {
  mail: {
    ok: 'El correo ha salido: mira que llegue.',
    failed:
      'El correo no ha salido. Comprueba las direcciones y, con quien instala el relé, su servidor de correo.',
  },
  webhook: {
    ok: 'La dirección web lo ha recibido.',
    failed: 'La dirección web no lo ha recibido. Comprueba que esté bien escrita y que funcione.',
  },
}

/** What became of the test, a sentence for each channel. */
export const testLines = ({ sent }: AlarmTest): { words: string; ok: boolean }[] =>
  sent.map(({ channel, outcome }) => ({ words: channels[channel][outcome], ok: outcome === 'ok' }))
