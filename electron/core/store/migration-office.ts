/** The audit record, and the staging area of a backup before it is merged. */
export const migrationOffice = `
  -- Who did what and when, each row with the hash of the one before (audit/chain.rules.ts). It only ever grows.
  CREATE TABLE audit (
    seq       INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    who       TEXT NOT NULL,
    what      TEXT NOT NULL,
    kind      TEXT NOT NULL,
    pseudonym TEXT NOT NULL,
    result    TEXT NOT NULL,
    sha256    TEXT,
    hash      TEXT NOT NULL
  );
  CREATE INDEX audit_what ON audit (what, seq);
  CREATE INDEX audit_pseudonym ON audit (pseudonym, seq);
  CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT raise(ABORT, 'the audit record only grows'); END;
  CREATE TRIGGER audit_is_written_once BEFORE UPDATE ON audit BEGIN SELECT raise(ABORT, 'the audit record only grows'); END;

  -- Records of a backup that was read and is not merged yet: whole and checked, and gone with the next start.
  CREATE TABLE restore_record (
    seq  INTEGER PRIMARY KEY,
    t    TEXT NOT NULL,
    kind TEXT NOT NULL,
    id   TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX restore_record_of ON restore_record (t, kind, id);
`

/** The work of a day is counted without reading the whole record. */
export const migrationAuditDays = `
  CREATE INDEX audit_at ON audit (at);
`
