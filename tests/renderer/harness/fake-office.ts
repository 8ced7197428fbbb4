import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { AuditRow, DayWork, Erasure, ErasurePc, Held } from '#shared/bridge/audit.ts'
import type { BackupContents, FolderCopies, Restored } from '#shared/bridge/backup.ts'
import { officeSettingsSchema } from '#shared/bridge/settings.ts'
import type { ServiceDocumentUsage } from '#shared/bridge/service-documents.ts'
import { type AppError, appError, type Result } from '#shared/bridge/result.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { safeName, serviceDocumentName, unknownNameFields } from '#shared/domain/service-document-name.ts'
import { serviceDocumentNameSample } from '#shared/text/documents.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { changed } from './fake-quick-lookup.ts'

/** Data of the office, in memory. */
export interface FakeOffice {
  pin?: string
  wrongPins?: number
  audit?: AuditRow[]
  brokenAt?: number
  /** Contents of a backup, or its error. The passphrase of every backup is `PASSPHRASE`. */
  copy?: BackupContents | AppError
  restored?: Restored
  /** Backup offered to restore an account whose data are lost. */
  copies?: FolderCopies
  /** By tax identifier; without an entry there are no data. */
  people?: Record<string, Held>
  /** Erasures made, by tax identifier. */
  erasures?: Record<string, Erasure[]>
  /** PCs of an erasure that is made now. */
  pcs?: ErasurePc[]
  usage?: ServiceDocumentUsage
}

export const PASSPHRASE = 'caballo batería grapa correcto'
const NOTHING: Held = {
  procedures: 0,
  drafts: 0,
  signatures: 0,
  reports: 0,
  serviceDocuments: 0,
  addresses: 0,
  templates: 0,
  ledgerEntries: 0,
  clientRequests: 0,
  clients: 0,
  clientPapers: 0,
  plateLists: 0,
  watches: 0,
  transferBatches: 0,
  remembered: 0,
  shared: 0,
}
/** Wrong PINs allowed before a wait. */
const FREE = 3
const WAIT_MS = 30_000

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): Result<unknown> => ({ ok: false, error: appError(code) })

/** Answers of a locked core: an error, except how to unlock it, and a snapshot without names. */
export function answerLocked(bridge: FakeBridge, name: CommandName): Result<unknown> | null {
  const { slices } = bridge.scene
  if (!slices.lock.locked || name === 'lock.open' || name === 'app.quit') return null
  if (slices.lock.needsPin && name === 'lock.set-pin') return null
  return name === 'app.snapshot' ? ok({ ...bridge.snapshot(), slices: stripped(slices) }) : fail('locked')
}

const stripped = (slices: Slices): Slices => ({
  ...slices,
  profile: { id: '', environment: 'demo', name: '' },
  accounts: [],
  unreadableAccounts: [],
  uncertain: [],
  banners: [],
  store: { state: 'open', directory: '' },
})

/**
 * Answers about office settings, lock, backups, audit record and personal data, in memory. `null`: another command.
 */
