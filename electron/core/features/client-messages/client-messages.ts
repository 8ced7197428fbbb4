import { createHash } from 'node:crypto'
import type { CommandArgs, CommandResult } from '#shared/bridge/contract.ts'
import type { ClientMessage, ClientMessages as Shown, ClientSubject } from '#shared/bridge/client-messages.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { ClientChannel } from '#shared/domain/client-recipients.ts'
import { fieldsOf, SITUATION_IDS } from '#shared/domain/client-situations.ts'
import { isUsableTemplate } from '#shared/domain/client-template.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { verdictSituation } from '#shared/text/client-answer.ts'
import type { HostPort } from '../../host.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Audit } from '../audit/audit.ts'
import type { ServiceDocuments } from '../service-documents/service-documents.ts'
import { plateChoices, procedureChoices, signatureChoices } from './choices.rules.ts'
import { type Choice, linkOf, messageFor, shownMessage } from './message.rules.ts'
import type { ClientTexts } from './client-texts.ts'
import { namedIn, type NamedPerson, type Recipient, recipientsOf } from './recipients.rules.ts'

/** Texts for clients, with whom they may go to. Nothing is sent: the host opens a program with the text. */
export interface ClientMessages {
  get(about: ClientSubject, choice?: string): Promise<Result<Shown>>
  give(asked: CommandArgs<'client-messages.give'>): Promise<Result<CommandResult<'client-messages.give'>>>
  /** Records what became of a given text in the window. */
  outcome(told: CommandArgs<'client-messages.outcome'>): Promise<Result<Record<string, never>>>
  /** Records that a plate's answer was copied from its own screen. */
  copied(vrm: string): Promise<Result<Record<string, never>>>
}

export interface ClientMessagesDeps {
  call: StoreCall
  texts: Pick<ClientTexts, 'own'>
  serviceDocuments: Pick<ServiceDocuments, 'list'>
  audit: Pick<Audit, 'note'>
  isDemo: boolean
  host: Pick<HostPort, 'openClientLink'>
}

