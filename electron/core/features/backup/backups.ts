import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { BackupState, FolderCopies, Restored } from '#shared/bridge/backup.ts'
import type { OfficeSettings } from '#shared/bridge/settings.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { isPassphraseLongEnough } from '#shared/domain/typed-secrets.ts'
import type { OutboundFile, CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { keychainAppError, KeychainError } from '../../keychain/keychain-error.ts'
import type { DeriveKey } from '../../keychain/sealed-secrets.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import { BEGUN_ANEW } from '../../store/set-aside.ts'
import { isDiskFull } from '../../store/store-error.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'
import { backupFileName, listBackups, rotateBackups, writeBackupFile } from './backup-file.ts'
import { checkBackup, writeBackup } from './format.ts'
import type { HeadRecord, BackupRecord } from './records.ts'
import { createRestore, type Restore } from './restore.ts'
import { chooseCopiesToRestore, isDue, computeNextBackupAt } from './rotation.rules.ts'

/**
 * Makes and restores copies of one account. They hold the data that exist only on this PC, because the API has no
 * list.
 */
export interface Backups extends Restore {
  setPassphrase(passphrase: string | null): Promise<Result<Record<string, never>>>
  /** Makes a copy now, in the folder of Ajustes. */
  run(): Promise<Result<{ path: string }>>
  /** Makes a copy now, for the user to save anywhere. */
  save(passphrase: string): Promise<Result<OutboundFile>>
  /** Copies of the account in the folder of Ajustes; `null` if there are none. */
  copies(): Promise<Result<FolderCopies | null>>
  /**
   * Merges a copy of that folder. The copy is read whole before `makeReady`, which opens the store for the merge.
   * @param passphrase default: the passphrase in the keychain
   */
  restoreCopy(
    name: string,
    passphrase: string | undefined,
    makeReady: () => Promise<Result<unknown>>,
  ): Promise<Result<Restored>>
  /** Starts the schedule, once the store is open. */
  start(): void
  /** The office's backup settings changed. */
  settingsChanged(): void
  stop(): Promise<void>
}

export interface BackupsDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  /** Secrets of the account. */
  secrets: SecretStore
  accountId: string
  account: () => HeadRecord['account']
  /** True if the store outlives this process. */
  persists: () => boolean
  /** The demonstration has no data to lose, so it never reminds. */
  isDemo: boolean
  settings: () => OfficeSettings['backup']
  audit: Audit
  derive: DeriveKey
  onState: (state: BackupState) => void
  /** Called after a merge changed the data. */
  onRestored: () => Promise<void>
}

/** Name of the passphrase among the account's secrets. */
const PASSPHRASE = 'backup-passphrase'
const LAST = 'backup-last'
/** Retry delay after a failure, and longest interval between checks of the schedule. */
const HOUR_MS = 3_600_000

