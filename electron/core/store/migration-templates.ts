/**
 * Templates of procedures, for a client or dealer. `fields` and `expected` are JSON: names of fields and of
 * documents change between versions, and reading one tells what no longer applies
 * (shared/domain/procedures/template.ts).
 */
export const migrationTemplates = `
  CREATE TABLE template (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    version    INTEGER NOT NULL DEFAULT 1,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    -- Compact, of the client or dealer that it is for; empty for none.
    tax_id     TEXT NOT NULL DEFAULT '',
    fields     TEXT NOT NULL,
    -- Nothing for the usual documents.
    expected   TEXT,
    uses       INTEGER NOT NULL DEFAULT 0,
    used_at    INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );
  CREATE INDEX template_tax_id ON template (tax_id);
`
