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
import { namesOf } from '../receipts.ts'
import type { Database } from './database.ts'

/** Where rows of a kind come from, in the order of a place that grows; bodies that cannot be read have no such number. */
const SOURCES: Record<MoveTable, { from: string; columns: string; place: string }> = {
  key: { from: 'event_key', columns: MOVE_COLUMNS.key, place: 'seq' },
  receipt: { from: 'receipt', columns: MOVE_COLUMNS.receipt, place: 'id' },
  past: { from: 'past_event', columns: `${MOVE_COLUMNS.past}, body`, place: 'seq' },
  quarantine: { from: 'quarantine', columns: MOVE_COLUMNS.quarantine, place: "encode(hard, 'hex')" },
  message: { from: 'alarm_message', columns: MOVE_COLUMNS.message, place: 'ordinal' },
}

const statementOf = (kind: MoveTable) => {
  const { from, columns, place } = SOURCES[kind]
  const [ordered, after] = kind === 'quarantine' ? ['hard', "decode($2, 'hex')"] : [place, '$2::bigint']
  return `SELECT ${columns}, ${place} AS place FROM ${from} WHERE office_id = $1 AND ${ordered} > ${after}
    ORDER BY ${ordered} LIMIT ${MOVE_ROWS[kind]}`
}

/** A past event's name and id are in its `body`: a text has no NUL, and these may. */
const pastOf = ({ body, ...row }: { body: string; place: unknown }) => ({ ...row, ...namesOf(body) })

/** Reads of moves. */
export const moveReads = (database: Database): MoveReads => ({
  async moveIn(tokenHash) {
    const [row] = await database.query<Omit<MoveInRow, 'positions'> & { positions: string }>({
      text: `SELECT office_id AS "officeId", state, expires_ms AS "expiresMs", positions FROM move_in
        WHERE token_hash = $1`,
      values: [tokenHash],
    })
    return row === undefined ? null : { ...row, positions: JSON.parse(row.positions) }
  },
  async moveRecord(officeId) {
    const of = async <Row extends object>(columns: string, table: string, id = 'office_id', more = '') =>
      database.query<Row>({
        text: `SELECT ${columns} FROM ${table} WHERE ${id} = $1 ${more}`,
        values: [officeId],
      })
    const [row] = await of<MovedOffice>(MOVE_RECORD_COLUMNS, 'office', 'id')
    if (row === undefined) return null
    const devices = await of<object>(MOVE_DEVICE_COLUMNS, 'device', 'office_id', 'ORDER BY paired_ms, id')
    const [alarm] = await of<NonNullable<MovedOffice['alarm']>>(MOVE_ALARM_COLUMNS, 'alarm')
    return {
      ...row,
      headerHash: base64(row.headerHash as unknown as Buffer),
      formerHash: row.formerHash === null ? null : base64(row.formerHash as unknown as Buffer),
      devices: devices.map((device) => textRow(device) as never),
      alarm: alarm ?? null,
    }
  },
  async moveRows<Kind extends MoveTable>(kind: Kind, officeId: number, after: string) {
    const first = kind === 'quarantine' ? '' : '0'
    const rows = await database.query<{ place: unknown; body: string }>({
      text: statementOf(kind),
      values: [officeId, after === '' ? first : after],
    })
    const page = pageOf(kind === 'past' ? rows.map(pastOf) : rows, after)
    return { ...page, rows: page.rows as MoveRows[Kind] }
  },
  async movedTo() {
    const rows = await database.query<{ to: string }>({
      text: `SELECT DISTINCT moved_to AS "to" FROM office WHERE state IN ('moving', 'moved')`,
    })
    return rows.map(({ to }) => to)
  },
})
