import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { ResourceView, Subject } from '#shared/bridge/inbox.ts'
import { appError, type AppError, type Result } from '#shared/bridge/result.ts'
import {
  type Contact,
  type SignatureRow,
  type SignatureRequest,
  type SignatureRequestFields,
  type SignatureRequestRow,
} from '#shared/bridge/signature-requests.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { checkSignatureRequest } from '#shared/domain/signature-requests/check-signature-request.ts'
import {
  emptySignatureRequestFields,
  withSignatureRequestFields,
} from '#shared/domain/signature-requests/fields.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Data of a sent request besides the resource. */
export interface FakeSignature {
  procedureId?: string
  vrm?: string
  vin?: string
  vehicle?: string
  late?: boolean
  mismatch?: boolean
  documents?: CommandResult<'signatures.get'>['documents']
}

/** Initial data of a state of Firmas. */
export interface SignatureRequestScene {
  /** Requests not in the service yet, oldest first. */
  signatureRequests?: SignatureRequest[]
  /** By the id of the resource. */
  signatures?: Record<string, FakeSignature>
  contacts?: Contact[]
  /** Ids of contacts that may be one person, in pairs. */
  alike?: [string, string][]
  /** Result of a CSV import. */
  imported?: ImportedCsv
}
interface ImportedCsv {
  added: number
  updated: number
  refused: { line: number; why: string }[]
}

const TOWNS = [
  'Torrent',
  'Torrelodones',
  'Torremolinos',
  'València',
  'Valencia de Alcántara',
  'Alacant/Alicante',
  'Palmas de Gran Canaria, Las',
]
const OPEN: readonly SignatureRequest['state'][] = [
  'editing',
  'ready',
  'leaving',
  'sending',
  'uncertain',
  'failed',
]
const CHANGEABLE: readonly SignatureRequest['state'][] = ['editing', 'ready', 'failed']

const ok = <T>(value: T): Result<T> => ({ ok: true, value })
const fail = (code: AppError['code'], detail?: string): Result<never> => ({
  ok: false,
  error: appError(code, detail === undefined ? {} : { detail }),
})
let lastId = 0

export const blankSignatureRequest = (id: string, now: number): SignatureRequest => ({
  id,
  document: 'mandate-specific',
  version: 1,
  state: 'editing',
  fields: emptySignatureRequestFields(),
  accepted: [],
  createdAt: now,
  updatedAt: now,
})

/** Answers about signature requests, in memory. `null`: another command. */
export function answerSignatureRequest(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (name.startsWith('signatures.')) return answerSignature(bridge, name, args, now)
  if (name.startsWith('contacts.')) return answerContact(bridge, name, args)
  if (name === 'municipalities.find') {
    const { text, limit } = args as CommandArgs<'municipalities.find'>
    const names = TOWNS.filter((town) => foldText(town).includes(foldText(text)))
    const isFirstMeant = names[0] !== undefined && foldText(names[0]).startsWith(foldText(text))
    if (foldText(text) === 'gerona') return ok({ names: ['Girona'], isFirstMeant: true })
    return ok({ names: names.slice(0, limit), isFirstMeant })
  }
  if (!name.startsWith('signature-requests.')) return null
  if (name === 'signature-requests.list')
    return ok({
      rows: (bridge.scene.signatureRequests ?? [])
        .filter(({ state }) => OPEN.includes(state))
        .map((request) => rowOf(bridge, request)),
    })
  if (name === 'signature-requests.create') return ok(create(bridge, args, now))
  if (name === 'signature-requests.prepare') return ok(prepare(bridge, args, now))
  if (name === 'signature-requests.send-all') return ok(sendAll(bridge, args, now))
  const { id, version } = args as { id: string; version?: number }
  const signatureRequest = (bridge.scene.signatureRequests ?? []).find((one) => one.id === id)
  if (!signatureRequest) return fail('not-found')
  const move = (change: Partial<SignatureRequest>, from: readonly SignatureRequest['state'][]) => {
    if (!from.includes(signatureRequest.state)) return fail('draft-busy')
    if (version !== undefined && version !== signatureRequest.version)
      return fail('draft-changed', String(signatureRequest.version))
    const { error: _, ...rest } = signatureRequest
    return ok(bridge.setSignatureRequest({ ...rest, ...change, updatedAt: now }))
  }
  const leaving = {
    state: 'leaving',
    sendAt: now + bridge.scene.slices.settings.undoSeconds * 1_000,
  } as const
  switch (name) {
    case 'signature-requests.get':
      return ok(signatureRequest)
    case 'signature-requests.save':
      return save(bridge, signatureRequest, args, now)
    case 'signature-requests.discard':
      return move({ state: 'discarded' }, CHANGEABLE)
    case 'signature-requests.restore':
      return move({ state: 'editing' }, ['discarded'])
    case 'signature-requests.finish':
      return move({ state: 'ready' }, CHANGEABLE)
    case 'signature-requests.send':
      return checkSignatureRequest(signatureRequest).clear
        ? move(leaving, CHANGEABLE)
        : fail('signing-incomplete')
    case 'signature-requests.undo':
      return signatureRequest.state === 'leaving' ? move({ state: 'editing' }, ['leaving']) : fail('too-late')
    case 'signature-requests.resolve': {
      const { how } = args as CommandArgs<'signature-requests.resolve'>
      if (how === 'found')
        return move({ state: 'sent', signatureId: 'sig_found', sentAt: now }, ['uncertain'])
      return move(how === 'discard' ? { state: 'discarded' } : leaving, ['uncertain', 'failed'])
    }
    default:
      return null
  }
}