/** Maximum number of contacts read for one name or identifier. With more of one name, no contact is taken for it. */
const MAX_CONTACTS = 20
const NOBODY: Recipient = {
  key: 'none',
  roles: ['none'],
  name: '',
  taxId: '',
  email: null,
  phone: null,
  contactId: null,
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

const noteOf = (about: ClientSubject, channel: ClientChannel, situation: string) => ({
  what: 'client.text' as const,
  kind: `${channel} ${situation}`,
  identifier: about.kind === 'plate' ? about.vrm : about.id,
})

interface Material {
  choices: Choice[]
  named: NamedPerson[]
}

export function createClientMessages(deps: ClientMessagesDeps): ClientMessages {
  const { call, texts, serviceDocuments, audit, isDemo, host } = deps

  async function ofProcedure(id: string): Promise<Material | null> {
    const [view, annotations, documents] = await Promise.all([
      call('resourceView', 'procedure', id),
      call('annotations', id),
      serviceDocuments.list(id),
    ])
    if (!view || !annotations) return null
    const known = documents.ok ? documents.value.serviceDocuments : []
    const nameOf = (documentId: string) => known.find((one) => one.documentId === documentId)?.name ?? ''
    return { choices: procedureChoices(view, nameOf), named: namedIn(annotations.fields) }
  }

  async function ofSignature(id: string): Promise<Material | null> {
    const found = await call('signature', id, null)
    if (!found) return null
    const { row, details } = found
    const { fullname, idNumber, representativeIdNumber, email, phone, deliveryMethod } = details.signer
    const signer: NamedPerson = {
      key: 'signer',
      name: fullname || row.fullname,
      taxId: cleanTaxId(idNumber),
      representative: cleanTaxId(representativeIdNumber),
      email,
      phone,
    }
    return { choices: signatureChoices(row, deliveryMethod), named: [signer] }
  }

  async function ofPlate(vrm: string): Promise<Material | null> {
    const [view, complete, [found]] = await Promise.all([
      call('lookupView', vrm),
      // Paid ones are not counted here.
      call('completeView', vrm, 0),
      call('casesOfPlates', [vrm], 1, 0),
    ])
    if (!view.verdict) return null
    // Of several files of the plate, the people of the newest.
    const newest = found?.rows[0]
    const annotations = newest ? await call('annotations', newest.id) : null
    return {
      choices: plateChoices(vrm, view.verdict, complete.latest),
      named: annotations ? namedIn(annotations.fields) : [],
    }
  }

  const materialOf = (about: ClientSubject): Promise<Material | null> =>
    about.kind === 'procedure'
      ? ofProcedure(about.id)
      : about.kind === 'signature'
        ? ofSignature(about.id)
        : ofPlate(about.vrm)

  async function recipients(named: readonly NamedPerson[]): Promise<Recipient[]> {
    const asked = named.map(({ name, taxId }) => taxId || name).filter((one) => one !== '')
    const found = await Promise.all(asked.map((one) => call('findContacts', one, MAX_CONTACTS)))
    const contacts = found.flat()
    const numbers = [
      ...named.map(({ representative = '' }) => representative),
      ...contacts.map(({ fields }) => fields.representativeIdNumber),
    ].filter((one) => one !== '')
    const more = await Promise.all(numbers.map((number) => call('findContacts', number, MAX_CONTACTS)))
    const all = new Map([...contacts, ...more.flat()].map((contact) => [contact.id, contact]))
    const known = recipientsOf(named, [...all.values()])
    return known.length > 0 ? known : [NOBODY]
  }

  async function get(about: ClientSubject, asked?: string): Promise<Result<Shown>> {
    const [material, own] = await Promise.all([materialOf(about), texts.own()])
    const [first] = material?.choices ?? []
    if (!material || !first) return fail(appError('not-found'))
    const choice = material.choices.find(({ key }) => key === asked) ?? first
    const text = own[choice.situation]
    const people = await recipients(material.named)
    const names = people.map(({ name }) => name)
    return ok({
      choices: material.choices.map(({ key, situation, title }) => ({ key, situation, title })),
      chosen: choice.key,
      broken: text !== undefined && !isUsableTemplate(text, fieldsOf(choice.situation)),
      messages: people.map((person): ClientMessage =>
        messageFor(choice, person, { own: text, demo: isDemo, names, digest }),
      ),
    })
  }

  return {
    get,

    async give(asked) {
      const { about, choice, channel } = asked
      const shown = await get(about, choice)
      if (!shown.ok) return shown
      const message = shownMessage(shown.value, asked)
      if (!message) return fail(appError('draft-changed'))
      const situation = shown.value.choices.find(({ key }) => key === choice)?.situation ?? ''
      const link = channel === 'copy' ? null : linkOf(message, channel)
      if (channel !== 'copy' && link === null)
        return fail(appError('invalid-request', { detail: `no link for ${channel}` }))
      const note = noteOf(about, channel, situation)
      await audit.note({ ...note, result: 'ok' })
      if (link === null) return ok({ url: null, text: message.text })
      // A window opens it where the host has no way to; a host that failed has said no.
      if (!host.openClientLink) return ok({ url: link, text: null })
      if (await host.openClientLink(link)) return ok({ url: null, text: null })
      await audit.note({ ...note, result: 'failed' })
      return fail(appError('no-program'))
    },

    async outcome({ about, choice, channel, result }) {
      // The text may be another by now: what was given is named by its key.
      const [situation = ''] = choice.split('#')
      if (!SITUATION_IDS.some((id) => id === situation))
        return fail(appError('invalid-request', { detail: 'no such text' }))
      await audit.note({ ...noteOf(about, channel, situation), result })
      return ok({})
    },

    async copied(vrm) {
      const { verdict } = await call('lookupView', vrm)
      if (!verdict) return fail(appError('not-found'))
      await audit.note({ ...noteOf({ kind: 'plate', vrm }, 'copy', verdictSituation(verdict)), result: 'ok' })
      return ok({})
    },
  }
}
