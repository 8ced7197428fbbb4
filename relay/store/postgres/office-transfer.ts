import { Client, DatabaseError } from 'pg'
import type { Log } from '#shared/server/log.ts'
import {
  type Alike,
  createTakenError,
  type Column,
  type Columns,
  OFFICE_COLUMNS_IN_FILE,
  type OfficeFile,
  type OfficeFileWriter,
  type OfficeHere,
  type OfficeInFile,
  findOfficeToExport,
  findReplaced,
  type Row,
  ROW_TABLES,
  ROWS_IN_FILE,
  type RowTable,
  buildFileSecrets,
} from '../office-file.ts'
import { readBrief } from '../receipts.ts'
import { type DataSet, openDataSet, SETUP, buildSetupConfig } from './data-set.ts'
import { removeNul, type Session, createSession, type Value } from './database.ts'
import { endOffice } from './office.writes.ts'
import { createSecretTable } from './secrets.ts'

export interface PostgresTransferDeps {
  url: string
  sealingKey: Buffer
  now: number
  log: Log
}

const ORDER: Record<RowTable, string> = {
  device: 'paired_ms, id',
  event: 'seq',
  event_key: 'seq',
  receipt: 'id',
  past_event: 'seq',
  quarantine: 'received_ms',
  alarm: 'office_id',
  alarm_message: 'ordinal',
  record: 'seq',
}
/** PostgreSQL stores a past event as one JSON: an event name may contain NUL, which a text column refuses. */
const PAST_EVENT = { seq: 'int', received_ms: 'int', body: 'text' } as const satisfies Columns
const getColumns = (table: RowTable): Columns => (table === 'past_event' ? PAST_EVENT : ROWS_IN_FILE[table])
const TYPES = {
  int: 'bigint',
  count: 'bigint',
  text: 'text',
  json: 'text',
  bytes: 'bytea',
  flag: 'boolean',
} as const
const getSqlType = (column: Column) => TYPES[column.replace('?', '') as keyof typeof TYPES]

const HERE = 'id, name, head, state, moved_to AS "movedTo"'
/** Rows per statement. An event of an unknown name has up to 256 KB. */
const ROWS = 100
/** Maximum wait for the sessions of nodes that are stopping. */
const STOPPING_MS = 3_000
const LOOK_MS = 50

