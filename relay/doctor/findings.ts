import { hashSecret, type OfficeSecrets, type Secrets } from '../office/secrets.ts'
import type { Reader } from '../store/store.ts'

/** Result of one check, with advice if something is wrong. */
export interface Finding {
  check: string
  /** `note`: no error, but worth knowing. `skipped`: not checked, for the reason in `detail`. */
  outcome: 'fine' | 'wrong' | 'note' | 'skipped'
  detail: string
  advice?: string
}

/** Findings about the data, and the office for the test from outside; `null` without one. */
export interface Checked {
  findings: Finding[]
  office: OfficeSecrets | null
}

export const buildFine = (check: string, detail: string): Finding => ({ check, outcome: 'fine', detail })
export const buildNote = (check: string, detail: string): Finding => ({ check, outcome: 'note', detail })
export const buildSkipped = (check: string, detail: string): Finding => ({
  check,
  outcome: 'skipped',
  detail,
})
export const buildWrong = (check: string, detail: string, advice: string): Finding => ({
  check,
  outcome: 'wrong',
  detail,
  advice,
})

/** Text of an error, or code of its cause: a failed fetch has the reason in `cause`. */
export function readReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? String(cause.code) : cause.message
}

export const formatMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

/** First open office with that name (`null` for any) whose secrets open. An office that left or was closed takes no event. */
export async function findOfficeToTry(
  reader: Pick<Reader, 'listOffices'>,
  secrets: Pick<Secrets, 'get'>,
  name: string | null,
): Promise<OfficeSecrets | null> {
  const open = (await reader.listOffices()).filter(
    ({ state, closedMs }) => state === null && closedMs === null,
  )
  for (const { id } of open) {
    const own = await secrets.get(id).catch(() => null)
    if (own !== null && (name === null || own.name === name)) return own
  }
  return null
}

/** Checks the secrets of every office: they must open, and match the digests in the database. */
export async function findSecretProblems(
  reader: Pick<Reader, 'listOffices' | 'findOfficeOfAdmin' | 'findOfficeOfInbox'>,
  secrets: Pick<Secrets, 'get'>,
): Promise<{ offices: number; problems: string[] }> {
  const problems: string[] = []
  const offices = (await reader.listOffices()).filter(({ state }) => state !== 'gone')
  for (const { id, headerHash, closedMs } of offices) {
    const own = await secrets.get(id).catch(() => null)
    if (own === null) {
      if (closedMs === null) problems.push(`the secrets of office ${id} do not open`)
      continue
    }
    const { adminToken, inboxKey, header } = own
    // The next start finishes an interrupted rotation of the header.
    const values = [header.value, ...(header.former === undefined ? [] : [header.former])]
    const isHeader = values.some((value) => hashSecret(value).equals(headerHash))
    const isAdmin = (await reader.findOfficeOfAdmin(hashSecret(adminToken)))?.id === id
    const isInbox = (await reader.findOfficeOfInbox(hashSecret(inboxKey)))?.id === id
    if (!isHeader || !isAdmin || !isInbox)
      problems.push(`the secrets of office ${id} are not those of the database`)
  }
  return { offices: offices.length, problems }
}

export const judgeSecrets = (offices: number, problems: readonly string[]): Finding => {
  const check = 'offices'
  const [first] = problems
  if (first !== undefined)
    return buildWrong(
      check,
      problems.length === 1 ? first : `${first}, and ${problems.length - 1} more`,
      'put back the backup of the secrets that belongs to this database: without it, that office is made again with init',
    )
  if (offices === 0) return buildWrong(check, 'there is none', 'make one with init NAME')
  return buildFine(check, `${offices}, whose secrets are those of the database`)
}

/** Findings about offices that left. Their public address may still lead to this relay. */
export async function findLeftOffices(reader: Pick<Reader, 'listOffices'>): Promise<Finding[]> {
  const check = 'left offices'
  return (await reader.listOffices()).flatMap(({ name, state, movedTo }) => {
    if (state === 'moving')
      return buildWrong(
        check,
        `an older version was just moving ${name} to ${movedTo}: here it is closed, and whole`,
        `run export FILE --office="${name}" --abandon-move; if ${movedTo} has the office, delete FILE; if not, import it there or here`,
      )
    if (state !== 'moved') return []
    const where = movedTo === null ? 'was exported' : `is at ${movedTo}`
    return buildNote(check, `${name} ${where}: its address must lead to that relay, and is answered 503 here`)
  })
}

/** Finding about bodies that were answered 200 but that no PC has seen. */
export async function findUnreadable(
  reader: Pick<Reader, 'listOffices' | 'countUnreadable'>,
): Promise<Finding> {
  const check = 'unreadable events'
  const found = (await reader.listOffices())
    .filter(({ state }) => state === null)
    .map(async ({ id }) => ({ id, ...(await reader.countUnreadable(id, 1)) }))
  const affected = (await Promise.all(found)).filter(({ count }) => count > 0)
  const [first] = affected
  if (first === undefined) return buildFine(check, 'none in the last seven days')
  const total = affected.reduce((sum, { count }) => sum + count, 0)
  return buildWrong(
    check,
    `${total} of the last seven days, of ${affected.length === 1 ? `office ${first.id}` : `${affected.length} offices`}: ${first.last[0]?.reason ?? ''}. No PC has seen them`,
    'see them with quarantine, and ask the sender what has changed; they are deleted after seven days',
  )
}
