import { KEYS_KEPT_MS, NEAR_MS } from '../writes.ts'
import { CHANNEL, MAX_SIGNAL } from './signals.ts'

/** Excludes an expired key that the batch has already replaced, in this row or an earlier one. */
const NOT_REPLACED = `NOT EXISTS (
          SELECT FROM numbered r WHERE r.office_id = k.office_id AND r.hard = k.hard AND r.ord <= n.ord
        )`

/** Parts of the function that recognise a repeated event. They differ by version. */
interface Rules {
  /** Rows of `given` to store, with the head of their office. */
  fresh: (isTaken: string) => string
  /** Condition on a row of `numbered`: the event may be another state of an earlier event. */
  canRevise: string
  /** Rows of `marked` whose keys are written. */
  keys: string
}

/** First rule: the same body is a duplicate while its key is kept. */
const BY_BODY: Rules = {
  fresh: (isTaken) => `
    SELECT DISTINCT ON (given.office_id, given.hard) given.*, office.head
    FROM given JOIN office ON office.id = given.office_id
    WHERE NOT EXISTS (
      SELECT FROM event_key k WHERE k.office_id = given.office_id AND k.hard = given.hard
        AND given.received_ms - k.received_ms < ${KEYS_KEPT_MS}
    )${isTaken}
    ORDER BY given.office_id, given.hard, given.ord
  `,
  canRevise: 'n.soft IS NOT NULL',
  keys: 'FROM marked',
}

/**
 * Second rule, for events without a timestamp, which have no key `near`. The same body is a duplicate only of the
 * last event with the same key `soft`. Within a batch, that is the previous event.
 */
const BY_ORDER: Rules = {
  fresh: (isTaken) => `
    SELECT DISTINCT ON (office_id, hard, CASE WHEN is_timeless THEN ord END) *
    FROM (
      SELECT given.*, office.head, given.soft IS NOT NULL AND given.near IS NULL AS is_timeless,
        lag(given.hard) OVER (PARTITION BY given.office_id, given.soft ORDER BY given.ord) AS former
      FROM given JOIN office ON office.id = given.office_id
      WHERE true${isTaken}
    ) AS g
    WHERE (NOT is_timeless OR former IS NULL OR former <> hard) AND NOT EXISTS (
      SELECT FROM event_key k WHERE k.office_id = g.office_id AND k.hard = g.hard
        AND g.received_ms - k.received_ms < ${KEYS_KEPT_MS}
        AND NOT (g.is_timeless AND (g.former IS NOT NULL OR EXISTS (
          SELECT FROM event_key l WHERE l.office_id = g.office_id AND l.soft = g.soft AND l.seq > k.seq
        )))
    )
    ORDER BY office_id, hard, CASE WHEN is_timeless THEN ord END, ord
  `,
  canRevise: 'n.soft IS NOT NULL AND n.near IS NOT NULL',
  keys: `FROM (
      SELECT DISTINCT ON (office_id, hard) * FROM marked ORDER BY office_id, hard, ord DESC
    ) AS last`,
}

/** Differences between the versions of the function. */
interface Version {
  create: 'CREATE' | 'CREATE OR REPLACE'
  rules: Rules
  name: string
  /** Last parameter, after a comma. */
  parameter: string
  /** Last result column, after a comma. */
  result: string
  /** Additional parameters in `unnest`, and their columns. */
  lists: string
  columns: string
  /** Condition on a row of `given` and its office: the event may be stored. */
  isTaken: string
  /** Value of the last result column, after a comma. */
  value: string
}

/**
 * Numbers a batch of events in one call. The rows of the offices stay locked until the commit, in ascending order.
 * The next statement therefore sees everything that earlier batches committed, so numbers have no gaps. Each event
 * counts as later than the previous events of its batch.
 */
const buildIngestFunction = ({
  create,
  rules,
  name,
  parameter,
  result,
  lists,
  columns,
  isTaken,
  value,
}: Version) => `
${create} FUNCTION ${name}(
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
  ), fresh AS MATERIALIZED (${rules.fresh(isTaken)}), numbered AS MATERIALIZED (
    SELECT fresh.*, fresh.head + row_number() OVER (PARTITION BY office_id ORDER BY ord) AS seq FROM fresh
  ), marked AS MATERIALIZED (
    SELECT n.*,
      CASE WHEN ${rules.canRevise} THEN coalesce(
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
    SELECT office_id, hard, soft, near, seq, received_ms ${rules.keys}
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

export const INGEST_1 = buildIngestFunction({
  create: 'CREATE',
  rules: BY_BODY,
  name: 'relay_ingest_1',
  parameter: '',
  result: '',
  lists: '',
  columns: '',
  isTaken: '',
  value: '',
})

/**
 * Stores an event only if it is sealed to the office's present key, or plain if the office has none. A node with an
 * outdated key gets `is_stale`. A node of the previous version seals nothing and gets `is_gone`. It answers 503, and
 * the sender retries.
 */
const SEALED: Omit<Version, 'create' | 'rules'> = {
  name: 'relay_ingest_2',
  parameter: ', keys text[]',
  result: ', is_stale boolean',
  lists: ', keys',
  columns: ', sealed_to',
  isTaken: '\n    AND office.seal_key IS NOT DISTINCT FROM given.sealed_to',
  value: `, office.id IS NOT NULL AND marked.seq IS NULL
    AND office.seal_key IS DISTINCT FROM given.sealed_to`,
}
export const INGEST_2 = `${buildIngestFunction({ create: 'CREATE', rules: BY_BODY, ...SEALED })}
CREATE OR REPLACE FUNCTION relay_ingest_1(
  node text, offices int[], times bigint[], hards bytea[], softs bytea[], nears bytea[], bodies text[], extras text[]
) RETURNS TABLE (ordinal bigint, number bigint, revised bigint, is_retry boolean, is_gone boolean)
LANGUAGE sql AS $$
  SELECT ordinal, number, revised, is_retry, is_gone OR is_stale
  FROM relay_ingest_2(node, offices, times, hards, softs, nears, bodies, extras,
    array_fill(NULL::text, ARRAY[cardinality(offices)]))
$$;`

/** Without a timestamp, A, B, A are three changes. Nodes of the previous version send such events without `soft`. */
export const INGEST_2_BY_ORDER = buildIngestFunction({
  create: 'CREATE OR REPLACE',
  rules: BY_ORDER,
  ...SEALED,
})
