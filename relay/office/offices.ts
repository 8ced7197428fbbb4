import { RELAY_HEADER } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import {
  hashSecret,
  newAdminToken,
  newHeaderValue,
  newInboxKey,
  type OfficeSecrets,
  type Secrets,
} from './secrets.ts'
import type { Reader } from '../store/store.ts'
import { StoreBusyError, type Writer } from '../store/write-queue.ts'
import type { InboxMode } from '../store/writes.ts'

/** Office with secrets from outside the relay: see `RELAY_OFFICE` in docs/relay/operate.md. */
export interface GivenOffice {
  name: string
  adminToken: string
  inboxKey: string
  header: { name: string; value: string }
  /** PC that is paired from the start, with a token from outside the relay. */
  device?: { id: string; name: string; token: string } | undefined
}

/** Time during which the former value of the header is still accepted. */
const ROTATION_MS = 7 * 86_400_000

export interface Offices {
  create(name: string, mode: InboxMode): Promise<{ id: number; secrets: OfficeSecrets }>
  /** Creates the office, or updates the office of that name or inbox to exactly these secrets. */
  ensure(office: GivenOffice): Promise<number>
  /** Changes the value of the header. Returns the new value, and the end of the former value. */
  rotate(officeId: number): Promise<{ header: { name: string; value: string }; formerUntilMs: number }>
  /** Finishes rotations and imports that a crash interrupted, and removes secrets of ended offices. */
  finishInterrupted(): Promise<void>
}

export function createOffices(deps: {
  reader: Reader
  writer: Writer
  clock: Clock
  log: Log
  secrets: Secrets
}): Offices {
  const { reader, writer, clock, log, secrets } = deps
  const buildRow = (own: OfficeSecrets, mode: InboxMode) => ({
    name: own.name,
    adminHash: hashSecret(own.adminToken),
    inboxHash: hashSecret(own.inboxKey),
    headerName: own.header.name,
    headerHash: hashSecret(own.header.value),
    mode,
    now: clock.now(),
  })
  const changeHeader = (officeId: number, value: string) =>
    writer.write('changeHeader', { officeId, hash: hashSecret(value), untilMs: clock.now() + ROTATION_MS })

  async function finishOffice(id: number): Promise<void> {
    const [own, row] = [await secrets.get(id), await reader.findOffice(id)]
    if (row?.state === 'gone') return secrets.remove(id)
    if (own?.isImporting) {
      // A killed import left these secrets. A kill before the commit left no row.
      if (row === null) return secrets.remove(id)
      await secrets.change(id, (kept) => ({ ...kept, isImporting: undefined }))
    }
    if (own?.header.former === undefined || row === null || row.state !== null) return
    if (hashSecret(own.header.former).equals(row.headerHash)) await changeHeader(id, own.header.value)
  }

  return {
    async create(name, mode) {
      const header = { name: RELAY_HEADER, value: newHeaderValue() }
      const own = { name, adminToken: newAdminToken(), inboxKey: newInboxKey(), header }
      const { id } = await writer.write('addOffice', buildRow(own, mode))
      await secrets.set(id, own)
      return { id, secrets: own }
    },
    async ensure(office) {
      const { device, ...own } = office
      const { id } = await writer.write('keepOffice', buildRow(own, 'enforce'))
      // The office has left, and the new relay has its secrets.
      if ((await reader.findOffice(id))?.state !== null) return id
      const { alarm, keys } = (await secrets.get(id)) ?? {}
      await secrets.set(id, { ...own, ...(alarm && { alarm }), ...(keys && { keys }) })
      if (device) {
        const { name, token } = device
        const row = {
          id: device.id,
          officeId: id,
          name,
          tokenHash: hashSecret(token),
          isAdmin: true,
          now: clock.now(),
        }
        await writer.write('keepDevice', row)
      }
      return id
    },
    async rotate(officeId) {
      const name = (await reader.findOffice(officeId))?.headerName ?? RELAY_HEADER
      const header = { name, value: newHeaderValue() }
      // Store the secret first: the database has only a digest, which could never be shown.
      await secrets.change(officeId, (own) => ({ ...own, header: { ...header, former: own.header.value } }))
      await changeHeader(officeId, header.value)
      return { header, formerUntilMs: clock.now() + ROTATION_MS }
    },
    async finishInterrupted() {
      for (const id of await secrets.offices())
        try {
          await finishOffice(id)
        } catch (error) {
          // The caller retries the start.
          if (error instanceof StoreBusyError) throw error
          log.error(`the secrets of office ${id} cannot be used: see doctor`, error)
        }
    },
  }
}
