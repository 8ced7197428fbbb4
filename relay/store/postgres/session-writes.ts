import type { WriteName, Writes } from '../writes.ts'
import { alarmWrites } from './alarm.writes.ts'
import type { Session } from './database.ts'
import { inboxWrites } from './ingest.writes.ts'
import { officeWrites } from './office.writes.ts'
import { receiptWrites } from './receipt.writes.ts'
import { sealingWrites } from './sealing.writes.ts'

/** Some of the writes, as promises. */
export type WritesOver<N extends WriteName> = {
  [Name in N]: (args: Parameters<Writes[Name]>[0]) => Promise<ReturnType<Writes[Name]>>
}

/** Events that come in are numbered together, and retention has transactions of its own. */
export type SessionWrite = Exclude<WriteName, 'ingest' | 'sweep'>

/** Writes that run one by one within a transaction that holds the locks of their offices. */
export const sessionWrites = (session: Session): WritesOver<SessionWrite> => ({
  ...inboxWrites(session),
  ...officeWrites(session),
  ...sealingWrites(session),
  ...receiptWrites(session),
  ...alarmWrites(session),
})
