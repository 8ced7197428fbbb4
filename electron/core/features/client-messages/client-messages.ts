import { createHash } from 'node:crypto'
import type { ClientMessage, ClientMessages as Shown, ClientSubject } from '#shared/bridge/client-messages.ts'
import type { CommandArgs, CommandResult } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import {
  type ClientChannel,
  type SituationId,
  situationFields,
  SITUATION_IDS,
  isUsableTemplate,
} from '#shared/domain/client-messages.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { defaultDays } from '#shared/domain/client-requests.ts'
import { readTextField } from '#shared/domain/service-body.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { verdictSituation } from '#shared/text/client-answer.ts'
import type { ActiveProfile } from '../../accounts/profiles.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { HostPort } from '../../host.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Store } from '../../store/store.ts'
import type { WorkspaceDeps, AccountQuestions } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'
import type { ClientRequests } from '../client-requests/client-requests.ts'
import type { ServiceDocuments } from '../service-documents/service-documents.ts'
import { CLIENT_TEXTS, isUsable, getOwnTexts, parseStoredTexts } from './client-texts.rules.ts'
import {
  buildAskChoice,
  listPlateChoices,
  listRequestChoices,
  listProcedureChoices,
  listSignatureChoices,
  type Choice,
  buildLink,
  buildMessage,
  findShownMessage,
  listNamedPeople,
  type NamedPerson,
  type Recipient,
  toRecipients,
} from './message.rules.ts'

type OwnTexts = Partial<Record<SituationId, string>>

/** The office's own texts for clients. They are in the account's store and in its copies. */
export interface ClientTexts {
  readOwnTexts(): Promise<OwnTexts>
  list(): Promise<Result<{ own: OwnTexts }>>
  /** @param text `null` restores the original */
  save(id: SituationId, text: string | null): Promise<Result<{ own: OwnTexts }>>
}

interface ClientTextsDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: () => void
}

function createClientTexts({ call, clock, persists, onChanged }: ClientTextsDeps): ClientTexts {
  const inTurn = createSerialQueue()
  const readStoredTexts = async () => parseStoredTexts(await call('meta', CLIENT_TEXTS))
  const readOwnTexts = async () => getOwnTexts(await readStoredTexts())
  return {
    readOwnTexts,
    list: async () => ok({ own: await readOwnTexts() }),

    save: (id, text) =>
      inTurn(async () => {
        if (!persists()) return fail(appError('nothing-persists'))
        const typed = text?.trim() ?? null
        if (typed !== null && !isUsable(id, typed))
          return fail(appError('invalid-request', { detail: 'a field of the text is unknown' }))
        const texts = { ...(await readStoredTexts()), [id]: { text: typed, at: clock.now() } }
        await call('setMeta', CLIENT_TEXTS, JSON.stringify(texts))
        onChanged()
        return ok({ own: getOwnTexts(texts) })
      }),
  }
}

/** Texts for clients, with their possible recipients. Nothing is sent: the host opens a program with the text. */
interface ClientMessages {
  get(about: ClientSubject, choice?: string): Promise<Result<Shown>>
  send(args: CommandArgs<'client-messages.give'>): Promise<Result<CommandResult<'client-messages.give'>>>
  /** Records what the window did with a given text. */
  recordOutcome(args: CommandArgs<'client-messages.outcome'>): Promise<Result<Record<string, never>>>
  /** Records that a plate's answer was copied from its own screen. */
  recordCopied(vrm: string): Promise<Result<Record<string, never>>>
}

interface ClientMessagesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  requests: Pick<ClientRequests, 'readMissing' | 'readOpen' | 'planRecord' | 'recordGiven'>
  texts: Pick<ClientTexts, 'readOwnTexts'>
  serviceDocuments: Pick<ServiceDocuments, 'list'>
  audit: Pick<Audit, 'record'>
  isDemo: boolean
  host: Pick<HostPort, 'openClientLink'>
}

/** Most contacts read for one name or identifier. If more contacts have a name, none of them is used for it. */
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

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

const buildAuditNote = (about: ClientSubject, channel: ClientChannel, situation: string) => ({
  what: 'client.text' as const,
  kind: `${channel} ${situation}`,
  identifier: about.kind === 'plate' ? about.vrm : about.kind === 'requests' ? about.ids.join(' ') : about.id,
})

