import type Database from 'better-sqlite3-multiple-ciphers'
import type { ReportScope } from '#shared/bridge/lookup.ts'
import { boundsOf } from '#shared/domain/months.ts'
import { toReport, type ReportRow } from './report-rows.store.ts'
import { matchExpression } from './search-words.rules.ts'

/** Search of the stored reports. Runs in the worker. */
export function createHistoryQueries(db: Database.Database) {
  const historyAll = db.prepare<[number, number], ReportRow>(
    'SELECT * FROM report WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const historyOfPlate = db.prepare<[string, number, number], ReportRow>(
    'SELECT * FROM report WHERE vrm = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const historyByWords = db.prepare<[string, number, number], ReportRow>(
    `SELECT * FROM report WHERE seq IN
       (SELECT rowid FROM report_words WHERE report_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)
     ORDER BY seq DESC`,
  )
  const historyByFragment = db.prepare<[string, number, number], ReportRow>(
    'SELECT * FROM report WHERE vrm LIKE ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  )

  const historyOfScope = db.prepare<ReturnType<typeof scopeOf>, ReportRow>(
    `SELECT * FROM report WHERE seq < @below
       AND (@outcome IS NULL OR outcome = @outcome)
       AND iif(@paid, id IN (SELECT report_id FROM complete_request WHERE accepted_at >= @from AND accepted_at < @until),
         checked_at >= @from AND checked_at < @until)
       AND (@match IS NULL OR seq IN (SELECT rowid FROM report_words WHERE report_words MATCH @match))
       AND (@fragment IS NULL OR vrm LIKE @fragment)
     ORDER BY seq DESC LIMIT @limit`,
  )

  return {
    /** A page of reports of both kinds, newest first; `words` as typed, `cursor` the `next` of the page before. */
    history(
      words: string,
      vrm: string | null,
      cursor: number | null,
      limit: number,
      scope: ReportScope | null = null,
    ) {
      const below = cursor ?? Number.MAX_SAFE_INTEGER
      const search = matchExpression(words)
      const rows = scope
        ? historyOfScope.all(scopeOf(scope, search, below, limit))
        : vrm
          ? historyOfPlate.all(vrm, below, limit)
          : search.kind === 'all'
            ? historyAll.all(below, limit)
            : search.kind === 'words'
              ? historyByWords.all(search.match, below, limit)
              : historyByFragment.all(`%${search.fragment}%`, below, limit)
      const last = rows.at(-1)
      return { rows: rows.map(toReport), next: rows.length === limit && last ? last.seq : null }
    },
  }
}

function scopeOf(
  { outcome, paid, ...months }: ReportScope,
  search: ReturnType<typeof matchExpression>,
  below: number,
  limit: number,
) {
  const [from, until] = boundsOf(months)
  return {
    from,
    until,
    outcome: outcome ?? null,
    paid: paid === true ? 1 : 0,
    match: search.kind === 'words' ? search.match : null,
    fragment: search.kind === 'fragment' ? `%${search.fragment}%` : null,
    below,
    limit,
  }
}
