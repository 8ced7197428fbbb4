import type Database from 'better-sqlite3-multiple-ciphers'
import {
  asksForDocument,
  clientKey,
  type Counted,
  latestToSign,
  signatureOutcome,
  type Standing,
  waitsOf,
} from '#shared/domain/dealer-board.ts'
import { incidentsIn } from '#shared/text/incidents.ts'
import { dealerId } from '#shared/domain/dealer-id.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** What a board needs of an open procedure besides the arrays of the case index. */
export interface CaseFacts extends Counted {
  /** Id of its client as a dealer; '' without one. */
  dealer: string
  /** Time that it began, as the service says; else when this PC learnt of it. */
  begun: number
}

/** A document sent to be signed, of a procedure. */
export interface SentDocument {
  id: string
  seq: number
  document: string
  status: string
  gone: boolean
}

type OpenRow = [
  client: string,
  status: string,
  since: number,
  id: string,
  addedAt: number,
  createdAt: unknown,
  incidents: string | null,
]
type SentRow = [id: string, seq: number, status: string, document: unknown, gone: number]

/**
 * Facts of procedures by `seq`, read when they are first asked for and again once something of theirs has changed:
 * the list of dealers counts every open procedure at each change, and nearly all of them are as they were.
 */
export function createCaseFacts(db: Database.Database) {
  const one = db
    .prepare<[number], OpenRow>(
      `SELECT k.client, k.status, k.since, r.id, r.added_at, json_extract(r.body, '$.createdAt'), json_extract(r.body, '$.incidents')
       FROM desk_key k JOIN resource r ON r.seq = k.seq WHERE k.seq = ?`,
    )
    .raw()
  const client = db.prepare<[number], string>('SELECT client FROM desk_key WHERE seq = ?').pluck()
  const sent = db
    .prepare<[string], SentRow>(
      `SELECT s.id, s.seq, s.status, json_extract(s.body, '$.type'), s.gone
       FROM signature_link l JOIN resource s ON s.kind = 'signature' AND s.id = l.signature_id
       WHERE l.procedure_id = ? AND s.blocked_at IS NULL`,
    )
    .raw()
  const open = new Map<number, CaseFacts>()
  const ended = new Map<number, string>()
  const touched = new Set<number>()
  let version = 0

  // For this connection only, as in case-records.store.ts.
  db.function('dealer_touched', (seq) => void touched.add(Number(seq)))
  const ofSignature = (row: string) => `
    SELECT dealer_touched(p.seq) FROM signature_link l JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id
    WHERE l.signature_id = ${row}.id;`
  const ofLink = (row: string) => `
    SELECT dealer_touched(seq) FROM resource WHERE kind = 'procedure' AND id = ${row}.procedure_id;`
  db.exec(`
    CREATE TEMP TRIGGER dealer_key_new AFTER INSERT ON main.desk_key BEGIN SELECT dealer_touched(new.seq); END;
    CREATE TEMP TRIGGER dealer_key_changed AFTER UPDATE ON main.desk_key BEGIN SELECT dealer_touched(new.seq); END;
    CREATE TEMP TRIGGER dealer_key_gone AFTER DELETE ON main.desk_key BEGIN SELECT dealer_touched(old.seq); END;
    CREATE TEMP TRIGGER dealer_signature_new AFTER INSERT ON main.resource WHEN new.kind = 'signature' BEGIN
      ${ofSignature('new')}
    END;
    CREATE TEMP TRIGGER dealer_signature_changed AFTER UPDATE OF status, body, gone, blocked_at ON main.resource
      WHEN new.kind = 'signature' BEGIN
      ${ofSignature('new')}
    END;
    CREATE TEMP TRIGGER dealer_signature_gone AFTER DELETE ON main.resource WHEN old.kind = 'signature' BEGIN
      ${ofSignature('old')}
    END;
    CREATE TEMP TRIGGER dealer_link_new AFTER INSERT ON main.signature_link BEGIN ${ofLink('new')} END;
    CREATE TEMP TRIGGER dealer_link_changed AFTER UPDATE ON main.signature_link BEGIN
      ${ofLink('old')} ${ofLink('new')}
    END;
    CREATE TEMP TRIGGER dealer_link_gone AFTER DELETE ON main.signature_link BEGIN ${ofLink('old')} END;
  `)

  const sentOf = (procedureId: string): SentDocument[] =>
    latestToSign(
      sent.all(procedureId).map(([id, seq, status, document, gone]) => ({
        id,
        seq,
        status,
        document: typeof document === 'string' ? document : '',
        gone: gone === 1,
      })),
    )

  function read(seq: number): CaseFacts | null {
    const row = one.get(seq)
    if (!row) return null
    const [name, status, since, id, addedAt, createdAt, incidents] = row
    const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
    const outcomes = sentOf(id).map((sentOne) => signatureOutcome(sentOne.status))
    const waiting = outcomes.filter((outcome) => outcome === 'waiting').length
    const failed = outcomes.filter((outcome) => outcome === 'failed').length
    const { asks, holds, missing } = incidentCounts(incidents)
    return {
      dealer: clientDealer(name),
      begun: Number.isFinite(at) ? at : addedAt,
      waits: waitsOf({ status, asks, holds, waiting, failed }),
      since,
      unsigned: waiting + failed,
      missing,
    }
  }

  return {
    refresh(): void {
      if (touched.size === 0) return
      version++
      for (const seq of touched) {
        open.delete(seq)
        ended.delete(seq)
      }
      touched.clear()
    },
    /** Grows whenever any of them may have changed. */
    get version() {
      return version
    },
    /** Facts of an open procedure. */
    of(seq: number): CaseFacts | null {
      const known = open.get(seq)
      if (known) return known
      const facts = read(seq)
      if (facts) open.set(seq, facts)
      return facts
    },
    /** Id of the client of one that has ended. */
    dealerOfEnded(seq: number): string {
      const known = ended.get(seq)
      if (known !== undefined) return known
      const dealer = clientDealer(client.get(seq) ?? '')
      ended.set(seq, dealer)
      return dealer
    },
    sentOf,
  }
}

const clientDealer = (name: string): string => {
  const key = clientKey(name)
  return key === '' ? '' : dealerId({ kind: 'client', key })
}

/** @param stored JSON list of incidents, as the service says them */
function incidentCounts(stored: string | null): Pick<Standing, 'asks' | 'holds'> & { missing: number } {
  if (stored === null || stored === '[]') return { asks: 0, missing: 0, holds: 0 }
  const open = (incidentsIn(recordIn(`{"incidents":${stored}}`)) ?? []).filter(({ solved }) => !solved)
  const asks = open.filter(({ waitsFor }) => waitsFor === 'us')
  return {
    asks: asks.length,
    missing: asks.filter(({ type }) => asksForDocument(type)).length,
    holds: open.length - asks.length,
  }
}
