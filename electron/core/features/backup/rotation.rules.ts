const DAY_MS = 86_400_000

/** A copy in the folder, judged without opening it. */
export interface CopyFile {
  name: string
  bytes: number
  /** Creation time, from its name. */
  at: number
}

export interface RotationRule {
  /** Number of latest copies always kept, whatever their content. */
  keep: number
  /** Time the store was recreated (data lost, damaged or set aside); `null` if never. */
  begunAt: number | null
  now: number
}

/** Time for which a recreated store removes no older copy. */
export const RECOVERY_MS = 30 * DAY_MS
/** Size of an empty copy: its header, the seal and the head record. */
export const EMPTY_COPY_BYTES = 600

/**
 * True if one copy holds clearly more than another. Copies are sealed, so their size is the measure. A quarter more,
 * beyond an empty copy, is clearly more. Retention, erasures and compression make smaller differences in daily work.
 */
export function isClearlyLarger(one: number, other: number): boolean {
  const content = (bytes: number) => Math.max(0, bytes - EMPTY_COPY_BYTES)
  return content(one) > content(other) * 1.25 + 200
}

/** A copy to restore, for a person to choose. */
export interface RestorableCopy extends CopyFile {
  /** True if the copy holds clearly more than the suggested copy. */
  holdsMore: boolean
}

/**
 * Copies to choose from, newest first, and the suggested copy: the newest that is not empty. An older copy is never
 * suggested because it is larger: it would bring back erased data and lose later work.
 */
export function chooseCopiesToRestore(copies: readonly CopyFile[]): {
  copies: RestorableCopy[]
  suggested: RestorableCopy | null
} {
  const latestFirst = copies.toSorted((a, b) => b.at - a.at)
  const chosen = latestFirst.find(({ bytes }) => isClearlyLarger(bytes, EMPTY_COPY_BYTES)) ?? latestFirst[0]
  const rows = latestFirst.map((copy) => ({
    ...copy,
    holdsMore: chosen !== undefined && isClearlyLarger(copy.bytes, chosen.bytes),
  }))
  return { copies: rows, suggested: rows.find(({ name }) => name === chosen?.name) ?? null }
}

/**
 * Names of the copies that may be removed. The latest `keep` copies stay. The only copy that holds clearly more than
 * all remaining copies stays too. For `RECOVERY_MS` after the store was recreated, copies from before that stay.
 */
export function chooseCopiesToRemove(
  copies: readonly CopyFile[],
  { keep, begunAt, now }: RotationRule,
): string[] {
  // A copy dated in the future comes from a wrong clock, so it does not count among the latest.
  const age = ({ at }: CopyFile) => (at > now ? -Infinity : at)
  const latestFirst = copies.toSorted((a, b) => (age(b) === age(a) ? 0 : age(b) > age(a) ? 1 : -1))
  const isProtected = ({ at }: CopyFile) =>
    begunAt !== null && at <= begunAt && Math.abs(now - begunAt) < RECOVERY_MS
  const remaining = latestFirst.filter((copy, index) => index < keep || isProtected(copy))
  const others = latestFirst.filter((copy) => !remaining.includes(copy))
  // The list is latest first, so the newest of equal copies is chosen.
  const best = others.reduce<CopyFile | null>(
    (max, copy) => (max && max.bytes >= copy.bytes ? max : copy),
    null,
  )
  if (best && remaining.every(({ bytes }) => isClearlyLarger(best.bytes, bytes))) remaining.push(best)
  return latestFirst.filter((copy) => !remaining.includes(copy)).map(({ name }) => name)
}

/** Retry delay after a failure, in milliseconds. */
const AGAIN_MS = 3_600_000

/**
 * Time of the next scheduled copy; `null` for never.
 * @param lastAt time of the last complete copy. A time in the future, after the clock was set back, is ignored
 * @param failedAt time of the last attempt, if it failed
 */
export function computeNextBackupAt(
  everyDays: number,
  lastAt: number | null,
  failedAt: number | null,
  now: number,
): number | null {
  if (everyDays === 0) return null
  if (failedAt !== null && failedAt <= now) return failedAt + AGAIN_MS
  if (lastAt === null || lastAt > now) return now
  return lastAt + everyDays * DAY_MS
}

/**
 * True if the reminder for a copy is due.
 * @param since the last copy, or the oldest data; `null` without data
 */
export const isDue = (remindDays: number, since: number | null, now: number): boolean =>
  remindDays > 0 && since !== null && now - since >= remindDays * DAY_MS