interface Material {
  choices: Choice[]
  people: NamedPerson[]
}

function createClientMessages(deps: ClientMessagesDeps): ClientMessages {
  const { call, clock, requests, texts, serviceDocuments, audit, isDemo, host } = deps

  async function readProcedureMaterial(id: string): Promise<Material | null> {
    const [view, annotations, documents, missing] = await Promise.all([
      call('resourceView', 'procedure', id),
      call('annotations', id),
      serviceDocuments.list(id),
      requests.readMissing(id),
    ])
    if (!view || !annotations) return null
    const known = documents.ok ? documents.value.serviceDocuments : []
    const findDocumentName = (documentId: string) =>
      known.find((one) => one.documentId === documentId)?.name ?? ''
    const { due } = defaultDays(isoDay(clock.now()))
    return {
      choices: [
        ...listProcedureChoices(view, findDocumentName),
        ...(missing.length > 0 ? [buildAskChoice(view, missing, due)] : []),
      ],
      people: listNamedPeople(annotations.fields, readTextField(view.body, 'type')),
    }
  }

  async function readSignatureMaterial(id: string): Promise<Material | null> {
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
    return { choices: listSignatureChoices(row, deliveryMethod), people: [signer] }
  }

  async function readPlateMaterial(vrm: string): Promise<Material | null> {
    const [view, complete, [found]] = await Promise.all([
      call('lookupView', vrm),
      // The count of paid requests is not used here.
      call('completeView', vrm, 0),
      call('casesOfPlates', [vrm], 1, 0),
    ])
    if (!view.verdict) return null
    // If several files have the plate, the people of the newest file count.
    const newest = found?.rows[0]
    const annotations = newest ? await call('annotations', newest.id) : null
    return {
      choices: listPlateChoices(vrm, view.verdict, complete.latest),
      people: newest && annotations ? listNamedPeople(annotations.fields, newest.type) : [],
    }
  }

  async function readRequestMaterial(ids: readonly string[]): Promise<Material | null> {
    const open = await requests.readOpen(ids)
    return open.length === 0 ? null : listRequestChoices(open, isoDay(clock.now()))
  }

  function readMaterial(about: ClientSubject): Promise<Material | null> {
    switch (about.kind) {
      case 'procedure':
        return readProcedureMaterial(about.id)
      case 'signature':
        return readSignatureMaterial(about.id)
      case 'requests':
        return readRequestMaterial(about.ids)
      case 'plate':
        return readPlateMaterial(about.vrm)
    }
  }

  async function findRecipients(people: readonly NamedPerson[]): Promise<Recipient[]> {
    const asked = people.map(({ name, taxId }) => taxId || name).filter((one) => one !== '')
    const found = await Promise.all(asked.map((one) => call('findContacts', one, MAX_CONTACTS)))
    const contacts = found.flat()
    const numbers = [
      ...people.map(({ representative = '' }) => representative),
      ...contacts.map(({ fields }) => fields.representativeIdNumber),
    ].filter((one) => one !== '')
    const more = await Promise.all(numbers.map((number) => call('findContacts', number, MAX_CONTACTS)))
    const all = new Map([...contacts, ...more.flat()].map((contact) => [contact.id, contact]))
    const known = toRecipients(people, [...all.values()])
    return known.length > 0 ? known : [NOBODY]
  }

  async function get(about: ClientSubject, choiceKey?: string): Promise<Result<Shown>> {
    const [material, own] = await Promise.all([readMaterial(about), texts.readOwnTexts()])
    const [first] = material?.choices ?? []
    if (!material || !first) return fail(appError('not-found'))
    const choice = material.choices.find(({ key }) => key === choiceKey) ?? first
    const text = own[choice.situation]
    const [people, planned] = await Promise.all([
      findRecipients(material.people),
      requests.planRecord(about, choice.key),
    ])
    const names = people.map(({ name }) => name)
    return ok({
      choices: material.choices.map(({ key, situation, title }) => ({ key, situation, title })),
      chosen: choice.key,
      broken: text !== undefined && !isUsableTemplate(text, situationFields(choice.situation)),
      messages: people.map((person): ClientMessage =>
        buildMessage(choice, person, { own: text, demo: isDemo, names, digest: hashText }),
      ),
      records: {
        asks: planned?.asks.map((ask) => ask.text) ?? [],
        reminds: planned?.remind.map((one) => one.text) ?? [],
      },
    })
  }

  return {
    get,

    async send(args) {
      const { about, choice, channel } = args
      const shown = await get(about, choice)
      if (!shown.ok) return shown
      const message = findShownMessage(shown.value, args)
      if (!message) return fail(appError('draft-changed'))
      const situation = shown.value.choices.find(({ key }) => key === choice)?.situation ?? ''
      const link = channel === 'copy' ? null : buildLink(message, channel)
      if (channel !== 'copy' && link === null)
        return fail(appError('invalid-request', { detail: `no link for ${channel}` }))
      const note = buildAuditNote(about, channel, situation)
      await audit.record({ ...note, result: 'ok' })
      // The requests are recorded before the text leaves. The window undoes them if it cannot copy or open the text.
      const record = async () => {
        const planned = args.record ? await requests.planRecord(about, choice) : null
        return planned ? requests.recordGiven(planned, channel) : []
      }
      if (link === null) return ok({ url: null, text: message.text, done: await record() })
      // The window opens the link if the host cannot. If the host tried and failed, the action fails.
      if (!host.openClientLink) return ok({ url: link, text: null, done: await record() })
      if (await host.openClientLink(link)) return ok({ url: null, text: null, done: await record() })
      await audit.record({ ...note, result: 'failed' })
      return fail(appError('no-program'))
    },

    async recordOutcome({ about, choice, channel, result }) {
      // The text may have changed since, so the audit record names it by its key.
      const [situation = ''] = choice.split('#')
      if (!SITUATION_IDS.some((id) => id === situation))
        return fail(appError('invalid-request', { detail: 'no such text' }))
      await audit.record({ ...buildAuditNote(about, channel, situation), result })
      return ok({})
    },

    async recordCopied(vrm) {
      const { verdict } = await call('lookupView', vrm)
      if (!verdict) return fail(appError('not-found'))
      await audit.record({
        ...buildAuditNote({ kind: 'plate', vrm }, 'copy', verdictSituation(verdict)),
        result: 'ok',
      })
      return ok({})
    },
  }
}