export function answerOffice(
  bridge: FakeBridge,
  name: CommandName,
  args: unknown,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  const office = (scene.office ??= {})
  const { lock, backup } = scene.slices
  switch (name) {
    case 'office.update': {
      const change = args as CommandArgs<'office.update'>
      const before = scene.slices.office
      const next = officeSettingsSchema.parse(changed(before, change))
      bridge.setSlice('office', next)
      return ok(next)
    }
    case 'lock.now':
      if (!lock.hasPin)
        return { ok: false, error: appError('invalid-request', { detail: 'there is no PIN' }) }
      bridge.setSlice('lock', { ...lock, locked: true })
      return ok({})
    case 'lock.open':
      return open(bridge, (args as CommandArgs<'lock.open'>).pin, now)
    case 'lock.set-pin': {
      const { before, pin } = args as CommandArgs<'lock.set-pin'>
      if (office.pin !== undefined && before !== office.pin) return fail('wrong-pin')
      scene.office = { ...office, ...(pin !== null && { pin }) }
      if (pin === null) delete scene.office.pin
      bridge.setSlice('lock', { locked: false, hasPin: pin !== null })
      return ok({})
    }
    case 'store.copies':
      return ok(office.copies ?? null)
    case 'store.restore': {
      const { passphrase } = args as CommandArgs<'store.restore'>
      const isRight = passphrase === undefined ? office.copies?.hasPassphrase : passphrase === PASSPHRASE
      if (!isRight) return fail('passphrase-wrong')
      bridge.setSlice('store', { state: 'open', directory: scene.slices.store.directory })
      return ok({ procedures: 210, signatures: 38, drafts: 3, kept: 0 })
    }
    case 'store.accept':
    case 'store.set-aside':
      bridge.setSlice('store', { state: 'open', directory: scene.slices.store.directory })
      return ok({})
    case 'backup.set-passphrase': {
      const { passphrase } = args as CommandArgs<'backup.set-passphrase'>
      bridge.setSlice('backup', { ...backup, hasPassphrase: passphrase !== null })
      return ok({})
    }
    case 'backup.run':
      bridge.setSlice('backup', { ...backup, lastAt: now, due: false })
      return ok({ path: `${scene.slices.office.backup.folder}/ventanilla-2026-11-20.copia` })
    case 'backup.merge':
      return ok(office.restored ?? { procedures: 0, signatures: 0, drafts: 0, kept: 0 })
    case 'audit.list':
      return ok(listed(office.audit ?? [], args as CommandArgs<'audit.list'>))
    case 'audit.day':
      return ok({ rows: workOf(office.audit ?? [], (args as CommandArgs<'audit.day'>).day) })
    case 'audit.verify': {
      const rows = office.audit ?? []
      return ok({ rows: rows.length, from: rows[0]?.at ?? null, brokenAt: office.brokenAt ?? null })
    }
    case 'data-subjects.held':
      return ok(office.people?.[(args as CommandArgs<'data-subjects.held'>).taxId] ?? NOTHING)
    case 'data-subjects.erase': {
      const { taxId } = args as CommandArgs<'data-subjects.erase'>
      const held = office.people?.[taxId] ?? NOTHING
      const erasure = { seq: 3_000, at: now, who: 'Ana', pcs: office.pcs ?? [] }
      scene.office = {
        ...office,
        people: { ...office.people, [taxId]: NOTHING },
        erasures: { ...office.erasures, [taxId]: [erasure, ...(office.erasures?.[taxId] ?? [])] },
      }
      return ok(held)
    }
    case 'data-subjects.erasures': {
      const of = args as CommandArgs<'data-subjects.erasures'>
      if ('taxId' in of) return ok({ rows: office.erasures?.[of.taxId] ?? [] })
      return ok({ rows: [{ seq: of.seq, at: now, who: 'Ana', pcs: office.pcs ?? [] }] })
    }
    case 'service-documents.usage':
      return ok(office.usage ?? { bytes: 0, limit: 2_000 * 1024 * 1024, count: 0, pending: 0 })
    case 'service-documents.name-preview':
      return ok(preview((args as CommandArgs<'service-documents.name-preview'>).template))
    default:
      return null
  }
}

function open(bridge: FakeBridge, pin: string, now: number): Result<unknown> {
  const { lock } = bridge.scene.slices
  const office = (bridge.scene.office ??= {})
  if (lock.waitUntil !== undefined && now < lock.waitUntil) return fail('too-many-pins')
  if (pin === office.pin) {
    office.wrongPins = 0
    bridge.setSlice('lock', { locked: false, hasPin: true })
    return ok({})
  }
  office.wrongPins = (office.wrongPins ?? 0) + 1
  if (office.wrongPins >= FREE) bridge.setSlice('lock', { ...lock, waitUntil: now + WAIT_MS })
  return fail('wrong-pin')
}

/** Reads a backup like the core: its contents, if the passphrase is right. */
export function readCopy(office: FakeOffice, passphrase: string): Result<unknown> {
  if (passphrase !== PASSPHRASE) return fail('passphrase-wrong')
  const { copy } = office
  if (!copy) return fail('backup-unreadable')
  return 'code' in copy ? { ok: false, error: copy } : ok(copy)
}

/** Work of a day by person, the one with most actions first. */
function workOf(rows: readonly AuditRow[], day: string): DayWork[] {
  const work = rows.filter(
    ({ at, what, result }) =>
      isoDay(at) === day && result !== 'failed' && !/^(?:lock|extension|backup|restore)/.test(what),
  )
  const people = [...Map.groupBy(work, ({ who }) => who)].toSorted(([, a], [, b]) => b.length - a.length)
  return people.flatMap(([who, own]) =>
    [...Map.groupBy(own, ({ what }) => what)].map(([what, some]) => ({
      who,
      what,
      done: some.filter(({ result }) => result === 'ok').length,
      uncertain: some.filter(({ result }) => result === 'uncertain').length,
    })),
  )
}

function listed(rows: readonly AuditRow[], { what, identifier, before, limit }: CommandArgs<'audit.list'>) {
  const found = rows
    .filter(
      (row) => (what === undefined || row.what === what) && (!identifier || row.pseudonym === identifier),
    )
    .toSorted((a, b) => b.seq - a.seq)
  const from = before === undefined ? 0 : found.findIndex((row) => row.seq < before)
  const page = from < 0 ? [] : found.slice(from, from + limit)
  const last = page.at(-1)
  return { rows: page, next: last && last !== found.at(-1) ? last.seq : null, total: found.length }
}

function preview(template: string) {
  const unknown = unknownNameFields(template)
  const isUsable = unknown.length === 0 && safeName(template) !== ''
  return {
    name: isUsable ? `${serviceDocumentName(template, serviceDocumentNameSample)}.pdf` : null,
    unknown,
  }
}
