import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterAll, expect, test } from 'vitest'
import { migrations } from '#electron/core/store/migrations.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'

const entry = fileURLToPath(new URL('../../out/tests/store-update-process.js', import.meta.url))
const KEY = randomBytes(32)
const LAST = migrations.at(-1) ?? ''
const made: string[] = []
afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'ventanilla-store-update-'))
  made.push(path)
  return path
}
const databaseIn = (where: string) => join(where, 'ventanilla.db')

/** @returns `null` if it was killed */
function run(where: string, mode: 'migrate' | 'put-back', step = 0): Promise<{ steps: number } | null> {
  const args = [entry, databaseIn(where), KEY.toString('hex'), mode, String(step)]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as never)
      else if (error.signal === 'SIGKILL') resolve(null)
      else reject(new Error(stderr))
    })
  })
}

/** Version of a database, and what is in it. */
function read(path: string): { version: number; rows: string[] } {
  const db = new Database(path)
  try {
    db.pragma(`cipher = 'sqlcipher'`)
    db.pragma(`key = "x'${KEY.toString('hex')}'"`)
    const rows = db.prepare(`SELECT k FROM meta WHERE k LIKE 'row-%' ORDER BY k`).pluck().all() as string[]
    return { version: Number(db.pragma('user_version', { simple: true })), rows }
  } finally {
    db.close()
  }
}

function addRow(path: string, row: string, version?: number): void {
  const db = new Database(path)
  db.pragma(`cipher = 'sqlcipher'`)
  db.pragma(`key = "x'${KEY.toString('hex')}'"`)
  db.prepare(`INSERT INTO meta (k, v) VALUES (?, '')`).run(row)
  if (version !== undefined) db.pragma(`user_version = ${version}`)
  db.close()
}

async function inPairs(steps: number, task: (step: number) => Promise<void>): Promise<void> {
  const left = Array.from({ length: steps }, (_, index) => index + 1).values()
  const work = async () => {
    for (const step of left) await task(step)
  }
  await Promise.all([work(), work()])
}

test('killed at any change of the disk of a migration and of the copy before it, both are whole', async () => {
  const template = await directory()
  const older = openOlderStore(databaseIn(template), KEY, LAST)
  older.close()
  addRow(databaseIn(template), 'row-1')
  await writeFile(`${databaseIn(template)}.extent`, 'extent')
  const fresh = async () => {
    const where = await directory()
    await cp(template, where, { recursive: true })
    return where
  }
  const whole = await run(await fresh(), 'migrate')
  expect(whole?.steps).toBeGreaterThan(4)
  await inPairs(whole?.steps ?? 0, async (step) => {
    const where = await fresh()
    expect(await run(where, 'migrate', step)).toBeNull()
    // A copy that is there is whole.
    if (existsSync(join(where, 'before-update')))
      expect(read(join(where, 'before-update', 'ventanilla.db'))).toEqual({
        version: migrations.length - 1,
        rows: ['row-1'],
      })
    await run(where, 'migrate')
    expect(read(databaseIn(where))).toEqual({ version: migrations.length, rows: ['row-1'] })
    expect(read(join(where, 'before-update', 'ventanilla.db'))).toEqual({
      version: migrations.length - 1,
      rows: ['row-1'],
    })
    expect(await readFile(join(where, 'before-update', 'ventanilla.db.extent'), 'utf8')).toBe('extent')
    expect((await readdir(where)).filter((name) => name.endsWith('.new'))).toEqual([])
  })
})

test('killed at any change of the disk while the copy is put back, neither store is lost', async () => {
  const template = await directory()
  openOlderStore(databaseIn(template), KEY, LAST).close()
  addRow(databaseIn(template), 'row-before')
  await mkdir(join(template, 'before-update'))
  for (const part of ['', '.extent', '.audit']) {
    if (part !== '') await writeFile(databaseIn(template) + part, 'before')
    await cp(databaseIn(template) + part, join(template, 'before-update', `ventanilla.db${part}`))
  }
  addRow(databaseIn(template), 'row-of-undone', migrations.length + 1)
  await writeFile(`${databaseIn(template)}.extent`, 'after')
  await rm(`${databaseIn(template)}.audit`)
  const fresh = async () => {
    const where = await directory()
    await cp(template, where, { recursive: true })
    return where
  }
  const whole = await run(await fresh(), 'put-back')
  expect(whole?.steps).toBeGreaterThan(6)
  await inPairs(whole?.steps ?? 0, async (step) => {
    const where = await fresh()
    expect(await run(where, 'put-back', step)).toBeNull()
    await run(where, 'put-back')
    expect(read(databaseIn(where)), `after step ${step}`).toEqual({
      version: migrations.length - 1,
      rows: ['row-before'],
    })
    expect(await readFile(`${databaseIn(where)}.extent`, 'utf8')).toBe('before')
    expect(await readFile(`${databaseIn(where)}.audit`, 'utf8')).toBe('before')
    const names = await readdir(where)
    const undone = names.find((name) => name.startsWith('undone-update-')) ?? ''
    expect(read(join(where, undone, 'ventanilla.db')).rows).toEqual(['row-before', 'row-of-undone'])
    expect(names.filter((name) => name.startsWith('putting-') || name === 'before-update')).toEqual([])
  })
})
