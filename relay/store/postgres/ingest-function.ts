import { KEYS_KEPT_MS, NEAR_MS } from '../writes.ts'
import { CHANNEL, MAX_SIGNAL } from './signals.ts'

/** A key past its time that this event, or one before it in the batch, has taken the place of is no longer there. */
const NOT_REPLACED = `NOT EXISTS (
          SELECT FROM numbered r WHERE r.office_id = k.office_id AND r.hard = k.hard AND r.ord <= n.ord
        )`

/** What differs between the versions of the function. */
interface Version {
  name: string
  /** Its last parameter, after a comma. */
  parameter: string
  /** Its last result, after a comma. */
  result: string
  /** Lists of the parameters that `given` is read from, and its columns. */
  lists: string
  columns: string
  /** Of a row of `given` and its office: it may be stored. */
  isTaken: string
  /** Value of the last result, after a comma. */
  value: string
}

/**
 * Numbers a batch of events in one call. The rows of the offices are locked first, in their order, and until the
 * commit: the next statement sees whatever their former holder committed, so that numbers have no hole and are seen in
 * order. Within the batch an event is later than those before it, as if they came one by one.
 */
const ingestFunction = ({ name, parameter, result, lists, columns, isTaken, value }: Version) => `
CREATE FUNCTION ${name}(
  node text, offices int[], times bigint[], hards bytea[], softs bytea[], nears bytea[], bodies text[], extras text[]${parameter}
) RETURNS TABLE (ordinal bigint, number bigint, revised bigint, is_retry boolean, is_gone boolean${result})
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE moved text;
BEGIN
  PERFORM 1 FROM office WHERE id = ANY(offices) ORDER BY id FOR UPDATE;
  RETURN QUERY
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(offices, times, hards, softs, nears, bodies, extras${lists})
      WITH ORDINALITY AS g(office_id, received_ms, hard, soft, near, body, extra${columns}, ord)
  ), fresh AS MATERIALIZED (
    SELECT DISTINCT ON (given.office_id, given.hard) given.*, office.head
    FROM given JOIN office ON office.id = given.office_id
    WHERE NOT EXISTS (
      SELECT FROM event_key k WHERE k.office_id = given.office_id AND k.hard = given.hard
        AND given.received_ms - k.received_ms < ${KEYS_KEPT_MS}
    )${isTaken}
    ORDER BY given.office_id, given.hard, given.ord
  ), numbered AS MATERIALIZED (
    SELECT fresh.*, fresh.head + row_number() OVER (PARTITION BY office_id ORDER BY ord) AS seq FROM fresh
  ), marked AS MATERIALIZED (
    SELECT n.*,
      CASE WHEN n.soft IS NOT NULL THEN coalesce(
        lag(n.seq) OVER (PARTITION BY n.office_id, n.soft ORDER BY n.ord),
        (SELECT max(k.seq) FROM event_key k
         WHERE k.office_id = n.office_id AND k.soft = n.soft AND ${NOT_REPLACED})
      ) END AS revises,
      n.near IS NOT NULL AND (
        coalesce(max(n.received_ms) OVER (
          PARTITION BY n.office_id, n.near ORDER BY n.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) >= n.received_ms - ${NEAR_MS}, false)
        OR EXISTS (
          SELECT FROM event_key k WHERE k.office_id = n.office_id AND k.near = n.near
            AND k.received_ms >= n.received_ms - ${NEAR_MS} AND ${NOT_REPLACED}
        )
      ) AS probable
    FROM numbered n
  ), events AS (
    INSERT INTO event (office_id, seq, received_ms, body, extra, revises, is_probable_retry)
    SELECT office_id, seq, received_ms, body, extra, revises, probable FROM marked
  ), keys AS (
    INSERT INTO event_key (office_id, hard, soft, near, seq, received_ms)
    SELECT office_id, hard, soft, near, seq, received_ms FROM marked
    ON CONFLICT (office_id, hard) DO UPDATE
      SET soft = excluded.soft, near = excluded.near, seq = excluded.seq, received_ms = excluded.received_ms
  ), counted AS (
    SELECT given.office_id, count(*) AS taken, max(given.received_ms) AS last,
      (SELECT count(*) FROM marked WHERE marked.office_id = given.office_id) AS stored
    FROM given GROUP BY given.office_id
  ), heads AS (
    UPDATE office SET head = head + counted.stored, duplicates = duplicates + counted.taken - counted.stored,
      received_ms = counted.last
    FROM counted WHERE office.id = counted.office_id
  )
  SELECT given.ord, marked.seq, marked.revises, marked.probable, office.id IS NULL${value}
  FROM given LEFT JOIN marked USING (ord) LEFT JOIN office ON office.id = given.office_id
  ORDER BY given.ord;

  SELECT string_agg(DISTINCT o::text, ',') INTO moved FROM unnest(offices) AS o;
  IF length(moved) > ${MAX_SIGNAL / 2} THEN
    PERFORM pg_notify('${CHANNEL}', format('{"node":"%s","moved":"all"}', node));
  ELSE
    PERFORM pg_notify('${CHANNEL}', format('{"node":"%s","moved":[%s]}', node, moved));
  END IF;
END $$;`

export const INGEST_1 = ingestFunction({
  name: 'relay_ingest_1',
  parameter: '',
  result: '',
  lists: '',
  columns: '',
  isTaken: '',
  value: '',
})

/**
 * Stores an event only as it is to be kept now: sealed to the office's present key, or plain. A node that has not heard
 * of another key yet is told so (`is_stale`); one of the version before, which seals nothing, is told that there is no
 * such office: it answers 503, and the sender comes back.
 */
export const INGEST_2 = `${ingestFunction({
  name: 'relay_ingest_2',
  parameter: ', keys text[]',
  result: ', is_stale boolean',
  lists: ', keys',
  columns: ', sealed_to',
  isTaken: '\n    AND office.seal_key IS NOT DISTINCT FROM given.sealed_to',
  value: `, office.id IS NOT NULL AND marked.seq IS NULL
    AND office.seal_key IS DISTINCT FROM given.sealed_to`,
})}
CREATE OR REPLACE FUNCTION relay_ingest_1(
  node text, offices int[], times bigint[], hards bytea[], softs bytea[], nears bytea[], bodies text[], extras text[]
) RETURNS TABLE (ordinal bigint, number bigint, revised bigint, is_retry boolean, is_gone boolean)
LANGUAGE sql AS $$
  SELECT ordinal, number, revised, is_retry, is_gone OR is_stale
  FROM relay_ingest_2(node, offices, times, hards, softs, nears, bodies, extras,
    array_fill(NULL::text, ARRAY[cardinality(offices)]))
$$;`
