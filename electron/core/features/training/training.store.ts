import type Database from 'better-sqlite3-multiple-ciphers'
import type { Condition } from '#shared/scenario/scenario.ts'
import type { PolledKind } from '../changes/resource.rules.ts'
import type { Session } from './session.rules.ts'

/** Data of a session that the store does not have. */
export type TrainingKnowledge = Pick<Session, 'names' | 'searched' | 'pages'> & { since: number }

export interface TrainingProgress {
  met: boolean[]
  awaited: { kind: PolledKind; id: string }[]
}

/** Kinds of export in the audit record that are a list of procedures. */
const CASE_EXPORTS = ['csv', 'xlsx']

/** Queries of training: whether the conditions of a step are met. Runs in the worker. */
export function createTrainingQueries(db: Database.Database) {
  /** True if the query finds a row. Its named values may be null. */
  const exists = (sql: string) => {
    const statement = db.prepare<[Record<string, string | number | null>], { found: number }>(
      `SELECT EXISTS (${sql}) AS found`,
    )
    return (values: Record<string, string | number | null>) => statement.get(values)?.found === 1
  }
  // CROSS JOIN makes SQLite read the plates first, because few of them were looked up since then.
  const lookedUp = exists(
    `SELECT 1 FROM plate CROSS JOIN report USING (vrm) WHERE asked_at >= @since AND (@plate IS NULL OR vrm = @plate)
       AND kind = 'reduced' AND checked_at >= @since`,
  )
  const hasComplete = exists(
    `SELECT 1 FROM complete_request WHERE requested_at >= @since AND state = 'done'
       AND (@plate IS NULL OR vrm = @plate)`,
  )
  const begun = exists(
    `SELECT 1 FROM draft WHERE created_at >= @since AND state <> 'discarded'
       AND (@kind IS NULL OR kind = @kind) AND (@plate IS NULL OR vrm = @plate)`,
  )
  const attached = exists(
    `SELECT 1 FROM draft WHERE updated_at >= @since AND state <> 'discarded'
       AND (SELECT count(*) FROM document WHERE draft_id = draft.id) >= @documents`,
  )
  const sent = exists(
    `SELECT 1 FROM draft WHERE state = 'sent' AND sent_at >= @since
       AND (@kind IS NULL OR kind = @kind) AND (@plate IS NULL OR vrm = @plate)`,
  )
  const solved = exists(
    `SELECT 1 FROM attachment WHERE incident_id IS NOT NULL AND state = 'done' AND solve_at >= @since
       AND (@id IS NULL OR procedure_id = @id)`,
  )
  const signed = exists(
    `SELECT 1 FROM signature_request WHERE state = 'sent' AND sent_at >= @since
       AND (@document IS NULL OR document = @document) AND (@signer IS NULL OR id_number = @signer)`,
  )
  const noted = exists(
    `SELECT 1 FROM case_annotations JOIN resource USING (seq) WHERE kind = 'procedure' AND id = @id AND notes <> ''
       AND updated_at >= @since`,
  )
  const exported = exists(
    `SELECT 1 FROM audit WHERE what = 'export' AND at >= @since AND kind IN ('${CASE_EXPORTS.join("', '")}')`,
  )
  const known = db.prepare<[string], { kind: PolledKind; id: string; status: string }>(
    `SELECT kind, id, status FROM resource WHERE kind IN ('procedure', 'signature') AND id = ?`,
  )
  const latest = db.prepare<[string, string], { id: string }>(
    `SELECT id FROM (
       SELECT id, seq FROM resource WHERE kind = 'procedure' AND vrm = ? UNION ALL
       SELECT signature_id, seq FROM signature_request WHERE signature_id IS NOT NULL AND id_number = ?
     ) ORDER BY seq DESC LIMIT 1`,
  )

  const findId = ({ names }: TrainingKnowledge, reference: string): string =>
    names[reference]?.id ?? latest.get(reference, reference)?.id ?? ''

  function isMet(when: Condition, knowledge: TrainingKnowledge): boolean {
    const { searched, pages, since } = knowledge
    const resolveId = (reference: string) => findId(knowledge, reference)
    const resolveOptionalId = (reference: string | undefined) =>
      reference === undefined ? null : resolveId(reference)
    switch (when.did) {
      case 'lookup':
        return lookedUp({ since, plate: when.plate ?? null })
      case 'complete-report':
        return hasComplete({ since, plate: when.plate ?? null })
      case 'begin':
        return begun({ since, kind: when.kind ?? null, plate: when.plate ?? null })
      case 'attach':
        return attached({ since, documents: when.documents })
      case 'send':
        return sent({ since, kind: when.kind ?? null, plate: when.plate ?? null })
      case 'solve':
        return solved({ since, id: resolveOptionalId(when.procedure) })
      case 'sign':
        return signed({ since, document: when.document ?? null, signer: when.signer ?? null })
      case 'note':
        return noted({ since, id: resolveId(when.procedure) })
      case 'export':
        return exported({ since })
      case 'is':
        return known.get(resolveId(when.of))?.status === when.state
      case 'view':
        return pages.includes(resolveId(when.of))
      case 'search':
        return searched
    }
  }

  return {
    /**
     * Returns which conditions are met, in order. It also returns which resources must be fetched often for the other
     * conditions.
     */
    trainingProgress(conditions: readonly Condition[], knowledge: TrainingKnowledge): TrainingProgress {
      const met = conditions.map((when) => isMet(when, knowledge))
      const awaited = conditions.flatMap((when, index) => {
        if (met[index] || when.did !== 'is') return []
        const found = known.get(findId(knowledge, when.of))
        return found ? [{ kind: found.kind, id: found.id }] : []
      })
      return { met, awaited }
    },
  }
}
