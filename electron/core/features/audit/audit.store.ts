import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import type Database from 'better-sqlite3-multiple-ciphers'
import type { AuditRow, DayWork } from '#shared/bridge/audit.ts'
import type { AuditHead, AuditHeadFile } from './audit-head.ts'
import { GENESIS, hashOf, computePseudonym, type AuditEntry, type AuditNote } from './chain.rules.ts'

interface StoredRow extends Omit<AuditRow, 'sha256'> {
  sha256: string | null
}

/**
 * Writes rows of the audit record from inside the store. Each row is in the caller's transaction, so it exists
 * exactly if the change that it records does.
 */
export interface AuditWriter {
  write(note: AuditNote): void
  /** Sets the operator's name of Ajustes for later rows. */
  operator(name: string): void
  operatorName(): string
  /** Writes the end of the chain beside the store, if rows were added. Runs outside of any transaction. */
  writeHead(): void
  /** Stored end of the chain; `null` for a store in memory. */
  head(): AuditHead | 'missing' | 'foreign' | null
}

/** One step of verifying the chain. */
export interface VerifyStep {
  /** Time of the step's first row. */
  from: number | null
  /** Last row of the step that matches its hash, and that hash. */
  last: number
  hash: string
  brokenAt: number | null
  isEnd: boolean
}

const KEY = 'audit-key'

export function createAuditWriter(db: Database.Database, file: AuditHeadFile | null): AuditWriter {
  const last = db.prepare<[], { seq: number; hash: string }>(
    'SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1',
  )
  const hashAt = db.prepare<[number], { hash: string }>('SELECT hash FROM audit WHERE seq = ?')
  const insert = db.prepare(
    `INSERT INTO audit (seq, at, who, what, kind, pseudonym, result, sha256, hash)
     VALUES (@seq, @at, @who, @what, @kind, @pseudonym, @result, @sha256, @hash)`,
  )
  const user = getUserName()
  let operator = ''
  let moved = false
  // The file is written before the first row, so a missing file always means a deleted file.
  if (file?.read() === 'missing' && !last.get()) file.write({ rows: 0, hash: GENESIS })

  /**
   * True if rows were removed from the end, or if the file is missing or not ours. Such a file is evidence, so it is
   * not overwritten.
   */
  function contradictsHead(head: AuditHead | 'missing' | 'foreign'): boolean {
    if (head === 'foreign') return true
    if (head === 'missing') return true
    return head.rows > 0 && hashAt.get(head.rows)?.hash !== head.hash
  }

  return {
    write({ identifier, ...note }) {
      const before = last.get()
      const entry: AuditEntry = {
        ...note,
        seq: (before?.seq ?? 0) + 1,
        at: Date.now(),
        who: operator === '' ? user : `${user} · ${operator}`,
        pseudonym: computePseudonym(identifier, readAuditKey(db)),
      }
      insert.run({ ...entry, sha256: entry.sha256 ?? null, hash: hashOf(entry, before?.hash ?? GENESIS) })
      moved = true
    },

    operator(name) {
      operator = name
    },
    operatorName: () => operator,

    writeHead() {
      if (!file || !moved) return
      try {
        const kept = file.read()
        const end = last.get()
        if (!contradictsHead(kept)) file.write({ rows: end?.seq ?? 0, hash: end?.hash ?? GENESIS })
        moved = false
      } catch {
        // The rows are committed already. The next row writes the head again.
      }
    },

    head: () => file?.read() ?? null,
  }
}

/** Actions that are work on the office's cases, in the order in which a day lists them. */
const WORK = [
  'procedure.send',
  'document.send',
  'incident.solve',
  'signature.send',
  'report.request',
  'report.read',
  'paper.read',
  'client.text',
  'template.create',
  'template.change',
  'template.delete',
  'export',
  'person.export',
  'person.erase',
] as const satisfies readonly AuditRow['what'][]

