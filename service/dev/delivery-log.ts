import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { ServiceContext } from '../context.ts'
import type { Db } from '../db/open.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { escapeHtml, formatTime, sendPage } from '../http/html.ts'
import type { DeliveryEngine } from '../webhooks/engine.ts'

/** A delivery in the log. */
export interface LoggedDelivery {
  readonly seq: number
  readonly event: string
  readonly eventId: string
  readonly resource: string
  readonly url: string
  readonly state: string
  readonly attempts: number
  readonly createdAt: string
  /** Time of the next attempt, if one is scheduled. */
  readonly nextAt: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
}

export interface LoggedAttempt {
  readonly n: number
  readonly isManual: boolean
  readonly startedAt: string
  readonly durationMs: number | null
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

export interface LogQuery {
  readonly state?: string | undefined
  readonly resource?: string | undefined
  readonly limit: number
}

interface Row {
  seq: number
  name: string
  event_id: string
  rid: string
  url: string
  state: string
  attempts: number
  created_ms: number
  due_ms: number
  status: number | null
  error: string | null
}

interface AttemptRow {
  n: number
  is_manual: number
  started_ms: number
  ended_ms: number | null
  status: number | null
  error: string | null
  response: string | null
}

const formatIso = (ms: number) => new Date(ms).toISOString()

/** Reads deliveries and their attempts from the store, the newest delivery first. */
export function createDeliveryLog(db: Db) {
  const list = db.prepare<
    [{ account: string; state: string | null; resource: string | null; limit: number }],
    Row
  >(
    `SELECT d.seq, e.name, e.id AS event_id, d.rid, s.url, d.state, d.attempts, e.created_ms, d.due_ms,
       a.status, a.error
     FROM delivery AS d
     JOIN event AS e ON e.seq = d.event_seq
     JOIN subscription AS s ON s.seq = d.subscription_seq
     LEFT JOIN attempt AS a ON a.delivery_seq = d.seq AND a.n = d.attempts
     WHERE e.account = @account AND (@state IS NULL OR d.state = @state)
       AND (@resource IS NULL OR d.rid = @resource)
     ORDER BY d.seq DESC LIMIT @limit`,
  )
  const attempts = db.prepare<[number, string], AttemptRow>(
    `SELECT a.* FROM attempt AS a JOIN delivery AS d ON d.seq = a.delivery_seq
     JOIN event AS e ON e.seq = d.event_seq WHERE a.delivery_seq = ? AND e.account = ? ORDER BY a.n`,
  )
  const body = db.prepare<[number, string], { body: string }>(
    `SELECT e.body FROM delivery AS d JOIN event AS e ON e.seq = d.event_seq WHERE d.seq = ? AND e.account = ?`,
  )

  return {
    list(account: string, { state, resource, limit }: LogQuery): LoggedDelivery[] {
      const rows = list.all({ account, state: state ?? null, resource: resource ?? null, limit })
      return rows.map((row) => ({
        seq: row.seq,
        event: row.name,
        eventId: row.event_id,
        resource: row.rid,
        url: row.url,
        state: row.state,
        attempts: row.attempts,
        createdAt: formatIso(row.created_ms),
        nextAt: row.state === 'due' ? formatIso(row.due_ms) : null,
        lastStatus: row.status,
        lastError: row.error,
      }))
    },
    /** `undefined`: the account has no such delivery. */
    body: (account: string, seq: number): string | undefined => body.get(seq, account)?.body,
    attempts(account: string, seq: number): LoggedAttempt[] {
      return attempts.all(seq, account).map((row) => ({
        n: row.n,
        isManual: row.is_manual === 1,
        startedAt: formatIso(row.started_ms),
        durationMs: row.ended_ms === null ? null : row.ended_ms - row.started_ms,
        status: row.status,
        error: row.error,
        response: row.response,
      }))
    },
  }
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>

const MOST = 500

const query = z.object({
  state: z.enum(['due', 'leased', 'ok', 'dead', 'held', 'dropped']).optional(),
  resource: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(MOST).catch(100),
})

interface BySeq {
  Params: { seq: string }
}

/** Adds the delivery log, as JSON and as a page, and redelivery by hand. */
export function addDeliveryRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { log: DeliveryLog; engine: DeliveryEngine },
): void {
  const { readAccount } = context
  const { log, engine } = parts

  function parseQuery(value: unknown) {
    const result = query.safeParse(value)
    if (!result.success) throw new HttpError(400, 'That is no state of a delivery.')
    return result.data
  }
  const parseSeq = ({ seq }: { seq: string }) => (/^\d{1,15}$/.test(seq) ? Number(seq) : -1)

  app.get('/_dev/deliveries', (request) => log.list(readAccount(request), parseQuery(request.query)))

  app.get<BySeq>('/_dev/deliveries/:seq', (request) => {
    const seq = parseSeq(request.params)
    const body = log.body(readAccount(request), seq)
    if (body === undefined) throw notFound()
    const sent: unknown = JSON.parse(body)
    return { seq, body: sent, attempts: log.attempts(readAccount(request), seq) }
  })

  app.post<BySeq>('/_dev/deliveries/:seq/redeliver', async (request, reply) => {
    const answer = await engine.redeliver(readAccount(request), parseSeq(request.params))
    if (answer === null) throw notFound()
    return reply.send({ status: answer.status, error: answer.error, response: answer.response })
  })

  /** Redelivers every dead or held delivery, one after another, the oldest first. */
  app.post('/_dev/deliveries/redeliver', async (request, reply) => {
    const account = readAccount(request)
    const given = ['dead', 'held'].flatMap((state) => log.list(account, { state, limit: MOST }))
    let accepted = 0
    for (const { seq } of given.toSorted((a, b) => a.seq - b.seq))
      if ((await engine.redeliver(account, seq))?.isAccepted === true) accepted++
    return reply.send({ tried: given.length, accepted })
  })

  app.get('/_dev/log', (request, reply) => {
    const deliveries = log.list(readAccount(request), parseQuery(request.query))
    return sendPage(reply, { title: 'Entregas', body: renderLog(deliveries), script: SCRIPT, isWide: true })
  })
}

const STATES: Readonly<Record<string, string>> = {
  due: 'Pendiente',
  leased: 'En camino',
  ok: 'Entregado',
  dead: 'Sin más intentos',
  held: 'Retenido (410)',
  dropped: 'Descartado',
}

function renderLog(deliveries: readonly LoggedDelivery[]): string {
  const head = [
    'Creado',
    'Evento',
    'Recurso',
    'Destino',
    'Estado',
    'Intentos',
    'Respuesta',
    'Siguiente',
    'Acción',
  ]
  const rows = deliveries.map((each) => {
    const { seq, createdAt, event, resource, url, state, attempts, lastStatus, lastError, nextAt } = each
    const cells = [
      escapeHtml(formatTime(createdAt)),
      escapeHtml(event),
      `<a href="?resource=${encodeURIComponent(resource)}" title="${escapeHtml(resource)}">${escapeHtml(resource.slice(0, 8))}</a>`,
      escapeHtml(url),
      escapeHtml(STATES[state] ?? state),
      String(attempts),
      escapeHtml(lastStatus === null ? (lastError ?? '') : String(lastStatus)),
      nextAt === null ? '' : escapeHtml(formatTime(nextAt)),
      `<a href="/_dev/deliveries/${seq}">Ver</a> <button data-redeliver="${seq}">Reenviar</button>`,
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const states = Object.entries(STATES).map(([id, label]) => `<a href="?state=${id}">${label}</a>`)
  return `<h1>Entregas de avisos</h1>
    <p class="soft"><a href="?">Todas</a> · ${states.join(' · ')}</p>
    <table><thead><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr></thead>
    <tbody>${rows.join('')}</tbody></table>${rows.length === 0 ? '<p>Ninguna.</p>' : ''}`
}

const SCRIPT = `
for (const button of document.querySelectorAll('[data-redeliver]'))
  button.addEventListener('click', async () => {
    button.disabled = true
    await fetch('/_dev/deliveries/' + button.dataset.redeliver + '/redeliver', { method: 'POST' })
    location.reload()
  })
`
