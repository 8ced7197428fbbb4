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
      ? 'The events of one resource arrive in the order in which they happened. After three failed attempts of an event, later ones are delivered before it.'
      : 'Events may arrive in any order. `timestamp` says when each happened.'
  return [
    {
      title: 'Authentication',
      paragraphs: [
        'Every call needs the header `Authorization: Bearer KEY`. A call without a valid key is answered 401.',
        'Links to files are the only exception: the token in their address is the permission.',
      ],
    },
    {
      title: 'States and types are open lists',
      paragraphs: [
        'A `status`, a `type` or a `level` may have a value that this document does not list. The lists contain the known values and are not closed enumerations (`anyOf` a named list or any text). Show an unknown value as it is, and base no decision on it.',
      ],
    },
    {
      title: 'Events',
      paragraphs: [
        `Subscribe with \`POST ${assumptions.subscriptionsPath}\`. Send an address, the wanted events, and a header of your choice. The service sends this header with each delivery and never shows its value again.`,
        `Answer ${success} within ${formatDuration(assumptions.deliveryTimeoutMs)}. After any other answer the delivery is repeated after ${formatDelays(delays)}${jitter > 0 ? `, each ${Math.round(jitter * 100)} % more or less` : ''}. After the last attempt an operator can deliver it by hand. \`Retry-After\` is honoured. An answer of 410 ends the delivery at once.`,
        'An event may arrive more than once. `X-Dev-Event` is the same in every attempt: use it to recognise duplicates. The body is the same too, except for `downloadUrl`.',
        order,
        'An event is a hint. Read the resource at its `path` for its present data.',
      ],
    },
    {
      title: 'Links',
      paragraphs: [
        `\`downloadUrl\` and \`reportUrl\` need no key and are valid for ${formatDuration(assumptions.downloadTtlMs)}. Read the resource again for a new link. An expired or altered link is answered 403. \`signedDocumentUrl\` needs the key.`,
      ],
    },
    {
      title: 'Errors',
      paragraphs: [
        'An error has `statusCode`, `message`, `error` and `details`, with one detail for each field. 400: the request is wrong. 404: the resource does not exist or belongs to another account. 409: the present state of the resource forbids the call, and `details` has that state.',
        'Unknown fields of a body are ignored. A `Warning` header names them.',
        'A method that the address does not accept is answered 405, with `Allow`. A body that stops, or is slower than 8 KiB/s, is answered 408.',
      ],
    },
    {
      title: 'No idempotency',
      paragraphs: [
        'There is no idempotency key and no list of resources. Two equal calls create two resources, and the id of a lost answer cannot be found. So create a procedure with `confirmed: false` and confirm it when you have its id: nobody works on a draft.',
      ],
    },
    ...(mode === 'development' ? [SENTINEL_GUIDE] : []),
  ]
}