/** Queries of the audit record. Runs in the worker. */
export function createAuditQueries(db: Database.Database, writer: AuditWriter) {
  const select = 'SELECT seq, at, who, what, kind, pseudonym, result, sha256, hash FROM audit'
  const listed = db.prepare<ListArguments, StoredRow>(
    `${select} WHERE seq < @before AND (@what IS NULL OR what = @what)
       AND (@pseudonym IS NULL OR pseudonym = @pseudonym) ORDER BY seq DESC LIMIT @limit`,
  )
  const counted = db.prepare<Omit<ListArguments, 'before' | 'limit'>, { n: number }>(
    `SELECT count(*) AS n FROM audit WHERE (@what IS NULL OR what = @what)
       AND (@pseudonym IS NULL OR pseudonym = @pseudonym)`,
  )
  const dayWork = db.prepare<[number, number, string], DayWork>(
    `SELECT who, what, count(*) FILTER (WHERE result = 'ok') AS done,
       count(*) FILTER (WHERE result = 'uncertain') AS uncertain
     FROM audit WHERE at >= ? AND at < ? AND result <> 'failed' AND what IN (SELECT value FROM json_each(?))
     GROUP BY who, what`,
  )
  const page = db.prepare<[number, number], StoredRow>(`${select} WHERE seq > ? ORDER BY seq LIMIT ?`)

  return {
    auditNote: db.transaction((notes: readonly AuditNote[]): void => {
      for (const note of notes) writer.write(note)
    }),
    auditOperator: (name: string): void => writer.operator(name),

    auditList(
      what: AuditRow['what'] | null,
      identifier: string | null,
      before: number | null,
      limit: number,
    ) {
      const pseudonym = identifier === null ? null : computePseudonym(identifier, readAuditKey(db))
      const rows = listed.all({ what, pseudonym, before: before ?? Number.MAX_SAFE_INTEGER, limit })
      const next = rows.length === limit ? (rows.at(-1)?.seq ?? null) : null
      return { rows: rows.map(toAuditRow), next, total: counted.get({ what, pseudonym })?.n ?? 0 }
    },

    /** Work from one moment to another by person, the one with most actions first. */
    auditWork(from: number, until: number): DayWork[] {
      const rows = dayWork.all(from, until, JSON.stringify(WORK))
      const totals = new Map<string, number>()
      for (const { who, done, uncertain } of rows) totals.set(who, (totals.get(who) ?? 0) + done + uncertain)
      const total = ({ who }: DayWork) => totals.get(who) ?? 0
      const order = ({ what }: DayWork) => WORK.findIndex((one) => one === what)
      return rows.toSorted(
        (a, b) => total(b) - total(a) || a.who.localeCompare(b.who, 'es') || order(a) - order(b),
      )
    },

    /** Rows in the order in which they were written, for a full scan. */
    auditPage: (after: number, limit: number): AuditRow[] => page.all(after, limit).map(toAuditRow),

    /** @param previous hash of the row `after`, from the previous step */
    auditVerify(after: number, previous: string, limit: number): VerifyStep {
      const rows = page.all(after, limit).map(toAuditRow)
      const from = rows[0]?.at ?? null
      let last = after
      let hash = previous
      const head = writer.head()
      for (const { hash: written, ...entry } of rows) {
        const isNext = entry.seq === last + 1 && hashOf(entry, hash) === written
        const isAsKept =
          head === null || typeof head === 'string' || head.rows !== entry.seq || head.hash === written
        if (!isNext || !isAsKept) return { from, last, hash, brokenAt: last + 1, isEnd: true }
        last = entry.seq
        hash = written
      }
      const isEnd = rows.length < limit
      return { from, last, hash, brokenAt: isEnd && isCut(head, last) ? last + 1 : null, isEnd }
    },
  }
}

interface ListArguments {
  what: string | null
  pseudonym: string | null
  before: number
  limit: number
}

/** True if rows were removed from the end, or this cannot be ruled out. */
function isCut(head: ReturnType<AuditWriter['head']>, last: number): boolean {
  if (head === null) return false
  return typeof head === 'string' || head.rows > last
}

const toAuditRow = ({ sha256, ...row }: StoredRow): AuditRow => ({
  ...row,
  ...(sha256 !== null && { sha256 }),
})

/** Key of the pseudonyms. It is generated on first use, and never again. */
function readAuditKey(db: Database.Database): Uint8Array {
  const kept = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?').get(KEY)
  if (kept) return Buffer.from(kept.v, 'hex')
  const key = randomBytes(32)
  db.prepare('INSERT INTO meta (k, v) VALUES (?, ?)').run(KEY, key.toString('hex'))
  return key
}

function getUserName(): string {
  try {
    return userInfo().username
  } catch {
    // The system has no name for this user.
    return String(process.getuid?.() ?? '')
  }
}
