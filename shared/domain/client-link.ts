import { checkEmail, EMAIL, MAX_EMAIL } from './email.ts'

/**
 * Links that open the user's mail program or WhatsApp with a text for a client. Nothing is sent by opening
 * one. They are built from parts and checked again, whole, wherever they are opened.
 */

/** Maximum characters of a link: Windows hands no more than 2,081 to the program that opens it. */
export const MAX_CLIENT_LINK = 2_000

/** Maximum characters of a text as the user changed it. */
export const MAX_EDITED = 4_000

const ENCODED = `(?:[A-Za-z0-9_.!~*'()-]|%[0-9A-F]{2})`
/** Without line breaks: in a header they would begin another one. */
const ONE_LINE = `(?:[A-Za-z0-9_.!~*'()-]|%(?!0[AD])[0-9A-F]{2})`
const MAILTO = new RegExp(`^mailto:(?<to>${ENCODED}+@${ENCODED}+)?\\?subject=${ONE_LINE}*&body=${ENCODED}*$`)
const WHATSAPP = new RegExp(`^https://wa\\.me/[1-9]\\d{6,14}\\?text=${ENCODED}+$`)

/** True for exactly the two kinds of links that this file builds. */
export function isClientLink(address: string): boolean {
  if (address.length > MAX_CLIENT_LINK) return false
  if (WHATSAPP.test(address)) return true
  const mail = MAILTO.exec(address)
  return mail !== null && (mail.groups?.['to'] === undefined || isOneAddress(mail.groups['to']))
}

/** Encoded, a comma would add a recipient, and a line break another header. */
function isOneAddress(encodedAddress: string): boolean {
  try {
    const address = decodeURIComponent(encodedAddress)
    return address.length <= MAX_EMAIL && EMAIL.test(address)
  } catch {
    return false
  }
}

/**
 * `mailto:` with one address, subject and body (RFC 6068).
 * @param to `null`: chosen in the mail program
 * @returns `null` for an invalid address, or a text that does not fit
 */
export function mailtoLink(to: string | null, subject: string, body: string): string | null {
  const checked = to === null ? null : checkEmail(to)
  if (checked && !checked.ok) return null
  const address = checked ? checked.email.split('@').map(encoded).join('@') : ''
  const oneLine = subject.replace(/\s+/g, ' ').trim()
  return bounded(
    `mailto:${address}?subject=${encoded(oneLine)}&body=${encoded(body.replace(/\r\n?|\n/g, '\r\n'))}`,
  )
}

/**
 * `https://wa.me/…`, WhatsApp's own link for a text to one number.
 * @param e164 `+34612345678`
 * @returns `null` for anything but such a number, an empty text, or one that does not fit
 */
export const whatsAppLink = (e164: string, text: string): string | null =>
  /^\+[1-9]\d{6,14}$/.test(e164) ? bounded(`https://wa.me/${e164.slice(1)}?text=${encoded(text)}`) : null

/** A number of the right length, to see whether a text fits before there is one. */
const ANY_NUMBER = '+349999999999999'

/** Whether a text fits in the link of each channel. */
export const fitsInLinks = (
  { email, phone, subject }: { email: string | null; phone: string | null; subject: string },
  text: string,
): { email: boolean; whatsapp: boolean } => ({
  email: mailtoLink(email, subject, text) !== null,
  whatsapp: whatsAppLink(phone ?? ANY_NUMBER, text) !== null,
})

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
const bounded = (link: string): string | null => (isClientLink(link) ? link : null)
