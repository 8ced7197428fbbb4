/** Final states of a procedure, as SQL. */
const ENDED = `('DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT')`

/** Writes the filter and sort columns of procedures, from their resource and annotations. */
const writeCaseRecords = (where: string) => `
  INSERT INTO case_record (seq, status, type, since, changed_at, closed_at, first_day, last_day, marked, vrm, client)
  SELECT r.seq, r.status, CAST(coalesce(json_extract(r.body, '$.type'), '') AS TEXT), r.since,
    max(r.since, coalesce(r.server_at, 0)),
    CASE WHEN r.status IN ${ENDED}
      THEN min(r.since, coalesce((SELECT k.closed_at FROM case_record k WHERE k.seq = r.seq), r.since)) END,
    CASE WHEN r.status NOT IN ${ENDED} THEN legal_day(json_extract(r.body, '$.type'), a.contract_date, 0) END,
    CASE WHEN r.status NOT IN ${ENDED} THEN legal_day(json_extract(r.body, '$.type'), a.contract_date, 1) END,
    coalesce(a.marked, 0), coalesce(r.vrm, ''), client_key(coalesce(a.client, ''))
  FROM resource r LEFT JOIN case_annotations a ON a.seq = r.seq WHERE ${where}
  ON CONFLICT (seq) DO UPDATE SET status = excluded.status, type = excluded.type, since = excluded.since,
    changed_at = excluded.changed_at, closed_at = excluded.closed_at, first_day = excluded.first_day,
    last_day = excluded.last_day, marked = excluded.marked, vrm = excluded.vrm, client = excluded.client;`

const markStale = (where: string) => `
  INSERT INTO case_stale (seq) SELECT r.seq FROM resource r WHERE r.kind = 'procedure' AND ${where}
    ON CONFLICT (seq) DO NOTHING;`

/** Time at which a procedure began: the service's, or else the time at which this PC first saw it. */
const BEGAN = `(SELECT coalesce(figure_time(json_extract(r.body, '$.createdAt'), coalesce(r.checked_at, r.added_at)),
    r.added_at) FROM resource r WHERE r.seq = new.seq)`

/**
 * Renames tables, a column, indexes and triggers to the terms of docs/glossary.md. No row is copied.
 *
 * SQLite has no rename of an index: each one is dropped and created. RENAME rewrites the triggers and views that
 * name a table, and leaves their own names and the functions that they call. So a trigger with a retired name, or
 * with a call of a retired function, is dropped and created too.
 */
