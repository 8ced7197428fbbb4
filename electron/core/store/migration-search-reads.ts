/**
 * What a page of a search reads, in fewer places: make and model, and the names of documents, from indexes that have
 * them. Words of the version before have addresses in another form: all are built again.
 */
export const migrationSearchReads = `
  DROP INDEX report_of_plate;
  CREATE INDEX report_of_plate ON report (vrm, seq, brand, model);
  DROP INDEX draft_procedure;
  CREATE INDEX draft_procedure ON draft (procedure_id, id) WHERE procedure_id IS NOT NULL;
  DROP INDEX document_of_draft;
  CREATE INDEX document_of_draft ON document (draft_id, seq, name);
  INSERT OR IGNORE INTO case_stale (seq) SELECT seq FROM resource WHERE kind = 'procedure';
`
