import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createAuditHeadFile, auditHeadPath } from '#electron/core/features/audit/audit-head.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createExtentWriter, extentPath, readExtent } from '#electron/core/store/store-extent.ts'

const KEY = Buffer.alloc(32, 7)
const directory = mkdtempSync(join(tmpdir(), 'ventanilla-extent-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** One run of a store's thread: opened, checked for being shorter, used, and ended. */
function life(path: string, use: (opened: ReturnType<typeof parts>) => void): boolean {
  const opened = parts(path)
  try {
    const shorter = opened.extent.isShorter()
    if (!shorter) use(opened)
    return shorter
  } finally {
    opened.db.close()
  }
}
function parts(path: string) {
  const db = openDatabase(path, KEY)
  const audit = createAuditWriter(db, createAuditHeadFile(auditHeadPath(path), KEY))
  return { db, audit, extent: createExtentWriter(db, audit, path, KEY) }
}

test('drafts are counted with the requests to sign, sent or not, as copies count them', () => {
  const path = join(directory, 'counted.db')
  life(path, ({ db, extent }) => {
    const draft = db.prepare(
      `INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, submission)
       VALUES (@id, 'transfer', @state, '{}', '', 0, 0, '{}')`,
    )
    const signatureRequest = db.prepare(
      `INSERT INTO signature_request (id, document, state, fields, created_at, updated_at)
       VALUES (@id, 'mandate', @state, '{}', 0, 0)`,
    )
    for (const state of ['editing', 'sent', 'discarded']) {
      draft.run({ id: `draft ${state}`, state })
      signatureRequest.run({ id: `signing ${state}`, state })
    }
    extent.write()
  })
  expect(readExtent(path, KEY)?.counts).toEqual({ procedures: 0, signatures: 0, drafts: 4, reports: 0 })
})

/** `cut`: a kill between writing the store and the file beside it. */
const lives = fc.array(
  fc.record({ note: fc.boolean(), settle: fc.boolean(), stamp: fc.constantFrom('none', 'whole', 'cut') }),
  { minLength: 1, maxLength: 4 },
)

test('is never shorter after a kill at any point, and always after going back behind what was written', () => {
  let run = 0
  fc.assert(
    fc.property(lives, fc.nat(3), (all, backTo) => {
      const path = join(directory, `store-${run++}.db`)
      const snapshots: { file: string; written: number }[] = []
      let written = 0
      for (const { note, settle, stamp } of all) {
        const wasShorter = life(path, ({ audit, extent, db }) => {
          if (note) audit.write({ what: 'export', kind: 'x', identifier: '', result: 'ok' })
          if (note && settle) {
            audit.writeHead()
            written++
          }
          if (stamp === 'none') return
          const before = existsSync(extentPath(path)) ? readFileSync(extentPath(path)) : null
          extent.write()
          if (stamp === 'whole') written++
          else if (before) writeFileSync(extentPath(path), before)
          else rmSync(extentPath(path))
          db.pragma('wal_checkpoint(TRUNCATE)')
        })
        expect(wasShorter).toBe(false)
        const file = `${path}.${snapshots.length}`
        copyFileSync(path, file)
        snapshots.push({ file, written })
      }
      const back = snapshots[Math.min(backTo, snapshots.length - 1)]!
      copyFileSync(back.file, path)
      expect(life(path, () => undefined)).toBe(back.written < written)
    }),
    {
      numRuns: 8,
      examples: [
        [
          [
            { note: true, settle: true, stamp: 'whole' },
            { note: true, settle: true, stamp: 'none' },
          ],
          0,
        ],
      ],
    },
  )
})

test('what was not written with the key of the store says nothing', () => {
  const path = join(directory, 'other.db')
  life(path, ({ extent }) => extent.write())
  expect(readExtent(path, KEY)).toMatchObject({ stamp: 1 })
  expect(readExtent(path, Buffer.alloc(32, 8))).toBeNull()
})
