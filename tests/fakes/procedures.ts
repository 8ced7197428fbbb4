import { json, type Responder } from './fault-service.ts'

/** Procedures of a fault service: a GET answers the last state set by the test. */
export interface FakeProcedures {
  readonly all: Map<string, Record<string, unknown>>
  set(id: string, status: string, fields?: Record<string, unknown>): void
  respond: Responder
  /** Number of GETs of each. */
  readonly looks: Map<string, number>
}

export function createProcedures(): FakeProcedures {
  const all = new Map<string, Record<string, unknown>>()
  const looks = new Map<string, number>()
  let version = 0
  return {
    all,
    looks,
    set(id, status, fields = {}) {
      all.set(id, {
        ...all.get(id),
        id,
        type: 'VEHICLE_TRANSFER',
        typeDescription: 'Cambio de titularidad',
        vrm: '1234BCD',
        status,
        updatedAt: new Date(Date.now() - 60_000 + ++version).toISOString(),
        ...fields,
      })
    },
    respond({ path }, response) {
      const id = decodeURIComponent(path.split('/').at(-1) ?? '')
      looks.set(id, (looks.get(id) ?? 0) + 1)
      const found = all.get(id)
      if (!found) return json(response, 404, { statusCode: 404, message: 'Not Found' })
      json(response, 200, found)
    },
  }
}

/** Event in the form of a relay. */
export const procedureEvent = (
  id: string,
  status: string,
  at: number,
  over: { event?: string; data?: Record<string, unknown> } = {},
): unknown => ({
  event: over.event ?? 'procedure.status_changed',
  data: { id, path: `/v1/procedures/${id}`, timestamp: new Date(at).toISOString(), status, ...over.data },
})
