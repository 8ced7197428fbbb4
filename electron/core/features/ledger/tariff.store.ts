import type Database from 'better-sqlite3-multiple-ciphers'
import * as z from 'zod'
import { type TariffLine, tariffLineSchema } from '#shared/bridge/ledger.ts'
import { GENERAL_VAT } from '#shared/domain/ledger.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { FEE_YEAR, PROPOSED_AMOUNTS } from '#shared/domain/tariff.ts'
import { tariffText } from '#shared/text/ledger-files.ts'
import type { AuditWriter } from '../audit/audit.store.ts'

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

/** Queries of tariffs. Runs in the worker. `client` is a dealer's id; empty in the table for the office's own. */
export function createTariffQueries(db: Database.Database, audit: AuditWriter) {
  const find = db.prepare<[string, string], TariffRow>(
    'SELECT lines, version, updated_at AS updatedAt FROM tariff WHERE client = ? AND kind = ?',
  )
  const save = db.prepare(
    `INSERT INTO tariff (client, kind, lines, version, updated_at) VALUES (@client, @kind, @lines, 1, @now)
     ON CONFLICT (client, kind) DO UPDATE SET lines = excluded.lines, version = version + 1,
       updated_at = excluded.updated_at`,
  )

  function readTariff(client: string | null, kind: DraftKind): StoredTariff {
    const own = find.get(client ?? '', kind)
    if (own) return { lines: parseTariffLines(own.lines), version: own.version, isOffice: false }
    const office = client === null ? undefined : find.get('', kind)
    const lines = office ? parseTariffLines(office.lines) : createProposedLines(kind)
    return { lines, version: 0, isOffice: client !== null }
  }

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
        if ((find.get(client ?? '', kind)?.version ?? 0) !== version) return false
        save.run({ client: client ?? '', kind, lines: JSON.stringify(lines), now })
        audit.write({ what: 'tariff.change', kind, identifier: '', result: 'ok' })
        return true
      },
    ),
  }
}