function create(
  bridge: FakeBridge,
  made: CommandArgs<'signature-requests.create'>,
  now: number,
): SignatureRequest {
  const { document, fields = {}, procedureId, from } = made
  const known = (bridge.scene.resources ?? []).find(({ id }) => id === from)
  const signer = (known?.body['signer'] ?? {}) as Record<string, unknown>
  const address = (signer['address'] ?? {}) as Record<string, unknown>
  const said = Object.fromEntries(
    Object.entries({ ...signer, ...address }).filter(([, value]) => typeof value === 'string'),
  ) as Partial<SignatureRequestFields>
  return bridge.setSignatureRequest({
    ...blankSignatureRequest(`signing-new-${++lastId}`, now),
    document,
    fields: withSignatureRequestFields(
      withSignatureRequestFields(emptySignatureRequestFields(), said),
      fields,
    ),
    ...(procedureId !== undefined && { procedureId }),
    ...(from !== undefined && { again: from }),
  })
}

function prepare(
  bridge: FakeBridge,
  { document, procedureId, requests }: CommandArgs<'signature-requests.prepare'>,
  now: number,
): CommandResult<'signature-requests.prepare'> {
  let ready = 0
  for (const { id, fields: given } of requests) {
    const fields = withSignatureRequestFields(emptySignatureRequestFields(), given)
    const { clear } = checkSignatureRequest({ document, fields, accepted: [] })
    if (clear) ready++
    if (bridge.scene.signatureRequests?.some((one) => one.id === id)) continue
    bridge.setSignatureRequest({
      ...blankSignatureRequest(id, now),
      document,
      fields,
      state: clear ? 'ready' : 'editing',
      ...(procedureId !== undefined && { procedureId }),
    })
  }
  return { ready, incomplete: requests.length - ready }
}

function sendAll(
  bridge: FakeBridge,
  { requests }: CommandArgs<'signature-requests.send-all'>,
  now: number,
): CommandResult<'signature-requests.send-all'> {
  const isReady = ({ id, version }: { id: string; version: number }) =>
    bridge.scene.signatureRequests?.some(
      (one) => one.id === id && one.version === version && one.state === 'ready',
    )
  const sent = requests.filter(isReady)
  for (const { id, version } of sent)
    answerSignatureRequest(bridge, 'signature-requests.send', { id, version } as never, now)
  return { sent: sent.length, refused: requests.length - sent.length }
}

function save(
  bridge: FakeBridge,
  signatureRequest: SignatureRequest,
  { version, fields, document, accepted, procedureId }: CommandArgs<'signature-requests.save'>,
  now: number,
): Result<unknown> {
  if (!CHANGEABLE.includes(signatureRequest.state)) return fail('draft-busy')
  if (version !== signatureRequest.version) return fail('draft-changed', String(signatureRequest.version))
  const { procedureId: before, error: _, ...rest } = signatureRequest
  const procedure = procedureId === undefined ? before : procedureId
  return ok(
    bridge.setSignatureRequest({
      ...rest,
      state: 'editing',
      version: signatureRequest.version + 1,
      document: document ?? signatureRequest.document,
      fields: withSignatureRequestFields(signatureRequest.fields, fields),
      accepted: accepted ?? signatureRequest.accepted,
      updatedAt: now,
      ...(typeof procedure === 'string' && { procedureId: procedure }),
    }),
  )
}

