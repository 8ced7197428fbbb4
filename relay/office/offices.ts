import { RELAY_HEADER } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import {
  hashOf,
  newAdminToken,
  newHeaderValue,
  newInboxKey,
  type OfficeSecrets,
  type Secrets,
} from './secrets.ts'
import type { Reader } from '../store/store.ts'
import { StoreBusyError, type Writer } from '../store/write-queue.ts'
import type { InboxMode } from '../store/writes.ts'

/** An office with secrets made outside the relay: see `RELAY_OFFICE` in docs/relay/operate.md. */
export interface GivenOffice {
  name: string
  adminToken: string
  inboxKey: string
  header: { name: string; value: string }
  /** A PC that is paired from the start, with a token that the parent made. */
  device?: { id: string; name: string; token: string } | undefined
}

/** Time that the former value of the header is still accepted. */
const ROTATION_MS = 7 * 86_400_000

export interface Offices {
  create(name: string, mode: InboxMode): Promise<{ id: number; secrets: OfficeSecrets }>
  /** Makes it, or makes the one of that name or inbox have exactly these secrets. */
  keep(given: GivenOffice): Promise<number>
  /** A new value of the header, and until when the former one is accepted. */
  rotate(officeId: number): Promise<{ header: { name: string; value: string }; formerUntilMs: number }>
  /** Finishes changes of headers and imports that a crash interrupted, and removes secrets of offices that are gone. */
  settle(): Promise<void>
}

export function createOffices(deps: {
  reader: Reader
  writer: Writer
  clock: Clock
  log: Log
  secrets: Secrets
}): Offices {
  const { reader, writer, clock, log, secrets } = deps
  const rowOf = (own: OfficeSecrets, mode: InboxMode) => ({
    name: own.name,
    adminHash: hashOf(own.adminToken),
    inboxHash: hashOf(own.inboxKey),
    headerName: own.header.name,
    headerHash: hashOf(own.header.value),
    mode,
    now: clock.now(),
  })
  const changeHeader = (officeId: number, value: string) =>
    writer.write('changeHeader', { officeId, hash: hashOf(value), untilMs: clock.now() + ROTATION_MS })

  async function settleOne(id: number): Promise<void> {
    const [own, row] = [await secrets.of(id), await reader.office(id)]
    if (row?.state === 'gone') return secrets.remove(id)
    if (own?.isImporting) {
      // A killed import left these secrets: without a row if the kill came before the commit.
      if (row === null) return secrets.remove(id)
      await secrets.change(id, (kept) => ({ ...kept, isImporting: undefined }))
    }
    if (own?.header.former === undefined || row === null || row.state !== null) return
    if (hashOf(own.header.former).equals(row.headerHash)) await changeHeader(id, own.header.value)
  }

  return {
    async create(name, mode) {
      const header = { name: RELAY_HEADER, value: newHeaderValue() }
      const own = { name, adminToken: newAdminToken(), inboxKey: newInboxKey(), header }
      const { id } = await writer.write('addOffice', rowOf(own, mode))
      await secrets.set(id, own)
      return { id, secrets: own }
    },
    async keep(given) {
      const { device, ...own } = given
      const { id } = await writer.write('keepOffice', rowOf(own, 'enforce'))
      // The office has left. The other relay has its secrets.
      if ((await reader.office(id))?.state !== null) return id
      const { alarm, keys } = (await secrets.of(id)) ?? {}
      await secrets.set(id, { ...own, ...(alarm && { alarm }), ...(keys && { keys }) })
      if (device) {
        const { name, token } = device
        const row = {
          id: device.id,
          officeId: id,
          name,
          tokenHash: hashOf(token),
          isAdmin: true,
          now: clock.now(),
        }
        await writer.write('keepDevice', row)
      }
      return id
    },
    async rotate(officeId) {
      const name = (await reader.office(officeId))?.headerName ?? RELAY_HEADER
      const header = { name, value: newHeaderValue() }
      // Written first: a value that only the database knew, as a digest, could never be shown.
      await secrets.change(officeId, (own) => ({ ...own, header: { ...header, former: own.header.value } }))
      await changeHeader(officeId, header.value)
      return { header, formerUntilMs: clock.now() + ROTATION_MS }
    },
    async settle() {
      for (const id of await secrets.offices())
        try {
          await settleOne(id)
        } catch (error) {
          // The start is tried again.
          if (error instanceof StoreBusyError) throw error
          log.error(`the secrets of office ${id} cannot be used: see doctor`, error)
        }
    },
  }
}
