import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import { type SituationId, situationFields, isUsableTemplate } from '#shared/domain/client-messages.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import { readTextField } from '#shared/domain/service-body.ts'
import {
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
} from '#electron/core/features/client-messages/message.rules.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { blankAnnotations } from './fake-annotations.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { openRequests, recordReminder } from './fake-client-requests.ts'
import { answerLookup } from './fake-lookups.ts'
import { answerSignatureRequest } from './fake-signature-request.ts'

/** Texts for clients, in memory. */
export interface ClientTextScene {
  own: Partial<Record<SituationId, string>>
  /** The host opens links; a browser leaves them to the window. */
  opens?: boolean
}

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: Parameters<typeof appError>[0]): Result<unknown> => ({ ok: false, error: appError(code) })
const NOBODY: Recipient = {
  key: 'none',
  roles: ['none'],
  name: '',
  taxId: '',
  email: null,
  phone: null,
  contactId: null,
}
/** Enough to tell two texts apart. */
const digest = (text: string): string =>
  String([...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_007, 7))

/** Answers about texts for clients, with the core's own rules. `null`: another command. */
export function answerClientMessages(
  bridge: FakeBridge,
  name: CommandName,
  args: Record<string, never>,
  now: number,
): Result<unknown> | null {
  const scene = (bridge.scene.clientTexts ??= { own: {} })
  switch (name) {
    case 'client-texts.list':
      return ok({ own: scene.own })
    case 'client-texts.save': {
      const { situation, text } = args as unknown as CommandArgs<'client-texts.save'>
      if (text !== null && !isUsableTemplate(text, situationFields(situation))) return fail('invalid-request')
      const { [situation]: _, ...others } = scene.own
      scene.own = text === null ? others : { ...others, [situation]: text.trim() }
      bridge.emit('changed', { kind: 'client-texts', ids: [], version: 1 })
      return ok({ own: scene.own })
    }
    case 'client-messages.outcome':
    case 'client-messages.copied':
      return ok({})
    case 'client-messages.get':
      return get(bridge, args as never, now)
    case 'client-messages.give': {
      const asked = args as unknown as CommandArgs<'client-messages.give'>
      const shown = get(bridge, asked, now)
      if (!shown.ok) return shown
      const message = findShownMessage(shown.value as CommandResult<'client-messages.get'>, asked)
      if (!message) return fail('draft-changed')
      const record = () =>
        asked.record === true ? recordReminder(bridge, asked.about, asked.channel, now) : []
      if (asked.channel === 'copy') return ok({ url: null, text: message.text, done: record() })
      const link = buildLink(message, asked.channel)
      if (link === null) return fail('invalid-request')
      return ok({ url: scene.opens ? null : link, text: null, done: record() })
    }
    default:
      return null
  }
}

function get(
  bridge: FakeBridge,
  { about, choice: asked }: CommandArgs<'client-messages.get'>,
  now: number,
): Result<unknown> {
  const { scene } = bridge
  const material = materialOf(bridge, about, now)
  const [first] = material?.choices ?? []
  if (!material || !first) return fail('not-found')
  const choice = material.choices.find(({ key }) => key === asked) ?? first
  const own = scene.clientTexts?.own[choice.situation]
  const known = toRecipients(material.named, scene.contacts ?? [])
  const people = known.length > 0 ? known : [NOBODY]
  const names = people.map((person) => person.name)
  const demo = scene.slices.profile.environment === 'demo'
  return ok({
    choices: material.choices.map(({ key, situation, title }) => ({ key, situation, title })),
    chosen: choice.key,
    broken: own !== undefined && !isUsableTemplate(own, situationFields(choice.situation)),
    messages: people.map((person) => buildMessage(choice, person, { own, demo, names, digest })),
    records: {
      asks: [],
      reminds: about.kind === 'requests' ? openRequests(bridge, about.ids).map(({ row }) => row.text) : [],
    },
  })
}

function materialOf(
  bridge: FakeBridge,
  about: CommandArgs<'client-messages.get'>['about'],
  now: number,
): { choices: Choice[]; named: NamedPerson[] } | null {
  const { scene } = bridge
  if (about.kind === 'procedure') {
    const view = scene.resources?.find(({ kind, id }) => kind === 'procedure' && id === about.id)
    const documents = scene.serviceDocuments?.[about.id] ?? []
    const nameOf = (id: string) => documents.find(({ documentId }) => documentId === id)?.name ?? ''
    const { fields } = scene.annotations?.[about.id] ?? blankAnnotations()
    return view
      ? {
          choices: listProcedureChoices(view, nameOf),
          named: listNamedPeople(fields, readTextField(view.body, 'type')),
        }
      : null
  }
  if (about.kind === 'signature') {
    const answer = answerSignatureRequest(bridge, 'signatures.get', { id: about.id } as never, now)
    if (!answer?.ok) return null
    const { row } = answer.value as CommandResult<'signatures.get'>
    const named: NamedPerson[] = row.fullname === '' ? [] : [{ key: 'signer', name: row.fullname, taxId: '' }]
    return { choices: listSignatureChoices(row, 'email'), named }
  }
  if (about.kind === 'requests') {
    const open = openRequests(bridge, about.ids)
    if (open.length === 0) return null
    const { choices, people } = listRequestChoices(open, isoDay(now))
    return { choices, named: people }
  }
  const answer = answerLookup(bridge, 'lookup.get', { vrm: about.vrm } as never, now)
  const verdict = answer?.ok ? (answer.value as CommandResult<'lookup.get'>).verdict : null
  const latest = scene.complete[about.vrm]?.latest ?? null
  return verdict ? { choices: listPlateChoices(about.vrm, verdict, latest), named: [] } : null
}
