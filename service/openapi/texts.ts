/** Description of an operation besides its shapes. */
export interface OperationText {
  readonly description: string
  /** A valid request body. */
  readonly example?: unknown
}

const LINK = { type: 'invoice', url: 'https://files.example.com/factura.pdf' }
const DRAFT = 'With `confirmed: false` it is a draft, of which no event tells.'
const SENT = 'Otherwise it is `PENDING`, and `procedure.status_changed` says so.'
const COMPLETE =
  '`8888BBB` is not transferable; `9999DDD` fails for good (`failureReason` null), `9999FFF` for now (`service_unavailable`).'
const SENTINELS =
  'In development `00000000T` signs, `00000001R` rejects and `00000002W` lets it expire, about a second later; any other valid number stays `sent`.'
const LINKED = 'The token in the address is the permission, for a few minutes. Takes HEAD and a single Range.'
/** Signer of the examples, whose number signs in development. */
export const SIGNER = {
  type: 'person',
  idNumber: '00000000T',
  fullname: 'Ana Ribera Soler',
  email: 'ana@example.com',
}

/** Keyed by the operation's summary; for signatures, by the part before the colon. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  'Create a registration': {
    description: `A VIN shorter than 17 characters is taken as a number older than the VIN, with a \`Warning\`. ${DRAFT} ${SENT}`,
    example: { vin: 'VSSZZZ5FZHR000412', userEmail: 'mostrador@example.com', documents: [LINK] },
  },
  'Create a transfer': {
    description: `\`taxableBase\` is in euros, with cents at most. ${DRAFT} ${SENT}`,
    example: {
      vrm: '1234BCD',
      taxableBase: 8450.5,
      invoiceNumber: 'F-2026-117',
      userEmail: 'mostrador@example.com',
      documents: [LINK],
    },
  },
  'Create a notification': {
    description: `An assumption: its path and its body are not in the specification. ${DRAFT} ${SENT}`,
    example: { vrm: '1234BCD', userEmail: 'mostrador@example.com', documents: [] },
  },
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
  'Request a signature': { description: SENTINELS, example: { signer: SIGNER } },
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
