import type { ClientMessage, ClientMessages } from '#shared/bridge/client-messages.ts'
import { fitsInLinks, mailtoLink, whatsAppLink } from '#shared/domain/client-link.ts'
import type { ClientChannel } from '#shared/domain/client-recipients.ts'
import { type ClientValues } from '#shared/domain/client-fields.ts'
import { groupOf, type SituationId } from '#shared/domain/client-situations.ts'
import { clientSubject, clientText } from '#shared/text/client.ts'
import type { Recipient } from './recipients.rules.ts'

/** A text that suits a subject, with its values but for the recipient's name. */
export interface Choice {
  key: string
  situation: SituationId
  title: string
  values: ClientValues
}

const HIDDEN = '•••••'

export interface MessageSettings {
  /** The office's text of the situation. */
  own: string | undefined
  demo: boolean
  /** Names known of the file, hidden wherever they are. */
  names: readonly string[]
  digest: (text: string) => string
}

/** Text for one person, whole and with names hidden. */
export function messageFor(
  choice: Choice,
  recipient: Recipient,
  { own, demo, names, digest }: MessageSettings,
): ClientMessage {
  const { situation, values } = choice
  const subject = clientSubject(groupOf(situation), values)
  const text = clientText(situation, own, { ...values, nombre: recipient.name }, demo)
  const nombre = recipient.name === '' ? '' : HIDDEN
  const hidden = withoutNames(clientText(situation, own, { ...values, nombre }, demo), names)
  const { email, phone } = recipient
  const given = JSON.stringify([choice.key, recipient.key, subject, text, email, phone])
  return {
    ...recipient,
    subject,
    text,
    hidden,
    fits: fitsInLinks({ email, phone, subject }, text),
    revision: digest(given),
  }
}

/** Link that opens a message; `null` where its channel has no address or the text does not fit. */
export function linkOf(message: ClientMessage, channel: Exclude<ClientChannel, 'copy'>): string | null {
  const { email, phone, key, subject, text } = message
  if (channel === 'whatsapp') return phone === null ? null : whatsAppLink(phone, text)
  // A file without known people: the address is chosen in the mail program.
  return email === null && key !== 'none' ? null : mailtoLink(email, subject, text)
}

/** The shown message of a recipient with the user's edit, if the choice is still the one on screen. */
export function shownMessage(
  { chosen, messages }: Pick<ClientMessages, 'chosen' | 'messages'>,
  asked: { choice: string; to: string; revision: string; edited?: string | undefined },
): ClientMessage | undefined {
  if (chosen !== asked.choice) return undefined
  const found = messages.find(({ key, revision }) => key === asked.to && revision === asked.revision)
  return found && { ...found, text: asked.edited ?? found.text }
}

/** Shorter words of a name are not hidden by themselves: they are particles, or words of any text. */
const MIN_WORD = 4

/**
 * The service's own words may name a person too: without accents, in capitals, surname first. A whole name is
 * hidden, and each longer word of it.
 */
function withoutNames(text: string, names: readonly string[]): string {
  const whole = names.map((name) => name.trim()).filter((name) => name.length > 2)
  const words = whole.flatMap((name) => name.split(/[\s,]+/)).filter((word) => word.length >= MIN_WORD)
  return [...new Set([...whole, ...words])]
    .toSorted((a, b) => b.length - a.length)
    .reduce((hidden, name) => hidden.replace(patternOf(name), HIDDEN), text.normalize('NFD'))
    .normalize('NFC')
}

/** A name as whole words of a decomposed text, whatever its accents. */
function patternOf(name: string): RegExp {
  const letters = [...name.normalize('NFD').replace(/\p{M}/gu, '')]
  const pattern = letters.map((letter) => (/\s/.test(letter) ? '\\s+' : `${escaped(letter)}\\p{M}*`)).join('')
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${pattern}(?![\\p{L}\\p{N}])`, 'giu')
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
