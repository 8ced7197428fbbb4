/**
 * Blocks of the search indexes that fit in a page of the encrypted database: SQLite's default is some bytes more, and
 * each block then takes two. What is written from now on is so; what is there follows as it is merged.
 */
const BLOCK_BYTES = 3_960

export const migrationWordBlocks = ['case_words', 'signature_words', 'report_words']
  .map((words) => `INSERT INTO ${words} (${words}, rank) VALUES ('pgsz', ${BLOCK_BYTES});`)
  .join('\n')