function rowOf(
  { scene }: FakeBridge,
  { fields, ...signatureRequest }: SignatureRequest,
): SignatureRequestRow {
  const { id, document, version, state, updatedAt, sendAt, procedureId, signatureId, error } =
    signatureRequest
  const { vrm, vin, vehicle } = scene.resources?.find((one) => one.id === procedureId)?.subject ?? {}
  return {
    id,
    document,
    version,
    state,
    updatedAt,
    ...(sendAt !== undefined && { sendAt }),
    ...(procedureId !== undefined && { procedureId }),
    ...(signatureId !== undefined && { signatureId }),
    ...(error !== undefined && { error }),
    fullname: fields.fullname,
    idNumber: fields.idNumber,
    ...vehicleFields({ vrm, vin, vehicle }),
  }
}

/** As the core answers: the chassis number only while there is no plate. */
const vehicleFields = ({ vrm, vin, vehicle }: Subject) =>
  withoutUndefined({ vrm, vin: vrm === undefined ? vin : undefined, vehicle })

function answerSignature(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const all = (bridge.scene.resources ?? []).filter(({ kind }) => kind === 'signature')
  const rows = all.map((view) => signatureRow(bridge, view))
  switch (name) {
    case 'signatures.list': {
      const { filter, before, limit } = args as CommandArgs<'signatures.list'>
      const words = foldText(filter.text ?? '')
      const found = rows
        .map((row, seq) => ({ row, seq }))
        .filter(({ row }) => isInView(row, filter.view, now) && isFound(bridge, row, words))
        .filter(({ seq }) => before === undefined || seq < before)
        .toReversed()
      const page = found.slice(0, limit)
      return ok({
        rows: page.map(({ row }) => row),
        next: found.length > limit ? (page.at(-1)?.seq ?? null) : null,
      })
    }
    case 'signatures.counts': {
      const amount = (view: CommandArgs<'signatures.list'>['filter']['view']) =>
        rows.filter((row) => isInView(row, view, now)).length
      return ok({
        pending: amount('pending'),
        expired: amount('expired'),
        rejected: amount('rejected'),
        signedToday: amount('signed-today'),
        late: amount('late'),
        open: (bridge.scene.signatureRequests ?? []).filter(({ state }) => OPEN.includes(state)).length,
      })
    }
    case 'signatures.get': {
      const { id } = args as { id: string }
      const row = rows.find((one) => one.id === id)
      if (!row) return fail('not-found')
      const { mismatch = false, documents = [] } = bridge.scene.signatures?.[id] ?? {}
      return ok({ row, mismatch, documents })
    }
    case 'signatures.link': {
      const { id, procedureId } = args as CommandArgs<'signatures.link'>
      const { procedureId: _, vrm: __, mismatch: ___, ...rest } = bridge.scene.signatures?.[id] ?? {}
      const file = (bridge.scene.resources ?? []).find((one) => one.id === procedureId)
      const vrm = file?.subject.vrm
      bridge.scene.signatures = {
        ...bridge.scene.signatures,
        [id]: { ...rest, ...(procedureId !== null && { procedureId }), ...(vrm !== undefined && { vrm }) },
      }
      bridge.emit('changed', { kind: 'resource', ids: [id], version: 0 })
      return ok({})
    }
    case 'signatures.of': {
      const { procedureId } = args as { procedureId: string }
      return ok({ rows: rows.filter((row) => row.procedureId === procedureId) })
    }
    default:
      return null
  }
}

function isInView(row: SignatureRow, view: string, now: number): boolean {
  if (view === 'all') return true
  if (view === 'pending') return row.status === 'sent' || row.status === 'submitted'
  if (view === 'late') return row.late
  if (view === 'signed-today')
    return row.status === 'signed' && row.since >= new Date(now).setHours(0, 0, 0, 0)
  return row.status === view
}

function isFound({ scene }: FakeBridge, row: SignatureRow, words: string): boolean {
  const view = (scene.resources ?? []).find(({ id }) => id === row.id)
  const signer = (view?.body['signer'] ?? {}) as { idNumber?: string }
  return foldText([row.fullname, row.vrm, row.document, signer.idNumber].join(' ')).includes(words)
}

