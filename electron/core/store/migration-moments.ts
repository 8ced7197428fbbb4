/**
 * Novedades by moments: the changes of one file that are one line (features/inbox/moment.rules.ts). Rows from before are
 * grouped by ten-minute windows of the clock, each with those in the same state.
 */
export const migrationMoments = `
  -- Number of the first change of its line; nothing for a line of a timeline that is not in Novedades.
  ALTER TABLE change ADD COLUMN moment INTEGER;
  UPDATE change SET moment = grouped.moment FROM (
    SELECT seq, min(seq) OVER (
      PARTITION BY CASE WHEN event = 'report.completed' THEN event ELSE kind || ' ' || id END,
        state, source = 'own', seen_at / 600000
    ) AS moment FROM change WHERE state IS NOT NULL
  ) AS grouped WHERE grouped.seq = change.seq;

  CREATE INDEX change_moment ON change (moment, mine, state) WHERE state IS NOT NULL;
  CREATE INDEX change_unread_moment ON change (moment, mine, state) WHERE state = 'unread';
  CREATE INDEX change_asking ON change (moment, state) WHERE mine = 1 AND state IN ('unread', 'read');
  CREATE INDEX change_ready_report ON change (seq) WHERE event = 'report.completed' AND state IS NOT NULL;
  DROP INDEX change_mine;
  DROP INDEX change_news;
`
