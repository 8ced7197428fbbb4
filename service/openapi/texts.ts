import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import type { Mode } from '../context.ts'
import { creationSummary, SERVICE_KINDS } from '../procedures/kinds.ts'
import { type ScheduleName, schedules } from '../webhooks/schedules.ts'

/** A rule of the service that belongs to no single call. */
export interface Guide {
  readonly title: string
  /** Sentences with code in backticks. */
  readonly paragraphs: readonly string[]
}

export interface GuideValues {
  readonly assumptions: ServiceAssumptions
  readonly mode: Mode
  readonly retryProfile: ScheduleName
}

/** Writes the guides for integrators, with the values of this service. */
export function writeGuides({ assumptions, mode, retryProfile }: GuideValues): Guide[] {
  const { delays, jitter } = schedules[retryProfile]
  const success = assumptions.deliverySuccess === '2xx' ? 'any 2xx' : '200'
  const order =
    assumptions.deliveryOrder === 'serial'
      ? 'The events of one resource arrive in their order; after three failures of the first, the others pass it.'
      : 'Events may arrive in any order: `timestamp` tells which came first.'
  return [
    {
      title: 'Authentication',
      paragraphs: [
        'Every call carries `Authorization: Bearer KEY`. Without it, or with another: 401.',
        'The only exceptions are the links to files, whose token is the permission.',
      ],
    },
    {
      title: 'States and types are open lists',
      paragraphs: [
        'A `status`, a `type` or a `level` may have a value that is in no list here: the lists are of the known ones, not closed enumerations (`anyOf` a named list or any text). Show what you do not know as it comes, and decide nothing by it.',
      ],
    },
    {
      title: 'Events',
      paragraphs: [
        `Subscribe with \`POST ${assumptions.subscriptionsPath}\`: an address, the events, and a header of yours, which comes with each delivery and is never shown again.`,
        `Answer ${success} within ${formatDuration(assumptions.deliveryTimeoutMs)}. Anything else is tried again after ${formatDelays(delays)}${jitter > 0 ? `, each ${Math.round(jitter * 100)} % more or less` : ''}; then never, until it is delivered by hand. \`Retry-After\` is honoured. A 410 ends it at once.`,
        'An event may come more than once: `X-Dev-Event` is the same in every attempt, so deduplicate by it. The body is the same too, except for `downloadUrl`.',
        order,
        'An event is a hint: read the resource at its `path` for the whole of it.',
      ],
    },
    {
      title: 'Links',
      paragraphs: [
        `\`downloadUrl\` and \`reportUrl\` need no key and live for ${formatDuration(assumptions.downloadTtlMs)}: read the resource again for a fresh one. An expired or altered one: 403. \`signedDocumentUrl\` needs the key.`,
      ],
    },
    {
      title: 'Errors',
      paragraphs: [
        'A refusal has `statusCode`, `message`, `error` and `details`, one for each field. 400 for what is wrong in the request, 404 for what is not yours or not there, 409 for what its present state forbids, with that state in `details`.',
        'Unknown fields of a body are ignored, and a `Warning` header names them.',
        'A method that an address does not take: 405, with `Allow`. A body that stops coming or comes slower than 8 KiB/s: 408.',
      ],
    },
    {
      title: 'No idempotency',
      paragraphs: [
        'There is no idempotency key and no list of resources: the same creation twice makes two, and after a lost answer nothing gives the id back. Create a procedure with `confirmed: false`, which nobody works on, and confirm it when you have its id.',
      ],
    },
    ...(mode === 'development' ? [SENTINEL_GUIDE] : []),
  ]
}

const SENTINEL_GUIDE: Guide = {
  title: 'Values with a known outcome',
  paragraphs: [
    'Reduced reports: `0000BBB` is not transferable, `0000CCC` has alerts, `0000DDD` is not registered, `0000FFF` fails. Any other valid plate is transferable.',
    'Complete reports: `8888BBB` is not transferable, `9999DDD` is not registered (`failureReason` null), `9999FFF` is not answered for now (`service_unavailable`).',
    'Signatures, by the number of who signs: `00000000T` signs, `00000001R` rejects, `00000002W` lets it expire, about a second later. Any other stays `sent`.',
  ],
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
]

/** Formats a duration: `5 s`, `30 min`, `2 h`. */
function formatDuration(ms: number): string {
  const [unit, name] = UNITS.find(([each]) => ms >= each && ms % each === 0) ?? [1, 'ms']
  return `${ms / unit} ${name}`
}

const formatDelays = (delays: readonly number[]): string =>
  delays.length === 0 ? 'nothing' : delays.map(formatDuration).join(', ')

/** Description of an operation besides its shapes. */
export interface OperationText {
  readonly description: string
  /** A valid request body. */
  readonly example?: unknown
}

