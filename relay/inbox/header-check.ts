import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hashOf } from '../http/secrets.ts'
import type { InboxRow } from '../store/store.ts'

const MAX_VALUE = 512
/** Compared with when there is nothing to compare: the same work for an address that does not exist. */
const NOTHING = hashOf('')

/** The only value of a header; `null` if it is missing, given twice or too long. */
function onlyValue({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string | null {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase(),
  )
  const [value] = values
  return values.length === 1 && value !== undefined && value.length <= MAX_VALUE ? value : null
}

/**
 * True if the request carries the secret of the inbox: the current value, or the former one for as long as it
 * is being changed. Digests are compared, in constant time, both of them always.
 */
export function carriesSecret(
  request: Pick<IncomingMessage, 'rawHeaders'>,
  office: Pick<InboxRow, 'headerName' | 'headerHash' | 'formerHash' | 'formerUntilMs'> | null,
  now: number,
): boolean {
  const value = onlyValue(request, office?.headerName ?? 'x-relay-secret')
  // Header values arrive as Latin-1.
  const given = hashOf(Buffer.from(value ?? '', 'latin1'))
  const isCurrent = timingSafeEqual(given, office?.headerHash ?? NOTHING)
  const isFormer = timingSafeEqual(given, office?.formerHash ?? NOTHING)
  const isOpen = office?.formerUntilMs !== null && now < (office?.formerUntilMs ?? 0)
  return value !== null && value !== '' && office !== null && (isCurrent || (isFormer && isOpen))
}