export const migrationNames = `
  -- Without the rewrite, triggers would name tables that are gone. It is the default of SQLite, not of every build.
  PRAGMA legacy_alter_table = OFF;

  DROP TRIGGER desk_of_new;
  DROP TRIGGER desk_keys_of_resource;
  DROP TRIGGER desk_blocked;
  DROP TRIGGER desk_of_gone;
  DROP TRIGGER desk_written;
  DROP TRIGGER desk_marked;
  DROP TRIGGER desk_rewritten;
  DROP TRIGGER case_unwritten;
  DROP TRIGGER desk_key_began;
  DROP TRIGGER desk_key_began_again;
  DROP TRIGGER resource_shown;

  DROP INDEX desk_key_client;
  DROP INDEX desk_key_last_day;
  DROP INDEX desk_key_vrm;
  DROP INDEX desk_label_by_name;
  DROP INDEX paper_kept;
  DROP INDEX paper_stuck;
  DROP INDEX paper_wanted;
  DROP INDEX supply_held;
  DROP INDEX supply_of_procedure;
  DROP INDEX supply_open;
  DROP INDEX supply_sending;
  DROP INDEX signing_discarded;
  DROP INDEX signing_id_number;
  DROP INDEX signing_of_procedure;
  DROP INDEX signing_open;
  DROP INDEX signing_signature;

  ALTER TABLE desk RENAME TO case_annotations;
  ALTER TABLE desk_label RENAME TO case_label;
  ALTER TABLE desk_key RENAME TO case_record;
  ALTER TABLE paper RENAME TO service_document;
  ALTER TABLE supply RENAME TO attachment;
  ALTER TABLE signing RENAME TO signature_request;
  ALTER TABLE signed_paper RENAME TO signed_document;
  ALTER TABLE draft RENAME COLUMN intention TO submission;

  CREATE INDEX case_record_client ON case_record (client);
  CREATE INDEX case_record_last_day ON case_record (last_day) WHERE last_day IS NOT NULL;
  CREATE INDEX case_record_vrm ON case_record (vrm);
  CREATE INDEX case_label_by_name ON case_label (label, seq);
  CREATE INDEX service_document_kept ON service_document (size) WHERE state = 'kept';
  CREATE INDEX service_document_stuck ON service_document (asked) WHERE state = 'wanted' AND error IS NOT NULL;
  CREATE INDEX service_document_wanted ON service_document (asked, next_at) WHERE state = 'wanted';
  CREATE INDEX attachment_file ON attachment (id) WHERE key IS NOT NULL;
  CREATE INDEX attachment_of_procedure ON attachment (procedure_id, seq);
  CREATE INDEX attachment_sending ON attachment (seq) WHERE state = 'sending';
  -- An incident is solved by one attachment at a time.
  CREATE UNIQUE INDEX attachment_open ON attachment (procedure_id, incident_id)
    WHERE incident_id IS NOT NULL AND state IN ('queued', 'sending', 'failed');
  CREATE INDEX signature_request_discarded ON signature_request (updated_at) WHERE state = 'discarded';
  CREATE INDEX signature_request_id_number ON signature_request (id_number, seq);
  CREATE INDEX signature_request_of_procedure ON signature_request (procedure_id) WHERE procedure_id IS NOT NULL;
  CREATE INDEX signature_request_open ON signature_request (updated_at)
    WHERE state IN ('editing', 'ready', 'leaving', 'sending', 'uncertain', 'failed');
  -- A signature at the service belongs to one request.
  CREATE UNIQUE INDEX signature_request_signature ON signature_request (signature_id) WHERE signature_id IS NOT NULL;

  CREATE TRIGGER case_record_of_new AFTER INSERT ON resource WHEN new.kind = 'procedure' BEGIN
    ${writeCaseRecords('r.seq = new.seq')}
    ${markStale('r.seq = new.seq')}
  END;
  CREATE TRIGGER case_record_of_resource AFTER UPDATE OF status, since, server_at, vrm, body ON resource
    WHEN new.kind = 'procedure' BEGIN
    ${writeCaseRecords('r.seq = new.seq')}
  END;
  CREATE TRIGGER case_record_blocked AFTER UPDATE OF blocked_at ON resource WHEN new.kind = 'procedure' BEGIN
    UPDATE case_record SET blocked = new.blocked_at IS NOT NULL WHERE seq = new.seq;
  END;
  CREATE TRIGGER case_of_gone AFTER DELETE ON resource WHEN old.kind = 'procedure' BEGIN
    DELETE FROM case_annotations WHERE seq = old.seq;
    DELETE FROM case_label WHERE seq = old.seq;
    DELETE FROM case_record WHERE seq = old.seq;
    DELETE FROM case_words WHERE rowid = old.seq;
  END;
  CREATE TRIGGER case_record_annotated AFTER INSERT ON case_annotations BEGIN
    ${writeCaseRecords('r.seq = new.seq')}
  END;
  CREATE TRIGGER case_record_annotated_again AFTER UPDATE OF client, contract_date ON case_annotations BEGIN
    ${writeCaseRecords('r.seq = new.seq')}
  END;
  CREATE TRIGGER case_record_marked AFTER UPDATE OF marked ON case_annotations BEGIN
    UPDATE case_record SET marked = new.marked WHERE seq = new.seq;
  END;
  CREATE TRIGGER case_annotations_gone AFTER DELETE ON case_annotations BEGIN
    DELETE FROM case_person WHERE seq = old.seq;
    ${writeCaseRecords('r.seq = old.seq')}
    ${markStale('r.seq = old.seq')}
  END;
  CREATE TRIGGER case_record_began AFTER INSERT ON case_record BEGIN
    UPDATE case_record SET began_at = ${BEGAN} WHERE seq = new.seq;
  END;
  -- Every answer of the service writes the type.
  CREATE TRIGGER case_record_began_again AFTER UPDATE OF type ON case_record BEGIN
    UPDATE case_record SET began_at = ${BEGAN} WHERE seq = new.seq AND began_at IS NOT ${BEGAN};
  END;
  -- A blocked procedure wants no documents. The next start notes the documents of an unblocked one again.
  CREATE TRIGGER resource_shown AFTER UPDATE OF blocked_at ON resource
    WHEN old.blocked_at IS NOT NULL AND new.blocked_at IS NULL
  BEGIN
    DELETE FROM meta WHERE k = 'service-documents-noted';
  END;

  UPDATE meta SET k = 'case-views' WHERE k = 'desk-views';
  UPDATE meta SET k = 'service-documents-noted' WHERE k = 'papers-noted';
`