function signatureRow({ scene }: FakeBridge, view: ResourceView): SignatureRow {
  const { kind, id, subject, status, statusDescription, since, checkedAt, gone, body } = view
  const { procedureId, late = false, documents = [], ...known } = scene.signatures?.[id] ?? {}
  const signer = body['signer'] as { idNumber?: string } | string | null | undefined
  const idNumber = typeof signer === 'object' ? signer?.idNumber : undefined
  const createdAt = typeof body['createdAt'] === 'string' ? Date.parse(body['createdAt']) : NaN
  return {
    kind,
    id,
    subject,
    status,
    ...(statusDescription !== undefined && { statusDescription }),
    since,
    checkedAt,
    gone,
    document: typeof body['type'] === 'string' ? body['type'] : '',
    fullname: subject.label ?? '',
    idTail: idNumber?.slice(-3) ?? '',
    ...(Number.isFinite(createdAt) && { createdAt }),
    ...(procedureId !== undefined && { procedureId }),
    ...vehicleFields(known),
    late,
    kept: documents.some((one) => one.kept),
  }
}

let removed: Contact | null = null

function answerContact(bridge: FakeBridge, name: CommandName, args: never): Result<unknown> | null {
  const contacts = bridge.scene.contacts ?? []
  const matching = (text: string) =>
    contacts.filter(({ fields: { fullname, idNumber, email } }) =>
      foldText([fullname, idNumber, email].join(' ')).includes(foldText(text)),
    )
  const put = (next: Contact[]) => {
    bridge.scene.contacts = next
    bridge.emit('changed', { kind: 'contact', ids: [], version: 0 })
  }
  switch (name) {
    case 'contacts.find': {
      const { text, limit } = args as CommandArgs<'contacts.find'>
      return ok({ rows: matching(text).slice(0, limit) })
    }
    case 'contacts.list': {
      const { text, offset, limit } = args as CommandArgs<'contacts.list'>
      const found = matching(text)
      return ok({ rows: found.slice(offset, offset + limit), total: found.length })
    }
    case 'contacts.alike': {
      const found = (of: string) => contacts.find(({ id }) => id === of)
      return ok({
        pairs: (bridge.scene.alike ?? []).flatMap(([one, other]) => {
          const pair = { one: found(one), other: found(other) }
          return pair.one && pair.other ? [pair] : []
        }),
      })
    }
    case 'contacts.settle-alike': {
      const { answers } = args as CommandArgs<'contacts.settle-alike'>
      const done = { joined: 0, distinct: 0, changed: 0 }
      for (const { keep, other, answer } of answers) {
        const ids = [keep.id, other.id]
        bridge.scene.alike = (bridge.scene.alike ?? []).filter(
          (pair) => !pair.every((id) => ids.includes(id)),
        )
        if (answer === 'join') done.joined++
        else done.distinct++
        if (answer === 'join')
          bridge.scene.contacts = (bridge.scene.contacts ?? []).filter(({ id }) => id !== other.id)
      }
      put(bridge.scene.contacts ?? [])
      return ok(done)
    }
    case 'contacts.save': {
      const { id, version, fields } = args as CommandArgs<'contacts.save'>
      const known = contacts.find((one) => one.id === id)
      if (known && version !== known.version) return fail('draft-changed')
      const same = contacts.find((one) => cleanTaxId(one.fields.idNumber) === cleanTaxId(fields.idNumber))
      if (same && same.id !== id && !(args as CommandArgs<'contacts.save'>).replaces)
        return { ok: false, error: appError('contact-exists', { detail: same.fields.fullname }) }
      const before = known ?? same
      const contact: Contact = {
        id: before?.id ?? `contact-new-${++lastId}`,
        version: (before?.version ?? 0) + 1,
        fields,
        usedAt: before?.usedAt ?? null,
        uses: before?.uses ?? 0,
      }
      put([...contacts.filter((one) => one.id !== contact.id && one.id !== same?.id), contact])
      return ok(contact)
    }
    case 'contacts.remove': {
      const { id } = args as { id: string }
      const found = contacts.find((one) => one.id === id)
      if (!found) return fail('not-found')
      removed = found
      put(contacts.filter((one) => one.id !== id))
      return ok({})
    }
    case 'contacts.restore': {
      if (removed?.id !== (args as { id: string }).id) return fail('not-found')
      const back = { ...removed, version: removed.version + 1 }
      put([...contacts, back])
      return ok(back)
    }
    case 'contacts.settle': {
      const { id, accept } = args as CommandArgs<'contacts.settle'>
      const { proposal, ...known } = contacts.find((one) => one.id === id)!
      const fields = { ...known.fields, ...(accept ? withoutUndefined(proposal ?? {}) : {}) }
      const settled = { ...known, version: known.version + 1, fields }
      put(contacts.map((one) => (one.id === id ? settled : one)))
      return ok(settled)
    }
    default:
      return null
  }
}
