import type Database from 'better-sqlite3-multiple-ciphers'
import { cleanLine, FIELD_LIMITS } from '#shared/api/wire-fields.ts'
import { cleanStored } from './stored-json.rules.ts'

/**
 * Groups the changes of one resource into moments, each a row of *Novedades*
 * (`electron/core/features/inbox/moment.rules.ts`). Existing rows are grouped by ten-minute windows of the clock,
 * with the rows in the same state.
 */
export const migrationMoments = `
  -- Number of the first change of its line; nothing for a line of a timeline that is not in Novedades.
  ALTER TABLE change ADD COLUMN moment INTEGER;
  UPDATE change SET moment = grouped.moment FROM (
    SELECT seq, min(seq) OVER (
      PARTITION BY CASE WHEN event = 'report.completed' THEN event ELSE kind || ' ' || id END,
        state, source = 'own', seen_at / 600000
    ) AS moment FROM change WHERE state IS NOT NULL
  ) AS grouped WHERE grouped.seq = change.seq;

  CREATE INDEX change_moment ON change (moment, mine, state) WHERE state IS NOT NULL;
  CREATE INDEX change_unread_moment ON change (moment, mine, state) WHERE state = 'unread';
  CREATE INDEX change_asking ON change (moment, state) WHERE mine = 1 AND state IN ('unread', 'read');
  CREATE INDEX change_ready_report ON change (seq) WHERE event = 'report.completed' AND state IS NOT NULL;
  DROP INDEX change_mine;
  DROP INDEX change_news;
`

/**
 * Removes rows without a name from *Novedades*. An event of a report had its own row, without a plate, although the
 * report's answer writes its change too. So the row of a reduced report is deleted, and the row of a complete report
 * gets its plate. Events of a procedure or signature that was never read are hidden until it is read.
 */
export const migrationNamedChanges = `
  CREATE TEMP TABLE nameless AS
    SELECT c.seq, c.id, r.vrm, r.outcome FROM change c LEFT JOIN complete_report r ON r.id = c.id
    WHERE c.kind = 'report' AND c.source = 'relay' AND c.vrm IS NULL;
  DELETE FROM change WHERE seq IN (SELECT seq FROM nameless WHERE vrm IS NULL);
  DELETE FROM change WHERE seq IN (
    SELECT n.seq FROM nameless n JOIN change c ON c.kind = 'report' AND c.id = n.id
    WHERE n.vrm IS NOT NULL AND (c.vrm IS NOT NULL OR c.seq < n.seq));
  UPDATE change SET vrm = named.vrm, detail = json_patch(
      CASE WHEN json_valid(change.detail) THEN change.detail ELSE '{}' END,
      json_object('type', 'complete', 'outcome', named.outcome))
    FROM (SELECT seq, vrm, outcome FROM nameless WHERE vrm IS NOT NULL) AS named WHERE named.seq = change.seq;
  DROP TABLE nameless;

  CREATE TEMP TABLE unread AS
    SELECT r.seq, r.kind, r.id FROM resource r
    WHERE r.revision IS NULL AND r.blocked_at IS NULL AND r.kind IN ('procedure', 'signature')
      AND EXISTS (SELECT 1 FROM change c WHERE c.kind = r.kind AND c.id = r.id AND c.source = 'relay')
      AND NOT EXISTS (SELECT 1 FROM signing s WHERE r.kind = 'signature' AND s.signature_id = r.id)
      AND NOT EXISTS (SELECT 1 FROM draft d WHERE r.kind = 'procedure' AND d.procedure_id = r.id);
  UPDATE change SET state = NULL, until = NULL, notice = NULL, notice_why = NULL, tag = NULL, moment = NULL
    WHERE source = 'relay' AND (kind, id) IN (SELECT kind, id FROM unread);
  UPDATE resource SET blocked_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000
    WHERE seq IN (SELECT seq FROM unread);
  DROP TABLE unread;
`

/** Registers the SQL functions of `migrationCleaned`. */
export function addCleaningFunctions(db: Database.Database): void {
  db.function('clean_stored', { deterministic: true }, (text) =>
    typeof text === 'string' ? cleanStored(text) : text,
  )
  db.function('clean_line', { deterministic: true }, (text) =>
    typeof text === 'string' ? cleanLine(text, FIELD_LIMITS.text) : text,
  )
}

const lines = (table: string, columns: readonly string[]) =>
  columns.map(
    (column) =>
      `UPDATE ${table} SET ${column} = clean_line(${column}) WHERE ${column} <> clean_line(${column});`,
  )
const answers = (table: string, column: string) =>
  `UPDATE ${table} SET ${column} = clean_stored(${column}) WHERE ${column} <> clean_stored(${column});`

/** Cleans answers of the service that earlier versions stored unchanged. */
export const migrationCleaned = [
  answers('resource', 'body'),
  ...lines('resource', ['status', 'status_description', 'label']),
  answers('change', 'detail'),
  ...lines('change', ['event', 'status', 'label']),
  answers('complete_report', 'body'),
  ...lines('report', ['vin', 'brand', 'model', 'first_registration']),
].join('\n')
