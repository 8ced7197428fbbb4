import { createTriggersOf } from './migration-sharing.ts'

/**
 * Requests to clients (features/client-requests). Requests of a draft are of this PC alone until the draft is sent or
 * handed over.
 */
export const migrationClientRequests = `
  CREATE TABLE client_request (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    -- One of the three has a value.
    procedure_id TEXT,
    draft_id     TEXT,
    signature_id TEXT,
    subject      TEXT NOT NULL CHECK (subject IN ('document', 'signature', 'incident', 'other')),
    -- Requirement, signature or incident that it asks for. Empty for a typed text.
    item         TEXT NOT NULL,
    text         TEXT NOT NULL,
    -- Acts by their ids (shared/domain/client-requests.ts). They only grow.
    acts         TEXT NOT NULL,
    -- Derived from the acts.
    is_open      INTEGER NOT NULL,
    next_day     TEXT NOT NULL
  );
  CREATE INDEX client_request_open ON client_request (next_day) WHERE is_open = 1;
  CREATE INDEX client_request_procedure ON client_request (procedure_id) WHERE procedure_id IS NOT NULL;
  CREATE INDEX client_request_draft ON client_request (draft_id) WHERE draft_id IS NOT NULL;
  CREATE INDEX client_request_signature ON client_request (signature_id) WHERE signature_id IS NOT NULL;

  CREATE TRIGGER client_request_of_sent AFTER UPDATE OF state ON draft
    WHEN new.state = 'sent' AND new.procedure_id IS NOT NULL BEGIN
    UPDATE client_request SET procedure_id = new.procedure_id, draft_id = NULL WHERE draft_id = new.id;
  END;
  CREATE TRIGGER client_request_of_no_draft AFTER DELETE ON draft BEGIN
    DELETE FROM client_request WHERE draft_id = old.id;
  END;
  CREATE TRIGGER client_request_of_no_procedure AFTER DELETE ON resource WHEN old.kind = 'procedure' BEGIN
    DELETE FROM client_request WHERE procedure_id = old.id;
  END;
  CREATE TRIGGER client_request_of_no_signature AFTER DELETE ON resource WHEN old.kind = 'signature' BEGIN
    DELETE FROM client_request WHERE signature_id = old.id;
  END;
  ${createTriggersOf(
    {
      table: 'client_request',
      events: ['INSERT', 'UPDATE'],
      change: `SELECT 'request' AS kind, $.id AS key`,
      when: '$.draft_id IS NULL',
    },
    'request',
  ).join('\n')}
  -- Another PC may share requests already: the relay's list is read again.
  UPDATE meta SET v = json_set(v, '$.cursor', NULL) WHERE k = 'sharing';
`