export interface ClientMessageParts {
  texts: ClientTexts
  messages: ClientMessages
}

export interface ClientMessagePartsDeps extends Pick<
  ClientMessagesDeps,
  'audit' | 'requests' | 'serviceDocuments'
> {
  active: Pick<ActiveProfile, 'profile'>
  store: Pick<Store, 'call' | 'persistent'>
  deps: Pick<WorkspaceDeps, 'clock' | 'openClientLink'>
  /** Called when the office's texts changed. */
  onChanged: () => void
}

/** Texts for clients of one account. */
export function createClientMessageParts(parts: ClientMessagePartsDeps): ClientMessageParts {
  const { active, store, audit, requests, serviceDocuments, deps, onChanged } = parts
  const { clock, openClientLink } = deps
  const { call } = store
  const texts = createClientTexts({
    call,
    clock,
    persists: () => store.persistent,
    onChanged,
  })
  const messages = createClientMessages({
    call,
    clock,
    requests,
    texts,
    serviceDocuments,
    audit,
    isDemo: active.profile.environment === 'demo',
    host: { ...(openClientLink && { openClientLink }) },
  })
  return { texts, messages }
}

export const createClientMessageCommands = ({
  ask,
}: AccountQuestions): CommandsOf<'client-messages' | 'client-texts'> => ({
  'client-messages.get': ({ about, choice }) =>
    ask(({ clientMessages }) => clientMessages.messages.get(about, choice)),
  'client-messages.give': (args) => ask(({ clientMessages }) => clientMessages.messages.send(args)),
  'client-messages.outcome': (outcome) =>
    ask(({ clientMessages }) => clientMessages.messages.recordOutcome(outcome)),
  'client-messages.copied': ({ vrm }) =>
    ask(({ clientMessages }) => clientMessages.messages.recordCopied(vrm)),
  'client-texts.list': () => ask(({ clientMessages }) => clientMessages.texts.list()),
  'client-texts.save': ({ situation, text }) =>
    ask(({ clientMessages }) => clientMessages.texts.save(situation, text)),
})
