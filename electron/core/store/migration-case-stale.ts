import { caseSearchTriggers } from './case-search-triggers.ts'

// Not OR IGNORE: in a trigger, the ON CONFLICT of the statement that fires it has precedence over that.
const staleAgain = (seqs: string) => `
  INSERT INTO case_stale (seq) SELECT r.seq FROM resource r WHERE r.kind = 'procedure' AND ${seqs}
    ON CONFLICT (seq) DO NOTHING;`

const triggers = caseSearchTriggers({ again: staleAgain, ofNew: staleAgain })
const names = [...triggers.matchAll(/CREATE TRIGGER (\w+)/g)].map(([, name]) => name)

/**
 * Procedures whose search words are to be built again, in the place of building them in each trigger: a bulk label, a
 * restore or the edit of a contact built those of many rows, some of them several times, in one call
 * (features/cases/case-words.store.ts). Words of the version before have no telephones of notes: all are stale.
 */
export const migrationCaseStale = `
  CREATE TABLE case_stale (seq INTEGER PRIMARY KEY);
  INSERT INTO case_stale (seq) SELECT seq FROM resource WHERE kind = 'procedure';
  -- Fewer merges, which other calls wait for: of 20,000 procedures the longest took 1 s, with these 0.15 s.
  INSERT INTO case_words (case_words, rank) VALUES ('automerge', 8);
  INSERT INTO case_words (case_words, rank) VALUES ('deletemerge', 0);
  ${names.map((name) => `DROP TRIGGER ${name};`).join('\n  ')}
  ${triggers}`
