const text = (field: string) =>
  `iif(json_type(body, '$.registry.${field}') = 'text', nullif(json_extract(body, '$.registry.${field}'), ''), NULL)`
const issues = (kind: string) =>
  `(SELECT count(*) FROM json_each(body, '$.issues') WHERE json_extract(value, '$.kind') = '${kind}')`

/**
 * Stores complete reports as rows of `report` too, in the order in which this PC received all reports. The verdict of
 * a plate and the history then read one table. The full content stays in `complete_report`.
 */
export const migrationReports = `
  DROP INDEX report_of_plate;
  ALTER TABLE report RENAME TO report_before;
  CREATE TABLE report (
    seq                INTEGER PRIMARY KEY,
    id                 TEXT NOT NULL UNIQUE,
    vrm                TEXT NOT NULL,
    kind               TEXT NOT NULL CHECK (kind IN ('reduced', 'complete')),
    outcome            TEXT NOT NULL,
    raw_outcome        TEXT,
    failure            TEXT,
    checked_at         INTEGER NOT NULL,
    vin                TEXT,
    brand              TEXT,
    model              TEXT,
    first_registration TEXT,
    -- Of a complete report: how many there are of each kind of issue.
    blocking           INTEGER,
    unknown            INTEGER,
    alerts             INTEGER
  );
  INSERT OR IGNORE INTO report (id, vrm, kind, outcome, raw_outcome, failure, checked_at, vin, brand, model,
    first_registration, blocking, unknown, alerts)
  SELECT id, vrm, kind, outcome, raw_outcome, failure, checked_at, vin, brand, model, first_registration, blocking,
    unknown, alerts
  FROM (
    SELECT id, vrm, 'reduced' AS kind, outcome, raw_outcome, NULL AS failure, checked_at, vin, brand, model,
      first_registration, NULL AS blocking, NULL AS unknown, NULL AS alerts, seq
    FROM report_before
    UNION ALL
    SELECT id, vrm, 'complete',
      iif(outcome = 'transferable' AND json_array_length(body, '$.issues') > 0, 'with_alerts', outcome),
      json_extract(body, '$.rawOutcome'), json_extract(body, '$.failure'), checked_at, ${text('vin')}, ${text('brand')},
      ${text('model')}, ${text('firstRegistrationDate')}, ${issues('blocking')}, ${issues('unknown')},
      ${issues('alert')}, seq
    FROM complete_report
  )
  ORDER BY checked_at, kind DESC, seq;
  DROP TABLE report_before;
  CREATE INDEX report_of_plate ON report (vrm, seq);
  INSERT INTO report_words (report_words) VALUES ('delete-all');
  INSERT INTO report_words (rowid, words) SELECT seq, concat_ws(' ', vrm, brand, model, vin) FROM report;
`
