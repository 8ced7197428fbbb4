import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

afterAll(removeTemporaryDirectories)

/** Temporary files of SQLite that this process has open: they are unlinked as they are made, and not encrypted. */
const temporaryFiles = () =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      return path.includes('etilqs_') ? [path] : []
    } catch {
      // Closed meanwhile: the one that read the folder.
      return []
    }
  })

test('the store and its journal hold no readable text, and open with their own key alone', async () => {
  const directory = await temporaryDirectory()
  const path = join(directory, 'ventanilla.db')
  const key = Buffer.alloc(32, 7)
  const db = openDatabase(path, key)
  db.exec(`CREATE TABLE name (text TEXT); INSERT INTO name VALUES ('Apellidosinigual')`)
  const expectSealed = () => {
    const names = readdirSync(directory)
    const bytes = Buffer.concat(names.map((name) => readFileSync(join(directory, name))))
    for (const text of ['Apellidosinigual', 'CREATE TABLE', 'SQLite format 3'])
      expect([text, bytes.includes(text)]).toEqual([text, false])
    return names
  }
  expect(expectSealed()).toContain('ventanilla.db-wal')
  db.close()
  expect(expectSealed()).toEqual(['ventanilla.db'])
  expect(() => openDatabase(path, Buffer.alloc(32, 8))).toThrow('file is not a database')
  const again = openDatabase(path, key)
  expect(again.prepare('SELECT text FROM name').all()).toEqual([{ text: 'Apellidosinigual' }])
  again.close()
})

test.skipIf(process.platform !== 'linux')('what is sorted is never written to a temporary file', async () => {
  const db = openDatabase(join(await temporaryDirectory(), 'ventanilla.db'), Buffer.alloc(32, 7))
  db.exec(`
    CREATE TABLE name (text TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO name SELECT 'Apellidosinigual ' || hex(randomblob(80)) FROM n;
  `)
  const rows = db.prepare('SELECT text FROM name ORDER BY substr(text, -20)').iterate()
  rows.next()
  expect(temporaryFiles()).toEqual([])
  rows.return?.()
  db.close()
})

test('a block of an index takes one page, with what encryption needs of it', async () => {
  const db = openDatabase(join(await temporaryDirectory(), 'ventanilla.db'), Buffer.alloc(32, 7))
  const insert = db.prepare('INSERT INTO report_words (rowid, words) VALUES (?, hex(randomblob(40)))')
  db.transaction(() => {
    for (let row = 1; row <= 2_000; row++) insert.run(row)
  })()
  const longest =
    db.prepare<[], number>('SELECT max(length(block)) FROM report_words_data').pluck().get() ?? 0
  // Of 4,096 bytes SQLCipher takes 80, and SQLite puts 35 besides in a page before it needs another.
  const [room, head] = [4_096 - 80 - 35, 4]
  expect(longest).toBeGreaterThan(3_000)
  expect(longest + head).toBeLessThanOrEqual(room)
  db.close()
})
