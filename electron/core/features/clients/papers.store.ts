import type Database from 'better-sqlite3-multiple-ciphers'
import type { ClientPaper, PaperOffer } from '#shared/bridge/clients.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { SharedErasures } from '../sharing/sharing.store.ts'
import type { ClientDirectory } from './client-directory.store.ts'

/** Bytes of a paper in one part. In base64 they fit in one shared record. */
const PART_BYTES = 400_000
/** Bytes of all papers that the PCs of an office share. The relay has a limit for the office, and other things need room. */
const MAX_SHARED_BYTES = 128 * 1024 * 1024
/** Most papers that are offered for one draft or procedure. */
const MAX_OFFERED = 20

type PaperDates = Pick<ClientPaper, 'type' | 'signedDay' | 'untilDay'>

/** A paper to be added, with its content. */
export interface NewPaper extends PaperDates {
  id: string
  client: string
  name: string
  mime: string
  sha256: string
  bytes: Uint8Array
  now: number
}

interface PaperRow extends Omit<ClientPaper, 'isHere' | 'isShared'> {
  client: string
  isHere: number
  isShared: number
}

/** Key of the shared record of a part. */
export const paperPartKey = (paperId: string, position: number): string => `${paperId} ${position}`

/** Queries of papers on file. Runs in the worker; every write is one transaction. */
export function createPaperQueries(
  db: Database.Database,
  audit: AuditWriter,
  directory: Pick<ClientDirectory, 'members' | 'resolve' | 'parseId' | 'isClient' | 'readName'>,
  eraseShared: SharedErasures['eraseShared'],
) {
  const columns = `p.id, p.client, p.type, p.name, p.mime, p.size, p.sha256, p.signed_day AS signedDay,
    p.until_day AS untilDay, p.added_at AS at, p.person, p.shared AS isShared,
    (SELECT coalesce(sum(length(data)), 0) FROM client_document_part t WHERE t.document_id = p.id) = p.size AS isHere`
  const one = db.prepare<[string], PaperRow>(`SELECT ${columns} FROM client_document p WHERE p.id = ?`)
  const ofClients = db.prepare<[string], PaperRow>(
    `SELECT ${columns} FROM client_document p WHERE p.client IN (SELECT value FROM json_each(?)) ORDER BY p.added_at, p.id`,
  )
  const sharedBytes = db
    .prepare<[], number>('SELECT coalesce(sum(size), 0) FROM client_document WHERE shared = 1')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO client_document (id, client, type, name, mime, size, sha256, signed_day, until_day, added_at, person, shared)
     VALUES (@id, @client, @type, @name, @mime, @size, @sha256, @signedDay, @untilDay, @now, @person, @shared)`,
  )
  const insertPart = db.prepare<[string, number, Uint8Array]>(
    'INSERT INTO client_document_part (document_id, position, data) VALUES (?, ?, ?)',
  )
  const update = db.prepare(
    `UPDATE client_document SET type = @type, name = @name, signed_day = @signedDay, until_day = @untilDay WHERE id = @id`,
  )
  const remove = db.prepare<[string]>('DELETE FROM client_document WHERE id = ?')
  const removeParts = db
    .prepare<[string], number>('DELETE FROM client_document_part WHERE document_id = ? RETURNING position')
    .pluck()
  const partsOf = db
    .prepare<[string], Buffer>(
      'SELECT data FROM client_document_part WHERE document_id = ? ORDER BY position',
    )
    .pluck()
  const ofTaxId = db.prepare<[string], string>('SELECT id FROM client WHERE tax_id = ?').pluck()

  const toPaper = ({ client: _client, isHere, isShared, ...row }: PaperRow): ClientPaper => ({
    ...row,
    isHere: isHere === 1,
    isShared: isShared === 1,
  })
  const listPapers = (id: string): ClientPaper[] =>
    ofClients.all(JSON.stringify(directory.members(id))).map(toPaper)

  /** Clients that a party may be. */
  function listClientsOf({ name, taxId }: { name: string; taxId: string }): string[] {
    const number = cleanTaxId(taxId)
    const ids = [...(number === '' ? [] : ofTaxId.all(number)), clientDealerId(name)]
    return ids.map(directory.resolve)
  }

  const auditPaper = (what: 'client.paper' | 'client.paper-remove', kind: string, sha256: string) =>
    audit.write({ what, kind, identifier: '', result: 'ok', sha256 })

  /** Removes a paper with its content, on all PCs. */
  function dropPaper(id: string, now: number): void {
    const keys = removeParts.all(id).map((position) => paperPartKey(id, position))
    remove.run(id)
    eraseShared('client-document-part', keys, now)
  }

  return {
    listPapers,
    methods: {
      paper(id: string): ClientPaper | null {
        const row = one.get(id)
        return row ? toPaper(row) : null
      },

      /** Content of a paper; `null` while it is on another PC only. */
      paperBytes(id: string): Uint8Array | null {
        const row = one.get(id)
        return row?.isHere === 1 ? Buffer.concat(partsOf.all(id)) : null
      },

      /**
       * @param instead paper that the new one replaces
       * @returns the paper, also if it was added before; `null` for an id that is no client's
       */
      addPaper: db.transaction(
        ({ bytes, ...paper }: NewPaper, instead: string | null): ClientPaper | null => {
          const known = one.get(paper.id)
          if (known) return toPaper(known)
          const client = directory.parseId(paper.client)
          if (client === null || !directory.isClient(client)) return null
          if (instead !== null) dropPaper(instead, paper.now)
          const size = bytes.byteLength
          const shared = (sharedBytes.get() ?? 0) + size <= MAX_SHARED_BYTES ? 1 : 0
          insert.run({ ...paper, client, size, person: audit.operatorName(), shared })
          for (let position = 0; position * PART_BYTES < size; position++)
            insertPart.run(
              paper.id,
              position,
              bytes.subarray(position * PART_BYTES, (position + 1) * PART_BYTES),
            )
          auditPaper('client.paper', paper.type, paper.sha256)
          const added = one.get(paper.id)
          return added ? toPaper(added) : null
        },
      ),

      changePaper: (paper: PaperDates & { id: string; name: string }): boolean =>
        update.run(paper).changes > 0,

      /** @returns false for an unknown paper */
      removePaper: db.transaction((id: string, now: number): boolean => {
        const row = one.get(id)
        if (!row) return false
        dropPaper(id, now)
        auditPaper('client.paper-remove', row.type, row.sha256)
        return true
      }),

      /** Papers of a client and of the parties, by their names and tax ids. Those of the parties come first. */
      paperOffers(client: string, parties: readonly { name: string; taxId: string }[]): PaperOffer[] {
        const ofParties = new Set(parties.flatMap(listClientsOf))
        const clients = new Set([...ofParties, ...listClientsOf({ name: client, taxId: '' })])
        return [...clients]
          .flatMap((id) => {
            const of = { client: id, clientName: directory.readName(id), isParty: ofParties.has(id) }
            return listPapers(id).map((paper) => ({ ...paper, ...of }))
          })
          .slice(0, MAX_OFFERED)
      },
    },
  }
}
