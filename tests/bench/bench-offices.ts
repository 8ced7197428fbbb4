import { createHash } from 'node:crypto'
import type { Post } from './relay-load.ts'
import { HEADER } from './relay-target.ts'

/** Offices of a bench by their number, with secrets that follow from it: `init` would take a process for each. */

export const officeOf = (index: number): { inbox: Post; stream: Post } => ({
  inbox: { path: `/in/inbox-of-the-bench-office-${index}`, headers: { [HEADER]: `header-${index}` } },
  stream: { path: '/v1/stream', headers: { authorization: `Bearer ${adminOf(index)}` } },
})

const hash = (text: string) => createHash('sha256').update(text).digest()
const adminOf = (index: number) => `admin-of-the-bench-office-${index}`

/** What the database has of an office. */
export const officeRow = (index: number) => ({
  name: `Oficina ${index}`,
  adminHash: hash(adminOf(index)),
  inboxHash: hash(`inbox-of-the-bench-office-${index}`),
  headerName: HEADER,
  headerHash: hash(`header-${index}`),
})

/** A PC of an office: its id, what the database has of its token, and how it asks. */
export const deviceOf = (office: number, index: number) => {
  const token = `rly_${`${office}-${index}`.padEnd(43, 'x')}`
  return {
    id: `pc-${office}-${index}`,
    tokenHash: hash(token),
    headers: { authorization: `Bearer ${token}` },
  }
}
