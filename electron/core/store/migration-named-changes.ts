/**
 * Novedades without nameless rows. An event of a report had a row of its own, without a plate: its report's news is
 * written with the report's answer, so a reduced report's row goes, and a complete report's row gets its plate. An event
 * of a procedure or a signature that was never read had one too: it waits, out of sight, until it is read.
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