const DRAFT = 'With `confirmed: false` it is a draft, of which no event tells.'
const SENT = 'Otherwise it is `PENDING`, and `procedure.status_changed` says so.'
const COMPLETE =
  '`8888BBB` is not transferable; `9999DDD` fails for good (`failureReason` null), `9999FFF` for now (`service_unavailable`).'
const SIGNATURE_SENTINELS =
  'In development `00000000T` signs, `00000001R` rejects and `00000002W` lets it expire, about a second later; any other valid number stays `sent`.'
const LINKED = 'The token in the address is the permission, for a few minutes. Takes HEAD and a single Range.'
/** Signer of the examples. The number is a sentinel: in development the signature is signed. */
export const SIGNER = {
  type: 'person',
  idNumber: '00000000T',
  fullname: 'Ana Ribera Soler',
  email: 'ana@example.com',
}

/** Texts by the summary of the operation. For signatures the key is the part before the colon. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  ...Object.fromEntries(
    DRAFT_KINDS.map((kind) => {
      const { note, example } = SERVICE_KINDS[kind]
      return [creationSummary(kind), { description: `${note} ${DRAFT} ${SENT}`, example }]
    }),
  ),
  'Update a draft': {
    description: 'Documents are added to those there are. What is no draft: 409 with its state in `details`.',
    example: { vin: 'VF1RFB00066000123' },
  },
  'Confirm a draft': { description: 'To `PENDING`. What is no draft: 409. No body, or an empty object.' },
  'Read a procedure': {
    description: 'With fresh links to its documents. Where the `path` of its events leads.',
  },
  'Add a client document': {
    description:
      'A link, or a form with one `file` (PDF, JPEG, PNG, TIFF, HEIC) or a `url`. As slow as 8 KiB/s, but no slower. 409 once the procedure is over.',
    example: { url: 'https://files.example.com/dni.pdf', type: 'national_id' },
  },
  'Download a document': {
    description: `${LINKED} A document given as a link is fetched now; 502 if it cannot be.`,
  },
  'Mark an incident as solved': {
    description:
      'Of the level `blocker` or `document`: a `hold` waits for somebody else (409). With the last one: `PENDING`.',
  },
  'Request a reduced report': {
    description:
      'Answered by an event, or by reading it. `0000BBB` is not transferable, `0000CCC` has alerts, `0000DDD` and `0000FFF` fail.',
    example: { vrm: '0000CCC' },
  },
  'Request a complete report': {
    description: `Answered by an event, or by reading it. ${COMPLETE}`,
    example: { vrm: '8888BBB' },
  },
  'Read a report': {
    description: 'A failure is no error of HTTP: `status` is `error`. `reportUrl` is fresh each time.',
  },
  'Download the official report': { description: LINKED },
  'Request a signature': { description: SIGNATURE_SENTINELS, example: { signer: SIGNER } },
  'Read a signature request': { description: '`documents[].signedDocumentUrl` once it is signed.' },
  'Download the signed document': {
    description: 'Needs the key, unlike other downloads. 404 until it is signed.',
  },
  'Create a subscription': {
    description:
      'No `events` are all of them. One subscription per address (409). A delivery that is not answered 200 within 5 seconds is tried again.',
    example: {
      url: 'http://127.0.0.1:9000/events',
      events: ['procedure.status_changed', 'report.completed'],
      header: { name: 'X-Office-Secret', value: 'ssh-1234' },
    },
  },
  'List the active subscriptions': { description: 'The value of a header is never told.' },
  'Delete a subscription': { description: 'What was still to be delivered to it is dropped.' },
  'Change the state of a procedure': {
    description: 'From any state to any. `reason` is what `statusDescription` says of a `CANCELLED` one.',
    example: { status: 'IN_PROGRESS' },
  },
  'Add a sample document': {
    description: 'To `generatedDocuments`, with `procedure.document.added`.',
    example: { type: 'es_576_doc' },
  },
  'Register an incident of a procedure': {
    description: 'An open procedure becomes `BLOCKED`. A draft, or one that is over: 409.',
    example: { type: 'seizure' },
  },
  'Register an incident of a document': {
    description: 'An open procedure becomes `BLOCKED`. A draft, or one that is over: 409.',
    example: { type: 'unreadable-document' },
  },
  'Solve any incident': { description: 'Also a `hold`. With the last one: `PENDING`.' },
}

/** Description of each group of calls. */
export const tagTexts = {
  Procedures: 'Registrations, transfers and notifications of a vehicle, with their documents and incidents.',
  Reports:
    'Reports of a vehicle: the reduced one says whether it can be transferred, the complete one is official.',
  Signatures: 'Electronic signatures of a document by one person, asked for by e-mail or by telephone.',
  Webhooks: 'Subscriptions: addresses that are told of each event.',
  'Test endpoints (development only)': 'Calls that play the registry and the operator, to try a client.',
  Events: 'Requests that the service makes to each subscribed address.',
} as const
