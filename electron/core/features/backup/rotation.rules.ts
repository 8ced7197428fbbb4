/** A copy in the folder, as far as it can be judged without opening it. */
export interface CopyFile {
  name: string
  bytes: number
  /** When it was made, as its name says. */
  at: number
}

export interface RotationRule {
  /** How many of the latest stay, whatever they hold. */
  keep: number
  /** When the store was begun anew (data lost, damaged or set aside); `null` if it never was. */
  begunAt: number | null
  now: number
}

const DAY_MS = 86_400_000
/** A store that was begun anew takes no older copy away for so long. */
export const RECOVERY_MS = 30 * DAY_MS
/** What a copy of nothing takes: its header, the seal and the head record. */
export const EMPTY_COPY_BYTES = 600

/**
 * Whether one copy holds clearly more than another. Copies are sealed, so their size is the measure: a quarter more, of
 * what is beyond an empty copy. A smaller difference is what retention, an erasure or compression make in daily work.
 */
export function holdsClearlyMore(one: number, other: number): boolean {
  const content = (bytes: number) => Math.max(0, bytes - EMPTY_COPY_BYTES)
  return content(one) > content(other) * 1.25 + 200
}

/** The copy to restore: the newest one, unless an older one holds clearly more. */
export function copyToRestore(copies: readonly CopyFile[]): CopyFile | null {
  const latestFirst = copies.toSorted((a, b) => b.at - a.at)
  return (
    latestFirst.find((copy) => !copies.some((other) => holdsClearlyMore(other.bytes, copy.bytes))) ?? null
  )
}

/**
 * The copies that may be removed: never one of the latest `keep`, never the only one that holds clearly more than all
 * that would remain, and, for a while after the store was begun anew, none from before that.
 */
export function copiesToRemove(copies: readonly CopyFile[], { keep, begunAt, now }: RotationRule): string[] {
  // A copy of the future is one of a clock that was wrong: it does not count among the latest.
  const age = ({ at }: CopyFile) => (at > now ? -Infinity : at)
  const latestFirst = copies.toSorted((a, b) => (age(b) === age(a) ? 0 : age(b) > age(a) ? 1 : -1))
  const isProtected = ({ at }: CopyFile) =>
    begunAt !== null && at <= begunAt && Math.abs(now - begunAt) < RECOVERY_MS
  const remaining = latestFirst.filter((copy, index) => index < keep || isProtected(copy))
  const others = latestFirst.filter((copy) => !remaining.includes(copy))
  // Latest first: of those that hold the same, the newest stays.
  const best = others.reduce<CopyFile | null>(
    (max, copy) => (max && max.bytes >= copy.bytes ? max : copy),
    null,
  )
  if (best && remaining.every(({ bytes }) => holdsClearlyMore(best.bytes, bytes))) remaining.push(best)
  return latestFirst.filter((copy) => !remaining.includes(copy)).map(({ name }) => name)
}
