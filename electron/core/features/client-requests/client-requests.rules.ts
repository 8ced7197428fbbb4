import {
  type ClientRequest,
  requestActSchema,
  type RequestAsk,
  type RequestGroup,
  type RequestOwner,
} from '#shared/bridge/client-requests.ts'
import type { Subject } from '#shared/bridge/inbox.ts'
import {
  computeRequest,
  listActs,
  type RequestAct,
  type RequestActs,
  type RequestState,
} from '#shared/domain/client-requests.ts'
import { clientKey } from '#shared/domain/dealer-board.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Stored row of `client_request`. */
export interface RequestRow {
  id: string
  procedure_id: string | null
  draft_id: string | null
  signature_id: string | null
  subject: RequestAsk['subject']
  item: string
  text: string
  acts: string
}

/** Request with its state and acts. */
export interface KnownRequest extends RequestState {
  row: RequestRow
  owner: RequestOwner
  acts: RequestActs
}

/** Vehicle, type and people of the file of a request, for lists and messages. */
export interface NamedFile {
  subject: Subject
  /** Kind of procedure; `null` for a signature, and for a type that this version does not know. */
  kind: DraftKind | null
  /** Name of the type on screen. Empty for a signature. */
  type: string
  /** Client, or else a party, or the signer; empty if none is known. */
  client: string
  /** Parties, for the recipients of a message. */
  parties: Record<'client' | 'buyerName' | 'buyerTaxId' | 'sellerName' | 'sellerTaxId', string>
}

/** Request and its file. */
export interface FiledRequest<F extends NamedFile = NamedFile> extends KnownRequest {
  file: F
}

/** @returns `null` for an act of another form, such as one of a later version */
const parseAct = (value: unknown): RequestAct | null => requestActSchema.safeParse(value).data ?? null

/** Stored acts. Those of another form are left out. */
export const parseActs = (stored: string): RequestActs =>
  Object.fromEntries(
    Object.entries(recordIn(stored)).flatMap(([id, value]) => {
      const act = parseAct(value)
      return act ? [[id, act] as const] : []
    }),
  )

export const ownerOfRow = ({ procedure_id, draft_id, signature_id }: RequestRow): RequestOwner =>
  procedure_id !== null
    ? { procedureId: procedure_id }
    : draft_id !== null
      ? { draftId: draft_id }
      : { signatureId: signature_id ?? '' }

/** Columns of `client_request` that follow from its acts. */
export const deriveColumns = (acts: RequestActs): { isOpen: number; nextDay: string } => {
  const state = computeRequest(acts)
  return { isOpen: state?.state === 'open' ? 1 : 0, nextDay: state?.next ?? '' }
}

/** @returns `null` if asking was undone */
export function readRequest(row: RequestRow): KnownRequest | null {
  const acts = parseActs(row.acts)
  const state = computeRequest(acts)
  return state && { ...state, row, owner: ownerOfRow(row), acts }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Open requests first, by the day of their next reminder; then the others, the latest first. */
export const compareRequests = (a: KnownRequest, b: KnownRequest): number =>
  Number(a.state !== 'open') - Number(b.state !== 'open') ||
  (b.endedAt ?? 0) - (a.endedAt ?? 0) ||
  compareTexts(a.next, b.next) ||
  compareTexts(a.row.id, b.row.id)

export function toRequest(request: KnownRequest): ClientRequest {
  const { row, owner, acts, opening: _, known: _known, ...state } = request
  const { id, subject, item, text } = row
  const person = listActs(acts).findLast(([, { kind }]) => kind === 'ask' || kind === 'remind')?.[1].person
  return { id, owner, subject, item, text, ...state, person: person ?? '' }
}

/**
 * Groups by client; a file without a client is a group of its own. The client who waits longest comes first.
 * @param clientIdOf id of the client with a name, the same for clients that were merged
 */
export function groupByClient(
  requests: readonly FiledRequest[],
  clientIdOf: (name: string) => string,
): RequestGroup[] {
  const groups = new Map<string, RequestGroup>()
  for (const { file, ...request } of requests) {
    const isNamed = clientKey(file.client) !== ''
    const key = isNamed ? clientIdOf(file.client) : JSON.stringify(request.owner)
    const group = groups.get(key) ?? { key, client: file.client, requests: [] }
    group.requests.push({ ...toRequest(request), file: file.subject, type: file.type })
    groups.set(key, group)
  }
  const first = (group: RequestGroup) =>
    group.requests.map(({ next }) => next).toSorted(compareTexts)[0] ?? ''
  const since = (group: RequestGroup) =>
    group.requests.map(({ asked }) => asked).toSorted(compareTexts)[0] ?? ''
  return [...groups.values()].toSorted(
    (a, b) =>
      compareTexts(first(a), first(b)) || compareTexts(since(a), since(b)) || compareTexts(a.key, b.key),
  )
}
