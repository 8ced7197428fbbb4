import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { migrations } from '#relay/store/sqlite/migrations.ts'
import { alarmWire } from '#shared/api/relay-alarm.ts'
import { call, OFFICE, startRelay, temporaryDirectory } from './support/relay.ts'

test('a database of the version before opens, and what its PCs had confirmed does not wait', async () => {
  const directory = await temporaryDirectory()
  const db = new Database(join(directory, 'relay.db'))
  db.exec(migrations[0] ?? '')
  db.pragma('user_version = 1')
  const columns = 'name, head, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms'
  db.prepare(`INSERT INTO office (${columns}) VALUES (?, 3, x'01', x'02', 'X', x'03', 'enforce', 0)`).run(
    OFFICE.name,
  )
  db.exec(`INSERT INTO device VALUES ('d1', 1, 'PC 1', x'04', 1, 0, NULL, 2, NULL)`)
  db.close()
  const { url } = await startRelay({ directory })
  const answer = await call(`${url}/v1/office/alarm`, 'GET', OFFICE.adminToken)
  expect(alarmWire.parse(await answer.json())).toMatchObject({ waiting: 1, confirmedAt: null })
})
