/**
 * A day in milliseconds. If the first known state begins later than this after the creation, the procedure had
 * entered it before this PC knew the procedure.
 */
const DAY_MS = 86_400_000

/** Time at which a procedure began: the service's, or else the time at which this PC first saw it. */
const BEGAN = `coalesce(figure_time(json_extract(r.body, '$.createdAt'), coalesce(r.checked_at, r.added_at)), r.added_at)`

/**
 * Inserts stays of procedures.
 * @param where condition over `c`, a change, and `r`, its resource
 */
const staysOf = (where: string) => `
  INSERT INTO case_stay (seq, status, entered_at, left_at, is_first)
  SELECT seq, status, at, lead(at) OVER (PARTITION BY seq ORDER BY ord, change), was IS NULL
  FROM (
    SELECT r.seq AS seq, c.status, c.at, c.ord, c.seq AS change,
      lag(c.status) OVER (PARTITION BY r.seq ORDER BY c.ord, c.seq) AS was
    FROM change c JOIN resource r ON r.kind = c.kind AND r.id = c.id
    WHERE c.kind = 'procedure' AND c.event = 'procedure.status_changed' AND coalesce(c.status, '') <> ''
      AND ${where}
  ) WHERE was IS NOT status;`

const staysAgain = (id: string) => `
  DELETE FROM case_stay WHERE seq = (SELECT seq FROM resource WHERE kind = 'procedure' AND id = ${id});
  ${staysOf(`c.id = ${id}`)}`

/**
 * Key of an incident. An incident without an id is identified as in
 * `electron/core/features/changes/changes-between.rules.ts`.
 */
const INCIDENT_KEY = `CAST(coalesce(i.value ->> '$.id',
  coalesce(i.value ->> '$.type', '') || ' ' || coalesce(i.value ->> '$.documentId', '')) AS TEXT)`
const IS_SOLVED = `coalesce(i.value ->> '$.solved', 0) = 1`
const SEEN = 'coalesce(r.checked_at, r.added_at)'

const incidentsOf = (where: string) => `
  INSERT INTO case_incident (seq, key, type, raised_at, solved, solved_at)
  SELECT r.seq, ${INCIDENT_KEY}, CAST(coalesce(i.value ->> '$.type', '') AS TEXT),
    coalesce(figure_time(i.value ->> '$.createdAt', ${SEEN}), ${SEEN}), ${IS_SOLVED},
    CASE WHEN ${IS_SOLVED} THEN figure_time(i.value ->> '$.solvedAt', ${SEEN}) END
  FROM resource r, json_each(r.body, '$.incidents') i WHERE i.type = 'object' AND ${where}
  ON CONFLICT (seq, key) DO UPDATE SET type = excluded.type, solved = excluded.solved,
    solved_at = CASE WHEN excluded.solved THEN coalesce(excluded.solved_at, solved_at) END, gone = 0;`

const toHour = (at: string) => `${at} / 3600000 * 3600000`

/**
 * Tables that *Cifras* counts: the beginning of each procedure, its stays in each state, its incidents, and the price
 * of each complete report. Triggers build them from `resource` and `change`, for every writer.
 *
 * An erased procedure leaves a row without a person: its type and its hours, under a new number. So a year can be
 * drawn although procedures are erased after some months. The stays and incidents get the same number, as a negative
 * `seq`.
 */
