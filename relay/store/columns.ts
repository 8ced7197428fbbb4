/** Columns of both drivers, by the names of the rows in store.ts. */

export const OFFICE_COLUMNS = `id, name, head, floor, header_name AS "headerName", header_hash AS "headerHash",
  former_hash AS "formerHash", former_until_ms AS "formerUntilMs", mode, closed_ms AS "closedMs",
  received_ms AS "receivedMs", duplicates, quarantined, epoch, state, moved_to AS "movedTo", keys_of AS "keysOf",
  seal_key AS "sealKey", seal_public AS "sealPublic", seal_made_ms AS "sealMadeMs", seal_is_stale AS "isSealStale"`

/** Without `isStreaming`, which is a column where several processes have streams. */
export const DEVICE_COLUMNS = `id, office_id AS "officeId", name, is_admin AS "isAdmin", paired_ms AS "pairedMs",
  seen_ms AS "seenMs", acked, public_key AS "publicKey", keyring IS NOT NULL AS "hasKeyring",
  (SELECT state FROM office WHERE office.id = office_id) AS "officeState"`

export const PLACE_COLUMNS = 'id AS "officeId", floor, head, epoch'
