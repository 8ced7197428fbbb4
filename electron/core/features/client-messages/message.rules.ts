import type { AnnotationFields } from '#shared/bridge/cases.ts'
import type { ClientMessage, ClientMessages } from '#shared/bridge/client-messages.ts'
import type { RequestAsk } from '#shared/bridge/client-requests.ts'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import type { PlateVerdict } from '#shared/bridge/lookup.ts'
import type { Contact, SignatureRow } from '#shared/bridge/signature-requests.ts'
import {
  type ClientValues,
  fitsInLinks,
  mailtoLink,
  whatsAppLink,
  RECIPIENT_KEYS,
  type RecipientKey,
  type ClientChannel,
  situationGroup,
  type SituationId,
  situationOf,
} from '#shared/domain/client-messages.ts'
import { assignsPlate, type DraftKind, hasOwner, kindOfType } from '#shared/domain/procedures/kinds.ts'
import { checkEmail } from '#shared/domain/addresses.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { phonesIn } from '#shared/domain/phone.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { readBodyField, readTextField } from '#shared/domain/service-body.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import {
  answerValues,
  verdictSituation,
  incidentValues,
  procedureValues,
  signatureValues,
} from '#shared/text/client-answer.ts'
import { requestLines, requestText } from '#shared/text/client-requests.ts'
import { clientSubject, clientText, LINES, situationName, withLines } from '#shared/text/client.ts'
import { incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import { procedureName } from '#shared/text/labels.ts'
import { subjectName } from '#shared/text/notifications.ts'
import { stateName } from '#shared/text/resources.ts'
import type { FiledRequest } from '../client-requests/client-requests.rules.ts'

/** Possible recipient of a text, with the data that this PC has. */
export interface Recipient {
  key: RecipientKey
  roles: RecipientKey[]
  name: string
  /** Compact form; '' if unknown. */
  taxId: string
  email: string | null
  /** E.164 form. */
  phone: string | null
  contactId: string | null
}

/** Person named in a file, before the address is searched. */
export interface NamedPerson {
  key: RecipientKey
  name: string
  taxId: string
  /** Identifier of the representative that the file names. It wins over the address book's. */
  representative?: string
  /** Address that the file gives. It wins over the address book's. */
  email?: string
  phone?: string
}

type ContactFields = Contact['fields']
/** Contacts that may be the named people: by identifier or by name. */
export type KnownContacts = readonly Pick<Contact, 'id' | 'fields'>[]

/**
 * People named in the annotations of a procedure.
 * @param type of the procedure, as the service names it
 */
export const listNamedPeople = (fields: PartyFields, type: string): NamedPerson[] =>
  listPeopleOf(fields, kindOfType(type))

type PartyFields = Pick<
  AnnotationFields,
  'client' | 'buyerName' | 'buyerTaxId' | 'sellerName' | 'sellerTaxId'
>

function listPeopleOf(fields: PartyFields, kind: DraftKind | null): NamedPerson[] {
  const people: NamedPerson[] = [
    { key: 'client', name: fields.client.trim(), taxId: '' },
    {
      key: kind !== null && hasOwner(kind) ? 'owner' : 'buyer',
      name: fields.buyerName.trim(),
      taxId: cleanTaxId(fields.buyerTaxId),
    },
    { key: 'seller', name: fields.sellerName.trim(), taxId: cleanTaxId(fields.sellerTaxId) },
  ]
  return people.filter(({ name, taxId }) => name !== '' || taxId !== '')
}

/**
 * Recipients of a text: the named people with their addresses, and the representatives of the companies among them.
 * The same person in two roles is one recipient. A name without an identifier matches a contact only if exactly one
 * contact has that name.
 */
export function toRecipients(people: readonly NamedPerson[], contacts: KnownContacts): Recipient[] {
  const recipients: Recipient[] = []
  for (const given of people) {
    const person = { ...given, taxId: cleanTaxId(given.taxId) }
    const contact = findContact(person, contacts)
    addRecipient(recipients, toRecipient(person, contact))
    const representative = cleanTaxId(given.representative || (contact?.fields.representativeIdNumber ?? ''))
    const key = RECIPIENT_KEYS.find((one) => one === `${person.key}-representative`)
    if (representative !== '' && key !== undefined)
      addRecipient(
        recipients,
        toRecipient({ key, name: '', taxId: representative }, findByTaxId(representative, contacts)),
      )
  }
  return recipients
}

function findContact({ name, taxId }: NamedPerson, contacts: KnownContacts) {
  if (taxId !== '') return findByTaxId(taxId, contacts)
  const same = contacts.filter(({ fields }) => isSameName(fields.fullname, name))
  return same.length === 1 ? same[0] : undefined
}

const findByTaxId = (taxId: string, contacts: KnownContacts) =>
  contacts.find(({ fields }) => cleanTaxId(fields.idNumber) === taxId)

function toRecipient(person: NamedPerson, contact: KnownContacts[number] | undefined): Recipient {
  const fields: Partial<ContactFields> = contact?.fields ?? {}
  return {
    key: person.key,
    roles: [person.key],
    name: person.name || (fields.fullname ?? '').trim(),
    taxId: person.taxId || cleanTaxId(fields.idNumber ?? ''),
    email: parseEmail(person.email) ?? parseEmail(fields.email),
    phone: parsePhone(person.phone) ?? parsePhone(fields.phone),
    contactId: contact?.id ?? null,
  }
}

/** Adds a person, or another role of a person in the list. */
function addRecipient(recipients: Recipient[], next: Recipient): void {
  const known = recipients.find((one) => isSamePerson(one, next))
  if (!known) return void recipients.push(next)
  if (!known.roles.includes(next.key)) known.roles.push(next.key)
  known.taxId ||= next.taxId
  known.email ??= next.email
  known.phone ??= next.phone
  known.contactId ??= next.contactId
}

const isSamePerson = (one: Recipient, other: Recipient): boolean =>
  one.taxId !== '' && other.taxId !== '' ? one.taxId === other.taxId : isSameName(one.name, other.name)

const isSameName = (one: string, other: string): boolean =>
  one.trim() !== '' && foldText(one).trim() === foldText(other).trim()

function parseEmail(text: string | undefined): string | null {
  const checked = checkEmail(text ?? '')
  return checked.ok ? checked.email : null
}

/** Telephone to use. An imported contact, or the service, may have two numbers in one field: a mobile goes first. */
function parsePhone(text = ''): string | null {
  const numbers = phonesIn(text)
  const mobile = numbers.find(({ line }) => line === 'mobile')
  return (mobile ?? numbers[0])?.e164 ?? null
}

/** A text that suits a subject, with all values except the recipient's name. */
export interface Choice {
  key: string
  situation: SituationId
  title: string
  values: ClientValues
  /** Lines of a text about several things, which stand for `{resumen}`. */
  lines?: string
}

const HIDDEN = '•••••'

export interface MessageSettings {
  /** The office's text of the situation. */
  own: string | undefined
  demo: boolean
  /** Known names of the file, which are hidden in the version without names. */
  names: readonly string[]
  digest: (text: string) => string
}

/** Message for one person, complete and with names hidden. */
export function buildMessage(
  choice: Choice,
  recipient: Recipient,
  { own, demo, names, digest }: MessageSettings,
): ClientMessage {
  const { situation, values, lines } = choice
  const subject = clientSubject(situationGroup(situation), values)
  const write = (nombre: string): string => {
    if (lines === undefined) return clientText(situation, own, { ...values, nombre }, demo)
    const template = own === undefined ? undefined : withLines(own)
    const written = clientText(situation, template, { ...values, nombre, resumen: LINES }, demo)
    return written.replaceAll(LINES, () => lines)
  }
  const text = write(recipient.name)
  const hidden = hideNames(write(recipient.name === '' ? '' : HIDDEN), names)
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

/**
 * Link that opens a message; `null` if the text is too long. Without an address, the user chooses it in the mail
 * program or in WhatsApp.
 */
export const buildLink = (
  { email, phone, subject, text }: ClientMessage,
  channel: Exclude<ClientChannel, 'copy'>,
): string | null => (channel === 'whatsapp' ? whatsAppLink(phone, text) : mailtoLink(email, subject, text))

/**
 * The shown message of a recipient, with the user's edit. `undefined` if the screen shows another choice or revision.
 */
export function findShownMessage(
  { chosen, messages }: Pick<ClientMessages, 'chosen' | 'messages'>,
  sent: { choice: string; to: string; revision: string; edited?: string | undefined },
): ClientMessage | undefined {
  if (chosen !== sent.choice) return undefined
  const found = messages.find(({ key, revision }) => key === sent.to && revision === sent.revision)
  return found && { ...found, text: sent.edited ?? found.text }
}

/** Least length of a word of a name that is hidden by itself. Shorter words are particles, or words of any text. */
const MIN_WORD = 4

/**
 * Hides names in a text. The service's words may name a person too: without accents, in capitals, surname first. So
 * each longer word of a name is hidden, and not only the whole name.
 */
function hideNames(text: string, names: readonly string[]): string {
  const whole = names.map((name) => name.trim()).filter((name) => name.length > 2)
  const words = whole.flatMap((name) => name.split(/[\s,]+/)).filter((word) => word.length >= MIN_WORD)
  return [...new Set([...whole, ...words])]
    .toSorted((a, b) => b.length - a.length)
    .reduce((hidden, name) => hidden.replace(buildNamePattern(name), HIDDEN), text.normalize('NFD'))
    .normalize('NFC')
}

/** Pattern of a name as whole words of a decomposed text, whatever its accents. */
function buildNamePattern(name: string): RegExp {
  const letters = [...name.normalize('NFD').replace(/\p{M}/gu, '')]
  const pattern = letters
    .map((letter) => (/\s/.test(letter) ? '\\s+' : `${escapePattern(letter)}\\p{M}*`))
    .join('')
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${pattern}(?![\\p{L}\\p{N}])`, 'giu')
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const ENDED_WITH_PLATE: readonly string[] = ['DONE', 'DELIVERED_TO_CLIENT']
const ENDED: readonly string[] = [...ENDED_WITH_PLATE, 'CANCELLED']

/**
 * Texts for the present state of a procedure, the most useful first. Their order: incidents that the client can
 * solve, the plate that was just assigned, the state.
 * @param documentName names the document of an incident; '' if unknown
 */
export function listProcedureChoices(view: ResourceView, documentName: (id: string) => string): Choice[] {
  const { body, status, statusDescription = '' } = view
  const type = readTextField(body, 'type')
  const vehicle = readBodyField(body, 'vehicle')
  const vrm = (view.subject.vrm ?? (readTextField(vehicle, 'vrm') || readTextField(body, 'vrm'))) || undefined
  const vin = (view.subject.vin ?? readTextField(vehicle, 'vin')) || undefined
  const kind = procedureName(type, readTextField(body, 'typeDescription')) || (view.subject.label ?? '')
  const of = { vrm, vin, kind }
  // An incident that is unsolved when the procedure ends needs nothing from the client any more.
  const incidents = ENDED.includes(status) ? [] : (incidentsIn(body) ?? [])
  const open = incidents.filter(({ solved }) => !solved)
  const asked = open.flatMap((incident, index): Choice[] => {
    if (incident.waitsFor !== 'us') return []
    const document = incident.documentId === '' ? '' : documentName(incident.documentId)
    const situation = situationOf('incident', incident.type)
    return [
      {
        // The service gives no reliable id, so the position tells incidents apart.
        key: `${situation}#${incident.id || index}`,
        situation,
        title: [incident.title || situationName(situation), document].filter(Boolean).join(' · '),
        values: incidentValues(of, { ...incident, document }),
      },
    ]
  })
  const hasNewPlate = assignsPlate(type) && vrm !== undefined && ENDED_WITH_PLATE.includes(status)
  const state = stateName('procedure', status, statusDescription)
  const values = procedureValues({
    ...of,
    state,
    since: view.since,
    waits: open.map(({ title }) => title).filter((title) => title !== ''),
    reason: status === 'CANCELLED' ? statusDescription : '',
  })
  // The text of an incident asks the client for something. The text of this state says that another body
  // decides.
  const situation = situationOf('state', waitsForOthersOnly(status, open) ? 'ON_HOLD' : status)
  return [
    ...asked,
    ...(hasNewPlate
      ? [
          {
            key: 'plate:assigned',
            situation: 'plate:assigned' as const,
            title: situationName('plate:assigned'),
            values,
          },
        ]
      : []),
    { key: situation, situation, title: state, values },
  ]
}