export const migrationFigures = `
  ALTER TABLE desk_key ADD COLUMN began_at INTEGER;
  UPDATE desk_key SET began_at = (SELECT ${BEGAN} FROM resource r WHERE r.seq = desk_key.seq);
  CREATE TRIGGER desk_key_began AFTER INSERT ON desk_key BEGIN
    UPDATE desk_key SET began_at = (SELECT ${BEGAN} FROM resource r WHERE r.seq = new.seq) WHERE seq = new.seq;
  END;
  -- Every answer of the service writes the type.
  CREATE TRIGGER desk_key_began_again AFTER UPDATE OF type ON desk_key BEGIN
    UPDATE desk_key SET began_at = (SELECT ${BEGAN} FROM resource r WHERE r.seq = new.seq)
    WHERE seq = new.seq AND began_at IS NOT (SELECT ${BEGAN} FROM resource r WHERE r.seq = new.seq);
  END;

  CREATE TABLE case_stay (
    seq        INTEGER NOT NULL,
    status     TEXT NOT NULL,
    entered_at INTEGER NOT NULL,
    -- Nothing while it is in it.
    left_at    INTEGER,
    -- The first state that this PC knows of it: it may have been in it before.
    is_first   INTEGER NOT NULL
  );
  CREATE INDEX case_stay_of ON case_stay (seq);
  CREATE INDEX case_stay_left ON case_stay (status, left_at) WHERE left_at IS NOT NULL;
  ${staysOf('true')}
  CREATE TRIGGER case_stay_told AFTER INSERT ON change
    WHEN new.kind = 'procedure' AND new.event = 'procedure.status_changed' BEGIN
    ${staysAgain('new.id')}
  END;
  CREATE TRIGGER case_stay_moved AFTER UPDATE OF status, at, ord ON change
    WHEN new.kind = 'procedure' AND new.event = 'procedure.status_changed' BEGIN
    ${staysAgain('new.id')}
  END;
  -- A restored copy may write its changes first.
  CREATE TRIGGER case_stay_of_new AFTER INSERT ON resource WHEN new.kind = 'procedure' BEGIN
    ${staysAgain('new.id')}
  END;

  CREATE TABLE case_incident (
    seq       INTEGER NOT NULL,
    key       TEXT NOT NULL,
    type      TEXT NOT NULL,
    raised_at INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    solved_at INTEGER,
    -- The service no longer lists it.
    gone      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (seq, key)
  ) WITHOUT ROWID;
  CREATE INDEX case_incident_raised ON case_incident (raised_at);
  ${incidentsOf(`r.kind = 'procedure'`)}
  CREATE TRIGGER case_incident_of_new AFTER INSERT ON resource WHEN new.kind = 'procedure' BEGIN
    ${incidentsOf('r.seq = new.seq')}
  END;
  CREATE TRIGGER case_incident_changed AFTER UPDATE OF body ON resource
    WHEN new.kind = 'procedure' AND json_extract(old.body, '$.incidents') IS NOT json_extract(new.body, '$.incidents')
  BEGIN
    UPDATE case_incident SET gone = 1 WHERE seq = new.seq AND json_type(new.body, '$.incidents') = 'array'
      AND NOT EXISTS (SELECT 1 FROM json_each(new.body, '$.incidents') i
        WHERE i.type = 'object' AND ${INCIDENT_KEY} = case_incident.key);
    ${incidentsOf('r.seq = new.seq')}
  END;

  CREATE TABLE past_case (
    id        INTEGER PRIMARY KEY,
    -- Tells it from another one in a copy.
    key       TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(8)))),
    type      TEXT NOT NULL,
    began_at  INTEGER NOT NULL,
    closed_at INTEGER
  );
  CREATE INDEX past_case_began ON past_case (began_at, type);
  CREATE INDEX past_case_closed ON past_case (closed_at, type) WHERE closed_at IS NOT NULL;
  -- Without a type it was never read: it belongs to another account.
  CREATE TRIGGER past_case_of_gone BEFORE DELETE ON resource WHEN old.kind = 'procedure' BEGIN
    INSERT INTO past_case (type, began_at, closed_at)
      SELECT type, ${toHour('began_at')}, ${toHour('closed_at')} FROM desk_key WHERE seq = old.seq AND type <> '';
    UPDATE case_stay SET seq = -(SELECT max(id) FROM past_case), entered_at = ${toHour('entered_at')},
      left_at = ${toHour('left_at')}
      WHERE seq = old.seq AND (SELECT type FROM desk_key WHERE seq = old.seq) <> '';
    UPDATE case_incident SET seq = -(SELECT max(id) FROM past_case), key = lower(hex(randomblob(8))),
      raised_at = ${toHour('raised_at')}, solved_at = ${toHour('solved_at')}
      WHERE seq = old.seq AND (SELECT type FROM desk_key WHERE seq = old.seq) <> '';
    DELETE FROM case_stay WHERE seq = old.seq;
    DELETE FROM case_incident WHERE seq = old.seq;
  END;

  -- Price of the account when it was accepted. Nothing for earlier ones.
  ALTER TABLE complete_request ADD COLUMN cents INTEGER;
  CREATE INDEX report_checked ON report (checked_at, outcome);
`

/**
 * Condition that is true if the length of a stay is known. Times may be out of order. For a procedure that was added
 * later, this PC does not know when it entered its first state.
 * @param beganAt SQL of the procedure's beginning; `s` is a stay that ended
 */
export const isKnownStay = (beganAt: string) =>
  `s.left_at >= s.entered_at AND NOT (s.is_first AND s.entered_at > ${beganAt} + ${DAY_MS})`
