import type { ServerResponse } from 'node:http'
import { html } from './failing-answers.ts'
import {
  json,
  reducedReports,
  startFaultService,
  type FaultService,
  type Responder,
  type SeenRequest,
} from './fault-service.ts'

/** A report of another plate, which must never be shown for the requested one. */
const OTHER_PLATE = '9999ZZZ'
const HUGE_BYTES = 200 * 1024 * 1024
const DEPTH = 3_000

/** Hostile answers about a plate. */
const answers = {
  html: (response) => html(response, 200),
  'half-json': (response) => json(response, 200, '{"id":"x","vrm":"'),
  redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/portal' }).end(),
  hang: () => undefined,
  'fails-for-ever': (response) => json(response, 500, {}),
  limits: (response) => json(response, 429, {}, { 'retry-after': '600' }),
  huge: (response, _vrm, onWritten) => stream(response, HUGE_BYTES, onWritten),
  deep: (response) => json(response, 200, '['.repeat(DEPTH) + ']'.repeat(DEPTH)),
  'other-plate': (response) =>
    json(response, 200, {
      id: 'rep_other',
      vrm: OTHER_PLATE,
      type: 'reduced',
      status: 'completed',
      transferabilityStatus: 'transferable',
    }),
  'unknown-state': (response, vrm) =>
    json(response, 200, { id: `rep_${vrm}`, vrm, type: 'reduced', status: 'teleported' }),
} satisfies Record<
  string,
  (response: ServerResponse, vrm: string, onWritten: (bytes: number) => void) => unknown
>
export type Hostility = keyof typeof answers

export interface HostileService {
  readonly service: FaultService
  /** Sets the answers about a plate; `null`: good ones. `read`: hostile only once the request was accepted. */
  set(vrm: string, how: Hostility | null, from?: 'create' | 'read'): void
  /** Bytes written of the 200 MB answers. */
  readonly hugeBytes: number
}

/** Service that answers badly about some plates, each in its own way, and well about the rest. */
export async function startHostileService(good: Responder = reducedReports()): Promise<HostileService> {
  const bad = new Map<string, { how: Hostility; from: 'create' | 'read' }>()
  /** A look does not name the plate, so the ids of those hostile once accepted do. */
  const ACCEPTED = 'hostile-'
  let hugeBytes = 0

  async function respond(request: SeenRequest, response: ServerResponse): Promise<void> {
    const isCreation = request.method === 'POST'
    const id = request.path.split('/').at(-1) ?? ''
    const vrm = isCreation
      ? (JSON.parse(request.body) as { vrm: string }).vrm
      : id.startsWith(ACCEPTED)
        ? id.slice(ACCEPTED.length)
        : undefined
    const trouble = vrm === undefined ? undefined : bad.get(vrm)
    if (vrm === undefined || !trouble) return good(request, response)
    if (isCreation && trouble.from === 'read')
      return json(response, 201, { id: ACCEPTED + vrm, vrm, type: 'reduced', status: 'processing' })
    answers[trouble.how](response, vrm, (bytes) => (hugeBytes += bytes))
  }

  return {
    service: await startFaultService(respond),
    set(vrm, how, from = 'create') {
      if (how === null) bad.delete(vrm)
      else bad.set(vrm, { how, from })
    },
    get hugeBytes() {
      return hugeBytes
    },
  }
}

const chunk = Buffer.alloc(256 * 1024, 0x20)

/** Streams JSON white space, as fast as it is read. */
function stream(response: ServerResponse, bytes: number, onWritten: (bytes: number) => void): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.on('error', () => undefined)
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.byteLength
      onWritten(chunk.byteLength)
      if (!response.write(chunk)) return
    }
    response.end()
  }
  response.on('drain', more)
  more()
}
