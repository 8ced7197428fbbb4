/**
 * Names that documents had on this PC, by their id at the service, for as long as their procedure is kept. Written by
 * triggers: of a draft once it is sent, of an attachment once the service has it. Restored ones come with
 * their copy.
 */
export const migrationDocumentNames = `
  -- Why a type was guessed, and what reading the file found (shared/domain/procedures).
  ALTER TABLE document ADD COLUMN reason TEXT;
  ALTER TABLE document ADD COLUMN reading TEXT;

  CREATE TABLE document_name (
    procedure_id TEXT NOT NULL,
    document_id  TEXT NOT NULL,
    name         TEXT NOT NULL,
    PRIMARY KEY (procedure_id, document_id)
  ) WITHOUT ROWID;

  INSERT OR IGNORE INTO document_name (procedure_id, document_id, name)
    SELECT draft.procedure_id, document.remote_id, document.name FROM document
    JOIN draft ON draft.id = document.draft_id
    WHERE draft.state = 'sent' AND draft.procedure_id IS NOT NULL AND document.remote_id IS NOT NULL
      AND document.source = 'file';
  INSERT OR IGNORE INTO document_name (procedure_id, document_id, name)
    SELECT procedure_id, json_extract(progress, '$.remoteId'), name FROM supply
    WHERE name IS NOT NULL AND json_extract(progress, '$.remoteId') IS NOT NULL;

  CREATE TRIGGER document_name_of_draft AFTER UPDATE OF state ON draft
    WHEN NEW.state = 'sent' AND NEW.procedure_id IS NOT NULL BEGIN
    INSERT OR REPLACE INTO document_name (procedure_id, document_id, name)
      SELECT NEW.procedure_id, remote_id, name FROM document
      WHERE draft_id = NEW.id AND remote_id IS NOT NULL AND source = 'file';
  END;
  CREATE TRIGGER document_name_of_attachment AFTER UPDATE OF progress ON supply
    WHEN NEW.name IS NOT NULL AND json_extract(NEW.progress, '$.remoteId') IS NOT NULL BEGIN
    INSERT OR REPLACE INTO document_name (procedure_id, document_id, name)
      VALUES (NEW.procedure_id, json_extract(NEW.progress, '$.remoteId'), NEW.name);
  END;
  CREATE TRIGGER document_name_forgotten AFTER DELETE ON resource WHEN OLD.kind = 'procedure' BEGIN
    DELETE FROM document_name WHERE procedure_id = OLD.id;
  END;
`