const SENTINEL_GUIDE: Guide = {
  title: 'Values with a known outcome',
  paragraphs: [
    'Reduced reports: `0000BBB` is not transferable, `0000CCC` has alerts, `0000DDD` is not registered, `0000FFF` fails. Any other valid plate is transferable.',
    'Complete reports: `8888BBB` is not transferable, `9999DDD` is not registered (`failureReason` null), `9999FFF` fails temporarily (`service_unavailable`).',
    'Signatures, by the identity number of the signer: `00000000T` signs, `00000001R` rejects and `00000002W` lets the request expire, about a second later. With any other number the request stays `sent`.',
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

const DRAFT = 'With `confirmed: false` the procedure is a draft, and no event is sent.'
const SENT = 'Otherwise it is `PENDING`, and `procedure.status_changed` is sent.'
const COMPLETE =
  '`8888BBB` is not transferable. `9999DDD` fails for good (`failureReason` null), `9999FFF` temporarily (`service_unavailable`).'
const SIGNATURE_SENTINELS =
  'In development `00000000T` signs, `00000001R` rejects and `00000002W` lets the request expire, about a second later. With any other valid number the request stays `sent`.'
const LINKED =
  'The token in the address is the permission, for a few minutes. HEAD and a single Range are accepted.'
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
    description:
      'The documents are added to the existing ones. A procedure that is not a draft is answered 409, with its state in `details`.',
    example: { vin: 'VF1RFB00066000123' },
  },
  'Confirm a draft': {
    description:
      'The draft becomes `PENDING`. A procedure that is not a draft is answered 409. The body is empty or an empty object.',
  },
  'Read a procedure': {
    description:
      'The answer has new links to the documents. The `path` of an event of the procedure leads here.',
  },
  'Add a client document': {
    description:
      'The body is a link, or a form with one `file` (PDF, JPEG, PNG, TIFF, HEIC) or a `url`. A body slower than 8 KiB/s is answered 408, and a finished procedure 409.',
    example: { url: 'https://files.example.com/dni.pdf', type: 'national_id' },
  },
  'Download a document': {
    description: `${LINKED} A document that was given as a link is fetched during the call. If that fails, the answer is 502.`,
  },
  'Mark an incident as solved': {
    description:
      'For incidents of the level `blocker` or `document`. A `hold` waits for somebody else and is answered 409. When the last incident is solved, the procedure becomes `PENDING`.',
  },
  'Request a reduced report': {
    description:
      'Wait for the event, or read the report. `0000BBB` is not transferable, `0000CCC` has alerts, `0000DDD` and `0000FFF` fail.',
    example: { vrm: '0000CCC' },
  },
  'Request a complete report': {
    description: `Wait for the event, or read the report. ${COMPLETE}`,
    example: { vrm: '8888BBB' },
  },
  'Read a report': {
    description:
      'A failed report is answered 200, with the `status` `error`. `reportUrl` is a new link in each answer.',
  },
  'Download the official report': { description: LINKED },
  'Request a signature': { description: SIGNATURE_SENTINELS, example: { signer: SIGNER } },
  'Read a signature request': {
    description: '`documents[].signedDocumentUrl` exists once the document is signed.',
  },
  'Download the signed document': {
    description: 'Needs the key, unlike other downloads. It is answered 404 until the document is signed.',
  },
  'Create a subscription': {
    description:
      'Without `events` the subscription gets all of them. A second subscription of an address is answered 409. A delivery that is not answered 200 within 5 seconds is repeated.',
    example: {
      url: 'http://127.0.0.1:9000/events',
      events: ['procedure.status_changed', 'report.completed'],
      header: { name: 'X-Office-Secret', value: 'ssh-1234' },
    },
  },
  'List the active subscriptions': { description: 'The values of headers are never shown.' },
  'Delete a subscription': { description: 'Its pending deliveries are dropped.' },
  'Change the state of a procedure': {
    description: 'Any state may follow any other. For `CANCELLED`, `reason` becomes the `statusDescription`.',
    example: { status: 'IN_PROGRESS' },
  },
  'Add a sample document': {
    description: 'Adds a document to `generatedDocuments` and sends `procedure.document.added`.',
    example: { type: 'es_576_doc' },
  },
  'Register an incident of a procedure': {
    description: 'An open procedure becomes `BLOCKED`. A draft or a finished procedure is answered 409.',
    example: { type: 'seizure' },
  },
  'Register an incident of a document': {
    description: 'An open procedure becomes `BLOCKED`. A draft or a finished procedure is answered 409.',
    example: { type: 'unreadable-document' },
  },
  'Solve any incident': {
    description: 'Also solves a `hold`. When the last incident is solved, the procedure becomes `PENDING`.',
  },
}

/** Description of each group of calls. */
export const tagTexts = {
  Procedures: 'Registrations, transfers and notifications of a vehicle, with their documents and incidents.',
  Reports:
    'Reports of a vehicle: the reduced one says whether it can be transferred, the complete one is official.',
  Signatures: 'Electronic signatures of a document by one person, requested by e-mail or by telephone.',
  Webhooks: 'Subscriptions: addresses that receive each event.',
  'Test endpoints (development only)': 'Calls that act as the registry and the operator, to try a client.',
  Events: 'Requests that the service sends to each subscribed address.',
} as const
