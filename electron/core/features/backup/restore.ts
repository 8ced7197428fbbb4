import {
  type BackupContents,
  type Restored,
  unreadableRecordSchema,
  type UnreadableRecord,
} from '#shared/bridge/backup.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { DeriveKey } from '../../keychain/sealed-secrets.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { BackupError, newToken, openBackup } from './format.ts'
import {
  changeRecordSchema,
  headRecordSchema,
  type BackupRecord,
  type HeadRecord,
  backupRecordSchema,
} from './records.ts'

/** Reads and validates a whole copy before merging any of it. */
export interface Restore {
  read(
    body: AsyncIterable<Uint8Array>,
    passphrase: string,
    signal: AbortSignal,
  ): Promise<Result<BackupContents>>
  merge(token: string, otherAccount: boolean): Promise<Result<Restored>>
}

export interface RestoreDeps {
  call: StoreCall
  clock: Clock
  account: () => HeadRecord['account']
  derive: DeriveKey
}

/** Time for which a read copy can be merged. */
const TOKEN_MS = 10 * 60_000
const BATCH = 500
/** Limits the unreadable records that are named. */
const MAX_NAMED = 20

type LeftOut = NonNullable<BackupContents['unreadable']>

export function createRestore({ call, clock, account, derive }: RestoreDeps): Restore {
  let waiting: {
    token: string
    at: number
    sameAccount: boolean
    unreadable: { unreadable?: LeftOut }
  } | null = null
  /** Readings run one after another, because there is one staging area. */
  const inTurn = createSerialQueue()

  /**
   * Stages every record after the head.
   * @returns the head
   */
  async function stage(
    records: AsyncIterable<unknown>,
    signal: AbortSignal,
    left: LeftOut,
  ): Promise<HeadRecord> {
    let head: HeadRecord | null = null
    let batch: BackupRecord[] = []
    for await (const record of records) {
      if (signal.aborted) throw new Cancelled()
      if (!head) {
        head = headRecordSchema.safeParse(record).data ?? null
        if (!head) throw new BackupError('backup-unreadable', 'no head')
        continue
      }
      const read = readRecordOf(record)
      if (read.unreadable) {
        left.count++
        if (left.first.length < MAX_NAMED) left.first.push(read.unreadable)
      }
      if (!read.record) continue
      batch.push(read.record)
      // A part of a paper is large.
      if (batch.length < BATCH && read.record.t !== 'client-document-part') continue
      await call('restoreStage', batch)
      batch = []
    }
    if (!head) throw new BackupError('backup-unreadable', 'empty')
    await call('restoreStage', batch)
    return head
  }

  let latest = 0

  return {
    read(body, passphrase, signal) {
      const mine = ++latest
      return inTurn(async () => {
        // Each attempt costs a key derivation, so only the latest of the waiting attempts runs.
        if (signal.aborted || mine !== latest) return fail(appError('cancelled'))
        waiting = null
        await call('restoreClear')
        const opened = await openBackup(body, passphrase, derive)
        if (!opened.ok) return opened
        try {
          const left: LeftOut = { count: 0, first: [] }
          const head = await stage(opened.value, signal, left)
          const unreadable = left.count > 0 ? { unreadable: left } : {}
          const counts = await call('restoreCounts')
          const here = account()
          const sameAccount =
            head.account.environment === here.environment &&
            head.account.baseUrl === here.baseUrl &&
            head.account.name === here.name
          waiting = { token: newToken(), at: clock.now(), sameAccount, unreadable }
          const { token } = waiting
          return ok({
            token,
            madeAt: head.madeAt,
            account: head.account,
            sameAccount,
            ...counts,
            ...unreadable,
          })
        } catch (error) {
          await call('restoreClear').catch(() => undefined)
          if (error instanceof Cancelled) return fail(appError('cancelled'))
          if (error instanceof BackupError) return fail(appError(error.code, { detail: error.message }))
          throw error
        }
      })
    },

    merge: (token, otherAccount) =>
      inTurn(async () => {
        const isOver = waiting === null || Math.abs(clock.now() - waiting.at) > TOKEN_MS
        if (!waiting || waiting.token !== token || isOver) return fail(appError('backup-gone'))
        if (!waiting.sameAccount && !otherAccount) return fail(appError('backup-other-account'))
        const { unreadable } = waiting
        const restored = await call('restoreMerge', clock.now())
        waiting = null
        return ok({ ...restored, ...unreadable })
      }),
  }
}

class Cancelled extends Error {}

/** Parses a record. Its unreadable parts are left out, and named. */
function readRecordOf(record: unknown): {
  record: BackupRecord | null
  unreadable: UnreadableRecord | null
} {
  const whole = backupRecordSchema.safeParse(record)
  if (whole.success) return { record: whole.data, unreadable: null }
  const { t, kind, id, row, changes } = toObject(record)
  const { vrm, vin, label, client, name: own } = toObject(row)
  const name = [vrm, vin, label, client, own, id].find((one) => typeof one === 'string' && one !== '')
  const what = t === 'resource' ? kind : t
  const unreadable: UnreadableRecord = {
    kind: unreadableRecordSchema.shape.kind.safeParse(what).data ?? 'other',
    name: String(name ?? '').slice(0, 80),
  }
  if (t !== 'resource' || !Array.isArray(changes)) return { record: null, unreadable }
  // An invalid line of a timeline is left out. Its procedure stays.
  const lines = changes.filter((line) => changeRecordSchema.safeParse(line).success)
  const rest = backupRecordSchema.safeParse({ ...toObject(record), changes: lines })
  return { record: rest.data ?? null, unreadable }
}

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
