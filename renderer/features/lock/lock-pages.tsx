import type { Lock } from '#shared/bridge/lock.ts'
import { FirstPin } from './first-pin.tsx'
import { LockPage } from './lock-page.tsx'

/** What a locked window shows. */
export const LockPages = ({ lock, elsewhere }: { lock: Lock; elsewhere: boolean }) =>
  lock.needsPin ? <FirstPin elsewhere={elsewhere} /> : <LockPage lock={lock} />
