import { migrationCleaned, migrationMoments, migrationNamedChanges } from './migration-inbox.ts'
import {
  migrationBatchLookups,
  migrationListedVehicles,
  migrationPlateLists,
  migrationWatches,
  migrationTransferBatches,
  migrationPlateListTurns,
} from './migration-plate-lists.ts'
import {
  migrationCaseSearch,
  migrationCaseStale,
  migrationWordBlocks,
  migrationSearchReads,
} from './migration-case-search.ts'
import {
  migrationContacts,
  migrationDistinctContacts,
  migrationKnownParties,
  migrationTemplates,
} from './migration-known-parties.ts'
import { migrationCase, migrationClientKeys } from './migration-cases.ts'
import { migrationChecklists } from './migration-checklists.ts'
import {
  migrationDocumentNames,
  migrationDocuments,
  migrationServiceDocuments,
  migrationScans,
} from './migration-documents.ts'
import { migrationHandover, migrationHandoverParts } from './migration-handover.ts'
import { migrationFigures } from './migration-figures.ts'
import { migrationClientRequests } from './migration-client-requests.ts'
import { migrationClients } from './migration-clients.ts'
import { migrationLedger } from './migration-ledger.ts'
import { migrationNames } from './migration-names.ts'
import { migrationAuditDays, migrationOffice } from './migration-office.ts'
import { migrationPeople } from './migration-people.ts'
import { migrationErasures, migrationOfficeMarks, migrationSharing } from './migration-sharing.ts'
import { migrationReports } from './migration-reports.ts'
import { migrationJoinedWords, migrationSignatureRequest } from './migration-signature-requests.ts'