export function createBackups(deps: BackupsDeps): Backups {
  const {
    call,
    clock,
    log,
    supervisor,
    secrets,
    accountId,
    account,
    persists,
    settings,
    audit,
    derive,
    onState,
  } = deps
  const restore = createRestore({ call, clock, account, derive })
  const loop = createBackgroundLoop({
    name: 'backups',
    clock,
    log,
    supervisor,
    round: runWhenDue,
    patienceMs: 15 * 60_000,
  })
  let running: Promise<Result<{ path: string }>> | null = null
  let error: AppError | null = null
  let failedAt: number | null = null
  let isStarted = false
  /** Cached: a keychain may prompt its owner at every read. */
  let hasPassphrase: boolean | null = null

  async function buildState(): Promise<BackupState> {
    const lastAt = await readLastBackupAt()
    hasPassphrase ??= (await readPassphrase()) !== null
    const wanted = settings()
    const isScheduled = hasPassphrase && wanted.folder !== '' && persists()
    const since = deps.isDemo || !persists() ? null : (lastAt ?? (await call('oldestKept')))
    return {
      lastAt,
      nextAt: isScheduled ? computeNextBackupAt(wanted.everyDays, lastAt, failedAt, clock.now()) : null,
      hasPassphrase,
      due: isDue(wanted.remindDays, since, clock.now()),
      running: running !== null,
      ...(error && { error }),
    }
  }

  async function readLastBackupAt(): Promise<number | null> {
    return parseNumber(await call('meta', LAST))
  }

  /**
   * A locked keychain counts as a keychain without a passphrase: scheduled copies wait, and the reminder still
   * appears.
   */
  const readPassphrase = (): Promise<string | null> => secrets.get(PASSPHRASE).catch(() => null)

  async function publishState(): Promise<BackupState> {
    const state = await buildState()
    onState(state)
    return state
  }

  /** @returns milliseconds until the next copy or check */
  async function runWhenDue(): Promise<number> {
    const { nextAt } = await publishState()
    if (nextAt === null) return HOUR_MS
    const left = nextAt - clock.now()
    if (left > 0) return Math.min(left, HOUR_MS)
    await run()
    return HOUR_MS
  }

  function run(): Promise<Result<{ path: string }>> {
    running ??= runAndRecord().finally(() => {
      running = null
      publishState().catch((cause: unknown) => log.error('backup: cannot say how it went', cause))
    })
    return running
  }

  async function runAndRecord(): Promise<Result<{ path: string }>> {
    const made = await writeToFolder()
    error = made.ok ? null : made.error
    failedAt = made.ok ? null : clock.now()
    if (!made.ok) log.warn(`backup: ${made.error.code}`)
    return made
  }

  async function writeToFolder(): Promise<Result<{ path: string }>> {
    const { folder, keep } = settings()
    if (!persists()) return fail(appError('nothing-persists'))
    if (folder === '') return fail(appError('backup-folder'))
    const passphrase = await readPassphrase()
    hasPassphrase = passphrase !== null
    if (passphrase === null) return fail(appError('passphrase-wrong', { detail: 'none is kept' }))
    await publishState()
    const now = clock.now()
    await audit.record({ what: 'backup', kind: 'folder', identifier: '', result: 'ok' })
    try {
      const bytes = writeBackup(backupRecords(call, account(), now), passphrase, derive)
      const name = backupFileName(accountId, now)
      const path = await writeBackupFile(folder, name, bytes, (written) => readWhole(written, passphrase))
      await call('setMeta', LAST, String(now))
      const begunAt = parseNumber(await call('meta', BEGUN_ANEW))
      await rotateBackups(folder, accountId, { keep, begunAt, now }).catch((cause: unknown) =>
        log.warn(`backup: the old ones stay: ${String(cause)}`),
      )
      return ok({ path })
    } catch (cause) {
      log.error('backup: it could not be written', cause)
      await audit.record({ what: 'backup', kind: 'folder', identifier: '', result: 'failed' })
      return fail(toFolderError(cause))
    }
  }

  /**
   * Reads a new copy to its end, so that an unreadable copy is detected while the previous copies are still there.
   */
  async function readWhole(bytes: AsyncIterable<Uint8Array>, passphrase: string): Promise<void> {
    const checked = await checkBackup(bytes, passphrase, derive)
    if (!checked.ok) throw new Error(`what was written cannot be read: ${checked.error.detail ?? ''}`)
  }

  const listCopies = async () => {
    const { folder } = settings()
    return folder === '' ? [] : listBackups(folder, accountId).catch(() => [])
  }

  return {
    async setPassphrase(passphrase) {
      if (passphrase !== null && !isPassphraseLongEnough(passphrase))
        return fail(appError('passphrase-short'))
      try {
        if (passphrase === null) await secrets.delete(PASSPHRASE)
        else await secrets.set(PASSPHRASE, passphrase)
      } catch (cause) {
        if (cause instanceof KeychainError) return fail(keychainAppError(cause))
        throw cause
      }
      hasPassphrase = passphrase !== null
      failedAt = null
      await publishState()
      loop.wake()
      return ok({})
    },

    run,

    async save(passphrase) {
      if (!isPassphraseLongEnough(passphrase)) return fail(appError('passphrase-short'))
      const now = clock.now()
      await audit.record({ what: 'backup', kind: 'file', identifier: '', result: 'ok' })
      async function* bytes(): AsyncGenerator<Uint8Array> {
        yield* writeBackup(backupRecords(call, account(), now), passphrase, derive)
        // The copy was read to its last byte. A cancelled copy does not count.
        try {
          await call('setMeta', LAST, String(now))
        } catch (cause) {
          // A full disk may be the reason to save the copy elsewhere.
          if (!isDiskFull(cause)) throw cause
        }
        await publishState()
      }
      return ok({
        filename: backupFileName(accountId, now),
        contentType: 'application/octet-stream',
        bytes: bytes(),
      })
    },

    read: restore.read,

    async merge(token, otherAccount) {
      const restored = await restore.merge(token, otherAccount)
      if (restored.ok) {
        await deps.onRestored()
        await publishState()
      }
      return restored
    },

    async copies() {
      const { copies, suggested } = chooseCopiesToRestore(await listCopies())
      if (!suggested) return ok(null)
      hasPassphrase ??= (await readPassphrase()) !== null
      return ok({ folder: settings().folder, copies, suggested: suggested.name, hasPassphrase })
    },

    async restoreCopy(name, given, makeReady) {
      // The window sends a name, never a path. Only names that are in the folder are accepted.
      const copy = (await listCopies()).find((each) => each.name === name)
      if (!copy) return fail(appError('backup-folder'))
      const path = join(settings().folder, copy.name)
      const passphrase = given ?? (await readPassphrase())
      if (passphrase === null) return fail(appError('passphrase-wrong', { detail: 'none is kept' }))
      const isReadable = await checkBackup(createReadStream(path), passphrase, derive)
      if (!isReadable.ok) return isReadable
      const ready = await makeReady()
      if (!ready.ok) return ready
      const read = await restore.read(createReadStream(path), passphrase, new AbortController().signal)
      // The file name contains this account's id, so the copy is ours even if the account was renamed since.
      return read.ok ? restore.merge(read.value.token, true) : read
    },

    start() {
      if (isStarted) return
      isStarted = true
      // Clears the records that the last run read and did not merge.
      call('restoreClear').catch((cause: unknown) => log.error('backup: cannot clear what was read', cause))
      loop.start()
    },
    settingsChanged() {
      failedAt = null
      if (isStarted) loop.wake()
    },
    async stop() {
      await loop.stop()
      await running?.catch(() => undefined)
    },
  }
}

