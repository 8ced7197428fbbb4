import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import type { Mode } from '../context.ts'
import { schedules, type ScheduleName } from '../webhooks/schedules.ts'

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

/** What an integrator has to know besides the calls, with the values of this very service. */
export function guides({ assumptions, mode, retryProfile }: GuideValues): Guide[] {
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
        `Answer ${success} within ${duration(assumptions.deliveryTimeoutMs)}. Anything else is tried again after ${listed(delays)}${jitter > 0 ? `, each ${Math.round(jitter * 100)} % more or less` : ''}; then never, until it is delivered by hand. \`Retry-After\` is honoured. A 410 ends it at once.`,
        'An event may come more than once: `X-Dev-Event` is the same in every attempt, so deduplicate by it. The body is the same too, except for `downloadUrl`.',
        order,
        'An event is a hint: read the resource at its `path` for the whole of it.',
      ],
    },
    {
      title: 'Links',
      paragraphs: [
        `\`downloadUrl\` and \`reportUrl\` need no key and live for ${duration(assumptions.downloadTtlMs)}: read the resource again for a fresh one. An expired or altered one: 403. \`signedDocumentUrl\` needs the key.`,
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
    ...(mode === 'development' ? [SENTINELS] : []),
  ]
}

const SENTINELS: Guide = {
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

/** «5 s», «30 min», «2 h». */
function duration(ms: number): string {
  const [unit, name] = UNITS.find(([each]) => ms >= each && ms % each === 0) ?? [1, 'ms']
  return `${ms / unit} ${name}`
}

const listed = (delays: readonly number[]): string =>
  delays.length === 0 ? 'nothing' : delays.map(duration).join(', ')
