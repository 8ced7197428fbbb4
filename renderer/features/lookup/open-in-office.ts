import type { RecentInOffice } from '#shared/bridge/case-commands.ts'

const WAITING: ReadonlySet<string> = new Set(['submitted', 'sent'])
/** True for the state of a signature that its signer has not answered. */
export const isWaiting = (status: string): boolean => WAITING.has(status)

type Ending = Pick<RecentInOffice['procedures'][number], 'closedAt' | 'gone'>
export const isOver = ({ closedAt, gone }: Ending): boolean => closedAt !== undefined || gone

/** What of a plate is still under way in the office; `null` without any. */
export function openInOffice(found: RecentInOffice): RecentInOffice | null {
  const procedures = found.procedures.filter((row) => !isOver(row))
  const signatures = found.signatures.filter(({ status }) => isWaiting(status))
  if (procedures.length + found.drafts.length + signatures.length === 0) return null
  return { ...found, procedures, signatures }
}
