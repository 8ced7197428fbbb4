import type { MoveRows } from '#shared/api/relay-move.ts'
import {
  base64,
  MOVE_ALARM_COLUMNS,
  MOVE_COLUMNS,
  MOVE_DEVICE_COLUMNS,
  MOVE_RECORD_COLUMNS,
  MOVE_ROWS,
  type MovedOffice,
  type MoveInRow,
  type MoveReads,
  type MoveTable,
  pageOf,
  textRow,
} from '../move.ts'
import type { Db } from './open.ts'

/** Where rows of a kind come from, in the order in which they were added; `+` keeps an index in another order out. */
const SOURCES: Record<MoveTable, { from: string; columns: string; place: string; office?: string }> = {
  key: { from: 'event_key', columns: MOVE_COLUMNS.key, place: 'id', office: '+office_id' },
  receipt: { from: 'receipt', columns: MOVE_COLUMNS.receipt, place: 'id' },
  past: {
    from: 'past_event',
    columns: `${MOVE_COLUMNS.past}, event, resource_id AS id, brief`,
    place: 'seq',
  },
  quarantine: { from: 'quarantine', columns: MOVE_COLUMNS.quarantine, place: 'id', office: '+office_id' },
  message: { from: 'alarm_message', columns: MOVE_COLUMNS.message, place: 'rowid' },
}

/** Reads of moves, by the main thread. */
export function moveReads(db: Db): MoveReads {
  const moveIn = db.prepare<[Uint8Array], Omit<MoveInRow, 'positions'> & { positions: string }>(
    'SELECT office_id AS officeId, state, expires_ms AS expiresMs, positions FROM move_in WHERE token_hash = ?',
  )
  const office = db.prepare<[number], Omit<MovedOffice, 'isSealStale'> & { isSealStale: number }>(
    `SELECT ${MOVE_RECORD_COLUMNS} FROM office WHERE id = ?`,
  )
  const devices = db.prepare<[number], { isAdmin: number }>(
    `SELECT ${MOVE_DEVICE_COLUMNS} FROM device WHERE office_id = ? ORDER BY paired_ms, id`,
  )
  const alarm = db.prepare<[number], NonNullable<MovedOffice['alarm']>>(
    `SELECT ${MOVE_ALARM_COLUMNS} FROM alarm WHERE office_id = ?`,
  )
  const movedTo = db.prepare<[], { to: string }>(
    "SELECT DISTINCT moved_to AS \"to\" FROM office WHERE state IN ('moving', 'moved')",
  )
  const rowsOf = (kind: MoveTable) => {
    const { from, columns, place, office: column = 'office_id' } = SOURCES[kind]
    return db.prepare<[number, number], { place: number }>(
      `SELECT ${columns}, ${place} AS place FROM ${from} WHERE ${column} = ? AND ${place} > ?
       ORDER BY ${place} LIMIT ${MOVE_ROWS[kind]}`,
    )
  }
  const pages = {
    key: rowsOf('key'),
    receipt: rowsOf('receipt'),
    past: rowsOf('past'),
    quarantine: rowsOf('quarantine'),
    message: rowsOf('message'),
  }

  return {
    async moveIn(tokenHash) {
      const row = moveIn.get(tokenHash)
      return row === undefined ? null : { ...row, positions: JSON.parse(row.positions) }
    },
    async moveRecord(officeId) {
      const row = office.get(officeId)
      if (row === undefined) return null
      return {
        ...row,
        isSealStale: row.isSealStale === 1,
        headerHash: base64(row.headerHash as unknown as Buffer),
        formerHash: row.formerHash === null ? null : base64(row.formerHash as unknown as Buffer),
        devices: devices
          .all(officeId)
          .map((device) => ({ ...textRow(device), isAdmin: device.isAdmin === 1 }) as never),
        alarm: alarm.get(officeId) ?? null,
      }
    },
    async moveRows<Kind extends MoveTable>(kind: Kind, officeId: number, after: string) {
      const page = pageOf(pages[kind].all(officeId, Number(after)), after)
      return { ...page, rows: page.rows as MoveRows[Kind] }
    },
    movedTo: async () => movedTo.all().map(({ to }) => to),
  }
}
