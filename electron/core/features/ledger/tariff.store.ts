import type Database from 'better-sqlite3-multiple-ciphers'
import * as z from 'zod'
import { type TariffLine, tariffLineSchema } from '#shared/bridge/ledger.ts'
import { GENERAL_VAT } from '#shared/domain/ledger.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { FEE_YEAR, PROPOSED_AMOUNTS } from '#shared/domain/tariff.ts'
import { tariffText } from '#shared/text/ledger-files.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { ClientDirectory } from '../clients/client-directory.store.ts'

export interface StoredTariff {
  lines: TariffLine[]
  /** 0 for the lines of the program, and for a client without a tariff of its own. */
  version: number
  isOffice: boolean
}

export interface TariffRow {
  lines: string
  version: number
  updatedAt: number
}

const linesSchema = z.array(tariffLineSchema)

/** Lines of a stored tariff. None for one of another form, such as that of a later version. */
function parseTariffLines(text: string): TariffLine[] {
  try {
    return linesSchema.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

/** Tariff of the program. The office writes its fees, and the amounts of taxes are different each time. */
function createProposedLines(kind: DraftKind): TariffLine[] {
  const { fee, taxes } = PROPOSED_AMOUNTS[kind]
  const line = { kind: 'disbursement', text: '', vatRate: 0, year: null, source: '' } as const
  return [
    {
      ...line,
      concept: 'dgt-fee',
      cents: fee.cents,
      year: FEE_YEAR,
      source: tariffText.feeSource(fee.number),
    },
    ...taxes.map((concept) => ({ ...line, concept, cents: null })),
    { ...line, kind: 'fee', concept: null, cents: null, vatRate: GENERAL_VAT },
  ]
}

/**
 * Queries of tariffs. Runs in the worker. `client` is a dealer's id; empty in the table for the office's own. A client
 * has the tariff of the id that is shown, or else that of a client that was merged with it.
 */
export function createTariffQueries(
  db: Database.Database,
  audit: AuditWriter,
  directory: Pick<ClientDirectory, 'members' | 'resolve'>,
) {
  const find = db.prepare<[string, string], TariffRow>(
    'SELECT lines, version, updated_at AS updatedAt FROM tariff WHERE client = ? AND kind = ?',
  )
  const save = db.prepare(
    `INSERT INTO tariff (client, kind, lines, version, updated_at) VALUES (@client, @kind, @lines, @version, @now)
     ON CONFLICT (client, kind) DO UPDATE SET lines = excluded.lines, version = excluded.version,
       updated_at = excluded.updated_at`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM tariff WHERE client = ? AND kind = ?')

  const findOwn = (client: string, kind: DraftKind): TariffRow | undefined => {
    const ids = client === '' ? [''] : directory.members(client)
    return ids.map((id) => find.get(id, kind)).find((row) => row !== undefined)
  }

  function readTariff(client: string | null, kind: DraftKind): StoredTariff {
    const own = findOwn(client ?? '', kind)
    if (own) return { lines: parseTariffLines(own.lines), version: own.version, isOffice: false }
    const office = client === null ? undefined : find.get('', kind)
    const lines = office ? parseTariffLines(office.lines) : createProposedLines(kind)
    return { lines, version: 0, isOffice: client !== null }
  }

  const auditChange = (kind: DraftKind) =>
    audit.write({ what: 'tariff.change', kind, identifier: '', result: 'ok' })

  return {
    tariff: readTariff,

    /** @returns `false` if `version` is not the newest */
    saveTariff: db.transaction(
      (
        client: string | null,
        kind: DraftKind,
        lines: TariffLine[],
        version: number,
        now: number,
      ): boolean => {
        if ((findOwn(client ?? '', kind)?.version ?? 0) !== version) return false
        const id = client === null ? '' : directory.resolve(client)
        save.run({ client: id, kind, lines: JSON.stringify(lines), version: version + 1, now })
        auditChange(kind)
        return true
      },
    ),

    /**
     * Removes a client's own tariff, so that the office's counts again.
     * @returns `false` if `version` is not the newest
     */
    removeTariff: db.transaction((client: string, kind: DraftKind, version: number): boolean => {
      if ((findOwn(client, kind)?.version ?? 0) !== version) return false
      for (const id of directory.members(client)) remove.run(id, kind)
      auditChange(kind)
      return true
    }),
  }
}
