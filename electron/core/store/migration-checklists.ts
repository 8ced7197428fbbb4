import { createTriggersOf, inMeta } from './migration-sharing.ts'

/**
 * Checklists by case: the party of each document, and the situations of a procedure. The office's lists are in `meta`
 * (features/checklists). A trigger writes the parties of a draft's documents once the draft is sent.
 */
export const migrationChecklists = `
  -- Party that the user chose, or that the content told. Empty: the name may tell it.
  ALTER TABLE document ADD COLUMN party TEXT NOT NULL DEFAULT '';
  -- Situations of the checklist, with blanks between.
  ALTER TABLE case_annotations ADD COLUMN situations TEXT NOT NULL DEFAULT '';

  CREATE TABLE document_party (
    procedure_id TEXT NOT NULL,
    document_id  TEXT NOT NULL,
    party        TEXT NOT NULL,
    PRIMARY KEY (procedure_id, document_id)
  ) WITHOUT ROWID;

  CREATE TRIGGER document_party_of_draft AFTER UPDATE OF state ON draft
    WHEN NEW.state = 'sent' AND NEW.procedure_id IS NOT NULL BEGIN
    INSERT OR REPLACE INTO document_party (procedure_id, document_id, party)
      SELECT NEW.procedure_id, remote_id, party FROM document
      WHERE draft_id = NEW.id AND remote_id IS NOT NULL AND party <> '';
  END;
  CREATE TRIGGER document_party_forgotten AFTER DELETE ON resource WHEN OLD.kind = 'procedure' BEGIN
    DELETE FROM document_party WHERE procedure_id = OLD.id;
  END;

  ${[
    ...createTriggersOf(
      {
        table: 'document_party',
        events: ['INSERT', 'UPDATE', 'DELETE'],
        change: `SELECT 'case' AS kind, $.procedure_id AS key`,
        when: `EXISTS (SELECT 1 FROM resource WHERE kind = 'procedure' AND id = $.procedure_id)`,
      },
      'document_party',
    ),
    ...createTriggersOf(inMeta('checklist', 'checklists'), 'checklist'),
  ].join('\n')}
  -- Another PC may share lists and parties already: the relay's list is read again.
  UPDATE meta SET v = json_set(v, '$.cursor', NULL) WHERE k = 'sharing';
`