/** Text of a signature, which depends only on its state. */
export function listSignatureChoices(row: SignatureRow, method: string): Choice[] {
  const situation = situationOf('signature', row.status)
  const state = stateName('signature', row.status, row.statusDescription)
  const { document, vrm, createdAt: sentAt } = row
  return [
    {
      key: situation,
      situation,
      title: state,
      values: signatureValues({ document, vrm, method, sentAt, state }),
    },
  ]
}

/** Choice of a text about what is asked of a client. */
function toRequestChoice(
  situation: 'request:ask' | 'request:remind',
  of: { vrm?: string | undefined; type: string; due: string },
  lines: string,
): Choice {
  const { vrm, type, due } = of
  return {
    key: situation,
    situation,
    title: situationName(situation),
    values: { matrícula: vrm === undefined ? '' : displayPlate(vrm), tipo: type, fecha: due },
    lines,
  }
}

/**
 * Text that asks for what a procedure lacks.
 * @param due day by which it should arrive
 */
export function buildAskChoice(view: ResourceView, asks: readonly RequestAsk[], due: string): Choice {
  const type = procedureName(readTextField(view.body, 'type'), readTextField(view.body, 'typeDescription'))
  const lines = requestLines([{ name: '', texts: asks.map(({ text }) => text) }])
  return toRequestChoice('request:ask', { vrm: view.subject.vrm, type, due: requestText.day(due) }, lines)
}

