import type { ClientRequest } from '../bridge/client-requests.ts'
import { startOfDay } from '../domain/calendar.ts'
import type { RequestChannel } from '../domain/client-requests.ts'
import { fullDate } from './dates.ts'
import { byNumber, count, plural } from './grammar.ts'
import { labelOf } from './labels-reports.ts'
import { signatureDocumentLabels } from './labels.ts'

/** Texts of the requests to clients: *Pedido al cliente* of a file, and *A quién reclamar hoy*. */

const CHANNELS: Readonly<Record<RequestChannel, string>> = {
  message: 'Mensaje',
  email: 'Correo',
  whatsapp: 'WhatsApp',
  phone: 'Teléfono',
  counter: 'En persona',
}

/** «20/11/2026». */
const day = (iso: string): string => fullDate(startOfDay(iso))

/** «Pedido el 20/11/2026, sin respuesta». */
const waitingText = ({
  asked,
  reminders,
  reminded,
}: Pick<ClientRequest, 'asked' | 'reminders' | 'reminded'>) =>
  reminders === 0 || reminded === null
    ? `Pedido el ${day(asked)}, sin respuesta`
    : `Pedido el ${day(asked)}, reclamado ${byNumber(reminders, 'una vez', `${count(reminders)} veces`)}, la última el ${day(reminded)}`

export const requestText = {
  /** Name of what is asked for. */
  signature: (document: string): string =>
    `Firma: ${labelOf(signatureDocumentLabels, document, 'documento')}`,
  incident: 'Resolver una incidencia',
  channels: CHANNELS,
  day,
  waiting: waitingText,
  due: (iso: string, today: string): string =>
    iso < today ? `Plazo vencido el ${day(iso)}` : `Para el ${day(iso)}`,
  next: (iso: string, today: string): string =>
    iso <= today ? 'Toca reclamar' : `Se reclama el ${day(iso)}`,
  ended: ({ state, endedAt }: Pick<ClientRequest, 'state' | 'endedAt'>): string =>
    `${state === 'arrived' ? 'Llegó' : 'Cerrado'}${endedAt === null ? '' : ` el ${fullDate(endedAt)}`}`,
  by: (person: string, channel: RequestChannel): string =>
    [CHANNELS[channel], person].filter(Boolean).join(' · '),
  undo: 'Deshacer',
  failed: 'No se ha podido leer lo pedido.',

  section: {
    title: 'Pedido al cliente',
    none: 'No se le ha pedido nada. Lo que pidas queda aquí con su fecha, hasta que llegue.',
    ask: 'Pedir…',
    message: 'Mensaje para reclamar',
    list: 'Lo que está pedido',
    ended: (n: number) => plural(n, 'cosa que ya llegó o se cerró', 'cosas que ya llegaron o se cerraron'),
    remind: 'Reclamado hoy',
    reminded: (next: string) => `Reclamado. Vuelve a tocar el ${day(next)}.`,
    more: 'Más',
    change: 'Cambiar fechas o canal…',
    close: 'Cerrar: ya no hace falta',
    closed: 'Cerrado: ya no se reclama.',
    reopen: 'Reabrir',
    reopened: 'Vuelve a estar pedido.',
    undone: 'Deshecho.',
    of: (what: string, about: string) => `${what}: ${about}`,
  },

  dialog: {
    askTitle: 'Pedir al cliente',
    changeTitle: 'Cambiar lo pedido',
    missing: 'Qué le pides',
    other: 'Otra cosa',
    otherHelp: 'Como quieres que la lea el cliente: «certificado de empadronamiento».',
    channel: 'Cómo',
    due: 'Para cuándo',
    next: 'Reclamar el',
    record: 'Apuntar',
    recordAndWrite: 'Apuntar y preparar el mensaje',
    save: 'Guardar',
    cancel: 'Cancelar',
    nothing: 'Elige o escribe qué le pides.',
    badDay: 'Pon las dos fechas.',
    note: 'No se envía nada: queda apuntado para reclamarlo a tiempo.',
    recorded: (n: number) => `${plural(n, 'petición apuntada', 'peticiones apuntadas')}.`,
  },

  page: {
    title: 'A quién reclamar hoy',
    list: 'Clientes a los que reclamar',
    loading: 'Leyendo lo pedido…',
    failed: 'No se ha podido leer lo pedido',
    filter: 'Mostrar',
    show: { today: 'Hoy', all: 'Todo lo pedido' },
    counts: ({ clients, due, open }: { clients: number; due: number; open: number }) =>
      due === 0
        ? `Hoy no toca reclamar nada. ${plural(open, 'cosa pedida', 'cosas pedidas')} en total.`
        : `${plural(clients, 'cliente', 'clientes')} y ${plural(due, 'cosa', 'cosas')} por reclamar hoy, de ${count(open)} ${byNumber(open, 'pedida', 'pedidas')}.`,
    emptyTitle: 'Hoy no hay a quién reclamar',
    emptyBody:
      'Aquí sale cada cliente al que pediste un documento o una firma y no ha contestado, el día en que toca reclamarlo.',
    toCases: 'Ver expedientes',
    showAll: 'Ver todo lo pedido',
    unnamed: 'Sin cliente',
    hidden: 'Cliente oculto',
    write: 'Mensaje',
    writeTo: (client: string) => `Preparar el mensaje para ${client}`,
    remind: 'Reclamado hoy',
    remindTo: (client: string) => `Apuntar que has reclamado hoy a ${client}`,
    reminded: (client: string, next: string) => `${client}: reclamado. Vuelve a tocar el ${day(next)}.`,
    foot: (n: number) => plural(n, 'cliente', 'clientes'),
    open: 'abrir',
    source: 'Días laborables de lunes a viernes; los festivos no se descuentan.',
  },
} as const

/**
 * Lines of a message: what is asked of a client, one file per line if there are several files.
 * @param files name of each file, and what it lacks
 */
export function requestLines(files: readonly { name: string; texts: readonly string[] }[]): string {
  const bullets = (texts: readonly string[]) => [...new Set(texts)].map((one) => `- ${one}`)
  const [only, ...others] = files
  if (only && others.length === 0) return bullets(only.texts).join('\n')
  return files.map(({ name, texts }) => [`${name}:`, ...bullets(texts)].join('\n')).join('\n')
}
