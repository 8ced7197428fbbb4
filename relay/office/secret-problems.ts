import { hashOf, type Secrets } from './secrets.ts'
import type { Reader } from '../store/store.ts'

/** What is wrong with the secrets of the offices: each must open, and be that of the digests in the database. */
export async function secretProblems(
  reader: Pick<Reader, 'offices' | 'officeOfAdmin' | 'officeOfInbox'>,
  secrets: Pick<Secrets, 'of'>,
): Promise<{ offices: number; problems: string[] }> {
  const problems: string[] = []
  const offices = (await reader.offices()).filter(({ state }) => state !== 'gone')
  for (const { id, headerHash, closedMs } of offices) {
    const own = await secrets.of(id).catch(() => null)
    if (own === null) {
      if (closedMs === null) problems.push(`the secrets of office ${id} do not open`)
      continue
    }
    const { adminToken, inboxKey, header } = own
    // A change of header that was under way is finished by the next start.
    const values = [header.value, ...(header.former === undefined ? [] : [header.former])]
    const isHeader = values.some((value) => hashOf(value).equals(headerHash))
    const isAdmin = (await reader.officeOfAdmin(hashOf(adminToken)))?.id === id
    const isInbox = (await reader.officeOfInbox(hashOf(inboxKey)))?.id === id
    if (!isHeader || !isAdmin || !isInbox)
      problems.push(`the secrets of office ${id} are not those of the database`)
  }
  return { offices: offices.length, problems }
}