/**
 * Schema of the store, one step per release that changed it. `user_version` counts the steps applied. A released step
 * is never edited. Times are epoch milliseconds.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL) WITHOUT ROWID;

  -- Every verdict this PC was given, in the order it learnt of them: the cache and the history are one thing.
  CREATE TABLE report (
    seq                INTEGER PRIMARY KEY,
    id                 TEXT NOT NULL UNIQUE,
    vrm                TEXT NOT NULL,
    outcome            TEXT NOT NULL,
    raw_outcome        TEXT,
    checked_at         INTEGER NOT NULL,
    vin                TEXT,
    brand              TEXT,
    model              TEXT,
    first_registration TEXT
  );
  CREATE INDEX report_of_plate ON report (vrm, seq);
  CREATE VIRTUAL TABLE report_words USING fts5 (
    words, content = '', contentless_delete = 1,
    tokenize = 'trigram remove_diacritics 1'
  );

  -- One row a plate: when it was last asked, and the open question if there is one. The question outlives the
  -- process, so that a kill at any moment loses nothing.
  CREATE TABLE plate (
    vrm          TEXT PRIMARY KEY,
    asked_at     INTEGER NOT NULL,
    pending      TEXT CHECK (pending IN ('asking', 'processing', 'queued')),
    requested_at INTEGER,
    report_id    TEXT,
    error        TEXT
  ) WITHOUT ROWID;
  CREATE INDEX plate_recent ON plate (asked_at);
  CREATE INDEX plate_pending ON plate (requested_at) WHERE pending IS NOT NULL;
  `,
  `
  -- Complete reports, whole, with their official PDF once somebody looked at it.
  CREATE TABLE complete_report (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    vrm        TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    body       TEXT NOT NULL,
    pdf        BLOB
  );
  CREATE INDEX complete_report_of_plate ON complete_report (vrm, seq);

  -- The outbox of what costs money: each step is written here before it is taken, so that a kill at any moment
  -- leaves the truth. \`sending\` found at a start is therefore uncertain.
  CREATE TABLE complete_request (
    id              TEXT PRIMARY KEY,
    vrm             TEXT NOT NULL,
    state           TEXT NOT NULL CHECK (state IN
      ('queued', 'sending', 'processing', 'waiting', 'uncertain', 'failed', 'done', 'discarded')),
    requested_at    INTEGER NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    report_id       TEXT,
    accepted_at     INTEGER,
    next_attempt_at INTEGER,
    error           TEXT
  ) WITHOUT ROWID;
  CREATE INDEX complete_request_of_plate ON complete_request (vrm, requested_at);
  CREATE INDEX complete_request_accepted ON complete_request (accepted_at);
  -- Whatever asks twice, only one can be open.
  CREATE UNIQUE INDEX complete_request_open ON complete_request (vrm)
    WHERE state IN ('queued', 'sending', 'processing', 'waiting', 'uncertain');
  `,
  `
  -- What changes outside and is followed: procedures and signatures. The body is the service's without its links.
  CREATE TABLE resource (
    seq                INTEGER PRIMARY KEY,
    kind               TEXT NOT NULL,
    id                 TEXT NOT NULL,
    status             TEXT NOT NULL,
    status_description TEXT,
    vrm                TEXT,
    vin                TEXT,
    label              TEXT,
    since              INTEGER NOT NULL,
    added_at           INTEGER NOT NULL,
    checked_at         INTEGER,
    -- When it is looked at again; nothing for what has ended or is gone.
    next_at            INTEGER,
    failures           INTEGER NOT NULL DEFAULT 0,
    error              TEXT,
    gone               INTEGER NOT NULL DEFAULT 0,
    muted              INTEGER NOT NULL DEFAULT 0,
    -- The service's own time of its last change, and since when it lives on a provisional permit.
    server_at          INTEGER,
    provisional_at     INTEGER,
    -- Nothing until it was first answered.
    revision           TEXT,
    body               TEXT NOT NULL DEFAULT '{}',
    UNIQUE (kind, id)
  );
  CREATE INDEX resource_due ON resource (next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX resource_open ON resource (kind, status) WHERE next_at IS NOT NULL;
  CREATE INDEX resource_listed ON resource (kind, seq);
  CREATE INDEX resource_provisional ON resource (provisional_at) WHERE provisional_at IS NOT NULL;

  -- One row a change: line of its resource's timeline, row of Novedades and notification at once, so that the three
  -- can never disagree nor be written apart.
  CREATE TABLE change (
    seq        INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,
    id         TEXT NOT NULL,
    event      TEXT NOT NULL,
    status     TEXT,
    detail     TEXT NOT NULL,
    at         INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    server_at  INTEGER,
    ord        INTEGER NOT NULL,
    source     TEXT NOT NULL,
    -- What tells one relay event, or one alert, from another.
    key        TEXT UNIQUE,
    mine       INTEGER NOT NULL DEFAULT 0,
    -- For what is not in \`resource\` (reports, certificates).
    vrm        TEXT,
    label      TEXT,
    -- Nothing for a line that is no news.
    state      TEXT CHECK (state IN ('unread', 'read', 'done', 'snoozed')),
    until      INTEGER,
    -- Written before each step, so that a kill at any moment leaves the truth.
    notice     TEXT CHECK (notice IN ('due', 'raising', 'shown', 'suppressed', 'failed')),
    notice_why TEXT,
    tag        TEXT
  );
  CREATE INDEX change_of_resource ON change (kind, id, ord);
  CREATE INDEX change_unread ON change (seq) WHERE state = 'unread';
  CREATE INDEX change_mine ON change (seq) WHERE mine = 1 AND state IN ('unread', 'read');
  CREATE INDEX change_news ON change (seq) WHERE state IS NOT NULL;
  CREATE INDEX change_snoozed ON change (until) WHERE state = 'snoozed';
  CREATE INDEX change_notice ON change (notice, seq) WHERE notice IN ('due', 'raising');
  CREATE INDEX change_tag ON change (tag) WHERE tag IS NOT NULL;

  -- Attempts that the service did not answer, and those around them: what an outage is proved with.
  CREATE TABLE attempt (
    seq     INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    what    TEXT NOT NULL,
    outcome TEXT NOT NULL,
    detail  TEXT
  );
  CREATE INDEX attempt_at ON attempt (at);
  `,
  `
  -- A procedure that is being opened, as it was typed, and how far its sending has come. Each step is written here
  -- before it is taken (core/features/procedures/submission.rules.ts), so that a kill at any moment leaves the truth.
  CREATE TABLE draft (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    kind         TEXT NOT NULL,
    version      INTEGER NOT NULL DEFAULT 1,
    state        TEXT NOT NULL CHECK (state IN
      ('editing', 'ready', 'leaving', 'sending', 'stopped', 'sent', 'discarded')),
    form         TEXT NOT NULL,
    -- What duplicates are looked for by, compact.
    vrm          TEXT,
    vin          TEXT,
    invoice      TEXT,
    client       TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    send_at      INTEGER,
    -- The last step at the person's word: what is taken up much later is not confirmed behind their back.
    active_at    INTEGER,
    procedure_id TEXT,
    intention    TEXT NOT NULL,
    error        TEXT,
    problem      TEXT,
    sent_at      INTEGER
  );
  CREATE INDEX draft_state ON draft (state, seq);
  CREATE INDEX draft_vrm ON draft (vrm) WHERE vrm IS NOT NULL;
  CREATE INDEX draft_vin ON draft (vin) WHERE vin IS NOT NULL;
  CREATE INDEX draft_invoice ON draft (invoice) WHERE invoice IS NOT NULL;
  CREATE INDEX draft_procedure ON draft (procedure_id) WHERE procedure_id IS NOT NULL;

  -- Its documents. The bytes are in a file of their own, of which only this row has the key.
  CREATE TABLE document (
    seq       INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    draft_id  TEXT NOT NULL,
    source    TEXT NOT NULL CHECK (source IN ('file', 'link', 'service')),
    name      TEXT NOT NULL,
    type      TEXT NOT NULL,
    guessed   INTEGER NOT NULL,
    mime      TEXT,
    size      INTEGER,
    sha256    TEXT,
    url       TEXT,
    key       BLOB,
    remote_id TEXT,
    error     TEXT
  );
  CREATE INDEX document_of_draft ON document (draft_id, seq);

  -- Duplicates among what is followed. As invoiceKey of shared/domain/procedures/preflight.ts writes it.
  ALTER TABLE resource ADD COLUMN invoice TEXT GENERATED ALWAYS AS (
    upper(replace(replace(replace(replace(json_extract(body, '$.invoiceNumber'), '-', ''), '/', ''), '.', ''), ' ', ''))
  ) VIRTUAL;
  CREATE INDEX resource_vrm ON resource (vrm) WHERE kind = 'procedure';
  CREATE INDEX resource_vin ON resource (vin) WHERE kind = 'procedure';
  CREATE INDEX resource_invoice ON resource (invoice) WHERE kind = 'procedure';
  `,
  migrationCase,
  migrationServiceDocuments,
  migrationOffice,
  migrationSignatureRequest,
  migrationScans,
  migrationReports,
  migrationContacts,
  `
  -- Legal terms that near are looked for every few minutes: what has none, or has ended, is not read.
  CREATE INDEX desk_key_last_day ON desk_key (last_day) WHERE last_day IS NOT NULL;
  `,
  migrationDocuments,
  `
  -- When it is looked at while a relay tells of changes; nothing: as without one.
  ALTER TABLE resource ADD COLUMN relayed_at INTEGER;
  CREATE INDEX resource_relayed ON resource (coalesce(relayed_at, next_at)) WHERE next_at IS NOT NULL;
  `,
  migrationBatchLookups,
  migrationMoments,
  migrationCaseSearch,
  migrationDocumentNames,
  migrationKnownParties,
  migrationTemplates,
  migrationPlateLists,
  migrationCaseStale,
  migrationSearchReads,
  migrationWatches,
  migrationTransferBatches,
  migrationPlateListTurns,
  migrationFigures,
  migrationWordBlocks,
  `
  -- Documents whose files are needed are listed at every start: without their rows, which a search would wait for.
  CREATE INDEX document_file ON document (id) WHERE key IS NOT NULL;
  `,
  migrationNamedChanges,
  migrationCleaned,
  migrationJoinedWords,
  migrationClientKeys,
  migrationNames,
  migrationPeople,
  migrationSharing,
  migrationErasures + migrationDistinctContacts,
  migrationOfficeMarks,
  migrationHandover,
  migrationHandoverParts,
  migrationLedger,
  migrationListedVehicles,
  migrationAuditDays,
  migrationClientRequests,
  migrationChecklists,
  migrationClients,
]