/** Texts and people of open requests. They were asked today: the text that asks comes first. */
export function listRequestChoices(requests: readonly FiledRequest[], today: string) {
  const files = [...new Set(requests.map(({ file }) => file))]
  const lines = requestLines(
    files.map((file) => ({
      name: [subjectName(file.subject), file.type].filter(Boolean).join(', '),
      texts: requests.filter((request) => request.file === file).map(({ row }) => row.text),
    })),
  )
  const [only, ...others] = files
  const isOnly = only !== undefined && others.length === 0
  const due = requests.map((request) => request.due).toSorted()[0] ?? today
  const of = {
    vrm: isOnly ? only.subject.vrm : undefined,
    type: isOnly ? only.type : '',
    due: due > today ? requestText.day(due) : '',
  }
  const isNew = requests.every(({ asked, reminders }) => asked === today && reminders === 0)
  const situations = ['request:remind', 'request:ask'] as const
  return {
    choices: (isNew ? situations.toReversed() : situations).map((situation) =>
      toRequestChoice(situation, of, lines),
    ),
    people: files.flatMap(({ parties, kind }) => listPeopleOf(parties, kind)),
  }
}

/** Text of a plate's verdict. */
export function listPlateChoices(
  vrm: string,
  verdict: PlateVerdict,
  complete: CompleteReport | null,
): Choice[] {
  const situation = verdictSituation(verdict)
  return [
    {
      key: situation,
      situation,
      title: situationName(situation),
      values: answerValues(displayPlate(vrm), verdict, complete),
    },
  ]
}