const OTHERS = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'ventanilla-relay' AND pid <> pg_backend_pid()`

/** Runs one transaction while no node runs and none starts. */
async function runTransaction<T>(
  { url, sealingKey, log }: PostgresTransferDeps,
  run: (session: Session, dataSet: DataSet) => Promise<T>,
): Promise<T> {
  const dataSet = await openDataSet(url, sealingKey, log)
  const client = new Client(buildSetupConfig(url))
  client.on('error', () => {})
  await client.connect()
  const session = createSession(client)
  try {
    await session.query({ text: 'BEGIN' })
    // Every node takes this lock when it starts.
    await session.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [SETUP] })
    await waitForNodes(session)
    const result = await run(session, dataSet)
    await session.query({ text: 'COMMIT' })
    return result
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    await client.end()
  }
}

async function waitForNodes(session: Session): Promise<void> {
  const until = performance.now() + STOPPING_MS
  while ((await session.query({ text: OTHERS })).length > 0) {
    if (performance.now() > until)
      throw new Error('stop every node first: an office leaves or comes while no relay runs on its database')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** The secret table in the session of the transaction. */
const openSecretsIn = (session: Session, { key }: DataSet, sealingKey: Buffer) =>
  createSecretTable(
    { ...session, transaction: (run) => run(session), close: async () => {} },
    key,
    sealingKey,
  )

/** Writes an office into a file. The commit marks the office as left. */
export function exportOffice(
  deps: PostgresTransferDeps,
  target: OfficeFileWriter,
  name: string | null,
  isMoveAbandoned: boolean,
): Promise<OfficeInFile> {
  const { now, sealingKey } = deps
  return runTransaction(deps, async (session, dataSet) => {
    const known = await session.query<OfficeHere>({ text: `SELECT ${HERE} FROM office ORDER BY id` })
    const { id } = findOfficeToExport(known, name, isMoveAbandoned)
    const own = await openSecretsIn(session, dataSet, sealingKey).get(id)
    const secrets = buildFileSecrets(own, { key: dataSet.key.toString('base64url'), officeId: id })
    const [row] = await session.query<Row>({
      text: `SELECT ${Object.keys(OFFICE_COLUMNS_IN_FILE).join(', ')}, coalesce(epoch, $1) AS epoch
        FROM office WHERE id = $2`,
      values: [dataSet.epoch, id],
    })
    const { epoch = dataSet.epoch, ...columns } = row ?? {}
    const office = { columns, epoch, secrets } as OfficeInFile
    target.begin(office, now)
    for (const table of ROW_TABLES) await copyRows(session, table, id, target)
    target.finish()
    await session.query({
      text: `UPDATE office SET state = 'moved', moved_to = NULL, left_ms = $1 WHERE id = $2`,
      values: [now, id],
    })
    return office
  })
}

async function copyRows(session: Session, table: RowTable, id: number, target: OfficeFileWriter) {
  // Rows below the floor have expired. Retention drops them with their partition.
  const kept = table === 'event' ? 'AND seq >= (SELECT floor FROM office WHERE id = $1)' : ''
  await session.query({
    text: `DECLARE office_rows NO SCROLL CURSOR FOR SELECT ${Object.keys(getColumns(table)).join(', ')}
      FROM ${table} WHERE office_id = $1 ${kept} ORDER BY ${ORDER[table]}`,
    values: [id],
  })
  for (;;) {
    const rows = await session.query<Row>({ text: `FETCH ${ROWS} FROM office_rows` })
    for (const row of rows) target.add(table, table === 'past_event' ? decodePastEvent(row) : row)
    if (rows.length < ROWS) break
  }
  await session.query({ text: 'CLOSE office_rows' })
}

function decodePastEvent({ body, ...row }: Row): Row {
  const { event, id, brief } = readBrief(String(body))
  return { ...row, event, resource_id: id, brief }
}
const encodePastEvent = ({ event, resource_id: id, brief, ...row }: Row): Row => ({
  ...row,
  body: JSON.stringify({ event, data: { id, ...(brief !== null && { brief }) } }),
})

/** Adds the office of a file in one transaction. */
export async function importOffice(deps: PostgresTransferDeps, file: OfficeFile): Promise<void> {
  const { office } = file
  try {
    await runTransaction(deps, async (session, dataSet) => {
      const secrets = openSecretsIn(session, dataSet, deps.sealingKey)
      const { name, inbox_hash: inbox, admin_hash: admin } = office.columns
      const alike = await session.query<Alike>({
        text: `SELECT ${HERE}, inbox_hash = $2 AND admin_hash = $3 AS "isSame" FROM office
          WHERE (name = $1 OR inbox_hash IN ($2, $3) OR admin_hash IN ($2, $3)) AND state IS DISTINCT FROM 'gone'`,
        values: [name, inbox, admin],
      })
      for (const former of findReplaced(office, alike)) {
        await endOffice(session, former)
        await secrets.remove(former)
      }
      const id = await addOffice(session, file)
      await secrets.set(id, office.secrets)
    })
  } catch (error) {
    const isTaken = error instanceof DatabaseError && error.code === '23505'
    throw isTaken ? createTakenError(office, error) : error
  }
}

async function addOffice(session: Session, { office, rows }: OfficeFile): Promise<number> {
  const { columns, epoch, secrets } = office
  const own: Row = { ...columns, epoch, keys_of: secrets.keys.officeId }
  const names = Object.keys(own)
  const [added] = await session.query<{ id: number }>({
    text: `INSERT INTO office (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})
      RETURNING id`,
    values: Object.values(own),
  })
  if (added === undefined) throw new Error('the office was not made')
  let [table, waiting]: [RowTable, Row[]] = ['device', []]
  for (const next of rows()) {
    if (next.table !== table || waiting.length === ROWS) {
      await addRows(session, table, added.id, waiting)
      ;[table, waiting] = [next.table, []]
    }
    waiting.push(next.table === 'past_event' ? encodePastEvent(next.row) : next.row)
  }
  await addRows(session, table, added.id, waiting)
  return added.id
}

async function addRows(session: Session, table: RowTable, id: number, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.entries(getColumns(table))
  const lists = columns.map(([, column], index) => `$${index + 2}::${getSqlType(column)}[]`)
  await session.query({
    text: `INSERT INTO ${table} (office_id, ${columns.map(([name]) => name).join(', ')})
      SELECT $1::int, * FROM unnest(${lists.join(', ')})`,
    values: [id, ...columns.map(([name]) => rows.map((row) => encodeCell(row[name] ?? null)))],
  })
}

const encodeCell = (cell: Row[string]): Value => (typeof cell === 'string' ? removeNul(cell) : (cell ?? null))
