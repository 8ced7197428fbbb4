/** Writes the notes of a procedure into its annotations, as one text. */
const writeNotes = (seq: string) => `
  UPDATE case_annotations SET notes = coalesce((SELECT group_concat(n.text, char(10) ORDER BY n.at DESC, n.rowid DESC)
    FROM case_note n WHERE n.seq = ${seq}), '') WHERE seq = ${seq};`

/**
 * Notes of a procedure as a list, and the person who has it. An existing text becomes one note.
 *
 * Triggers build `case_annotations.notes` (all notes, newest first) and `case_record.assigned`. So searches, exports
 * and filters stay right for any writer of `case_note` and `case_annotations`.
 */
export const migrationPeople = `
  CREATE TABLE case_note (
    id        TEXT PRIMARY KEY,
    seq       INTEGER NOT NULL,
    text      TEXT NOT NULL,
    -- Operator's name when the note was written; '' if unknown.
    author    TEXT NOT NULL,
    at        INTEGER NOT NULL,
    edited_at INTEGER
  );
  CREATE INDEX case_note_of ON case_note (seq, at);
  CREATE INDEX case_note_author ON case_note (author) WHERE author <> '';
  INSERT INTO case_note (id, seq, text, author, at)
    SELECT lower(hex(randomblob(16))), seq, notes, '', updated_at FROM case_annotations WHERE trim(notes) <> '';
  UPDATE case_annotations SET notes = '' WHERE notes <> '' AND trim(notes) = '';

  ALTER TABLE case_annotations ADD COLUMN assigned TEXT NOT NULL DEFAULT '';
  CREATE INDEX case_annotations_assigned ON case_annotations (assigned) WHERE assigned <> '';
  ALTER TABLE case_record ADD COLUMN assigned TEXT NOT NULL DEFAULT '';

  CREATE TRIGGER case_note_new AFTER INSERT ON case_note BEGIN
    INSERT INTO case_annotations (seq) VALUES (new.seq) ON CONFLICT (seq) DO NOTHING;
    ${writeNotes('new.seq')}
  END;
  CREATE TRIGGER case_note_changed AFTER UPDATE OF text, at ON case_note BEGIN
    ${writeNotes('new.seq')}
  END;
  CREATE TRIGGER case_note_gone AFTER DELETE ON case_note BEGIN
    ${writeNotes('old.seq')}
  END;
  CREATE TRIGGER case_notes_of_gone AFTER DELETE ON resource WHEN old.kind = 'procedure' BEGIN
    DELETE FROM case_note WHERE seq = old.seq;
  END;
  CREATE TRIGGER case_record_assigned AFTER INSERT ON case_annotations WHEN new.assigned <> '' BEGIN
    UPDATE case_record SET assigned = new.assigned WHERE seq = new.seq;
  END;
  CREATE TRIGGER case_record_assigned_again AFTER UPDATE OF assigned ON case_annotations
    WHEN old.assigned IS NOT new.assigned BEGIN
    UPDATE case_record SET assigned = new.assigned WHERE seq = new.seq;
  END;
  CREATE TRIGGER case_record_unassigned AFTER DELETE ON case_annotations WHEN old.assigned <> '' BEGIN
    UPDATE case_record SET assigned = '' WHERE seq = old.seq;
  END;
`
