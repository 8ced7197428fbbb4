import type Database from 'better-sqlite3-multiple-ciphers'
import type { DealerRow } from '#shared/bridge/dealers.ts'
import { draftWaits, sectionOf } from '#shared/domain/dealer-board.ts'
import { clientKey } from '#shared/domain/dealer-board.ts'
import { type RequirementDocument, requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { formOf, type StoredDraft } from '../procedures/draft-rows.store.ts'

type Stored = Pick<
  StoredDraft,
  'seq' | 'id' | 'kind' | 'state' | 'form' | 'vrm' | 'vin' | 'client' | 'created_at' | 'updated_at'
>

/** A draft of this office, of a client. */
export interface DealerDraft {
  client: string
  /** Its client as it was typed. */
  name: string
  begun: number
  row: DealerRow
}

const LIVE = `('editing', 'ready', 'leaving', 'sending', 'stopped')`

/** Drafts with a client that have not been sent, read again once they or their documents change. */
export function createDealerDrafts(db: Database.Database) {
  const live = db
    .prepare<[], number>(`SELECT seq FROM draft WHERE state IN ${LIVE} AND trim(client) <> '' ORDER BY seq`)
    .pluck()
  const one = db.prepare<[number], Stored>(
    `SELECT seq, id, kind, state, form, vrm, vin, client, created_at, updated_at FROM draft
     WHERE seq = ? AND state IN ${LIVE} AND trim(client) <> ''`,
  )
  const documents = db.prepare<[string], RequirementDocument>(
    'SELECT type, name FROM document WHERE draft_id = ?',
  )
  const drafts = new Map<number, DealerDraft>()
  const touched = new Set<number>()
  let version = 0
  let isLoaded = false

  // For this connection only, as in case-records.store.ts.
  db.function('dealer_draft_touched', (seq) => void touched.add(Number(seq)))
  const ofDocument = (row: string) =>
    `SELECT dealer_draft_touched(seq) FROM draft WHERE id = ${row}.draft_id;`
  db.exec(`
    CREATE TEMP TRIGGER dealer_draft_new AFTER INSERT ON main.draft BEGIN SELECT dealer_draft_touched(new.seq); END;
    CREATE TEMP TRIGGER dealer_draft_changed AFTER UPDATE ON main.draft BEGIN
      SELECT dealer_draft_touched(new.seq);
    END;
    CREATE TEMP TRIGGER dealer_draft_gone AFTER DELETE ON main.draft BEGIN SELECT dealer_draft_touched(old.seq); END;
    CREATE TEMP TRIGGER dealer_document_new AFTER INSERT ON main.document BEGIN ${ofDocument('new')} END;
    CREATE TEMP TRIGGER dealer_document_changed AFTER UPDATE OF type, draft_id ON main.document BEGIN
      ${ofDocument('old')} ${ofDocument('new')}
    END;
    CREATE TEMP TRIGGER dealer_document_gone AFTER DELETE ON main.document BEGIN ${ofDocument('old')} END;
  `)

  function read(seq: number): void {
    const stored = one.get(seq)
    if (stored) drafts.set(seq, draftOf(stored, documents.all(stored.id)))
    else drafts.delete(seq)
  }

  return {
    get version() {
      return version
    },
    refresh(): void {
      if (isLoaded && touched.size === 0) return
      version++
      for (const seq of isLoaded ? touched : live.all()) read(seq)
      isLoaded = true
      touched.clear()
    },
    /** As of the last refresh, in no order. */
    all: (): Iterable<DealerDraft> => drafts.values(),
  }
}

function draftOf(stored: Stored, documents: readonly RequirementDocument[]): DealerDraft {
  const { id, kind, state, vrm, vin, client, created_at, updated_at } = stored
  const { fields, expected } = formOf(stored)
  const missing = requirementsOf(kind, fields, documents, expected).filter(({ met }) => !met)
  const waits = draftWaits(state, missing.length)
  return {
    client: clientKey(client),
    name: client.trim(),
    begun: created_at,
    row: {
      kind: 'draft',
      id,
      ...(vrm !== null && { vrm }),
      ...(vin !== null && { vin }),
      type: kind,
      status: state,
      since: updated_at,
      waits,
      section: sectionOf(waits),
      vehicle: '',
      missing: missing.map((one) => ({ requirement: one.id })),
      asks: [],
      signatures: [],
      assigned: false,
    },
  }
}