function parseNumber(stored: string | null): number | null {
  const number = Number(stored ?? Number.NaN)
  return Number.isFinite(number) ? number : null
}

function toFolderError(cause: unknown): AppError {
  if (isDiskFull(cause)) return appError('disk-full')
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return appError('backup-folder', { detail: code })
}

const PAGE = 500
/** Parts of papers per page: each has up to 400 KB. */
const PARTS = 8

/** All records of a copy, in order, a page at a time. */
async function* backupRecords(
  call: StoreCall,
  account: HeadRecord['account'],
  madeAt: number,
): AsyncGenerator<HeadRecord | BackupRecord> {
  yield { t: 'head', madeAt, account, audit: await call('auditEnd') }
  yield* readPages((after) => call('backupResources', after, PAGE))
  // Drafts come after the resources. A draft sent meanwhile is in the copy as sent, and a restore tracks its
  // procedure.
  yield* readPages((after) => call('backupDrafts', after, PAGE))
  yield* readPages((after) => call('backupSignatureRequests', after, PAGE))
  yield* readPages((after) => call('backupContacts', after, PAGE))
  yield* readPages((after) => call('backupTemplates', after, PAGE))
  yield* readPages((after) => call('backupLedger', after, PAGE))
  yield* readPages((after) => call('backupClientRequests', after, PAGE))
  yield* await call('backupTariffs')
  yield* readPages((after) => call('backupClients', after, PAGE))
  yield* await call('backupClientMerges')
  yield* readPages((after) => call('backupPapers', after, PAGE))
  yield* readPages((after) => call('backupPaperParts', after, PARTS))
  yield* readPages((after) => call('backupWatches', after, PAGE))
  for (const id of await call('backupPlateListIds')) {
    const list = await call('backupPlateList', id)
    if (list) yield list
  }
  for (const id of await call('backupTransferBatchIds')) {
    const batch = await call('backupTransferBatch', id)
    if (batch) yield batch
  }
  yield* readPages((after) => call('backupPastCases', after, PAGE))
  const views = await call('backupViews')
  if (views !== null) yield { t: 'views', views }
  const texts = await call('backupClientTexts')
  if (texts !== null) yield { t: 'client-texts', texts }
  const lists = await call('backupChecklists')
  if (lists !== null) yield { t: 'checklists', lists }
}

async function* readPages<T>(
  ask: (after: number) => Promise<{ records: T[]; next: number | null }>,
): AsyncGenerator<T> {
  for (let after: number | null = 0; after !== null;) {
    const { records, next }: { records: T[]; next: number | null } = await ask(after)
    yield* records
    after = next
  }
}

export function createBackupCommands({ ask }: AccountQuestions): CommandsOf<'backup'> {
  return {
    'backup.set-passphrase': ({ passphrase }) => ask(({ backups }) => backups.setPassphrase(passphrase)),
    'backup.run': () => ask(({ backups }) => backups.run()),
    'backup.merge': ({ token, otherAccount }) => ask(({ backups }) => backups.merge(token, otherAccount)),
  }
}

export function createBackupTransfers(workspace: () => Workspace): TransfersOf<'backup'> {
  return {
    'backup.save': ({ passphrase }) => workspace().backups.save(passphrase),
    'backup.read': ({ passphrase }, body, signal) => workspace().backups.read(body, passphrase, signal),
  }
}
