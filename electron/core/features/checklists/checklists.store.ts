import type Database from 'better-sqlite3-multiple-ciphers'
import { type OwnChecklists, itemsSchema } from '#shared/bridge/checklists.ts'
import {
  checklistKey,
  type Checklists,
  mergeChecklists,
  type ChecklistItem,
} from '#shared/domain/procedures/checklists.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import type { SharedKind } from '../sharing/shared-kinds.store.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Key of the office's lists in the store's `meta`: each account has its own. */
const CHECKLISTS = 'checklists'

/** A list as stored. `null`: the list of the program was restored. `at` decides which of two copies is newer. */
interface StoredChecklist {
  items: unknown[] | null
  at: number
}
/** Lists by `checklistKey`, with those that only a later version knows. */
type StoredChecklists = Readonly<Record<string, StoredChecklist>>

/** Reads the stored lists. Another version of the program, or a restored copy, may have written them. */
const parseStoredChecklists = (text: string | null): StoredChecklists =>
  Object.fromEntries(
    Object.entries(recordIn(text ?? '{}')).flatMap(([key, one]) => (isStored(one) ? [[key, one]] : [])),
  )

function isStored(one: unknown): one is StoredChecklist {
  if (typeof one !== 'object' || one === null) return false
  const { items, at } = one as Record<string, unknown>
  return typeof at === 'number' && (items === null || Array.isArray(items))
}

/** Lists that this version can use. A list of another form counts as none, and stays stored. */
function toOwn(stored: StoredChecklists): OwnChecklists {
  const own = Object.entries(stored).flatMap(([key, { items }]): [string, OwnChecklists['own'][string]][] => {
    const read = items === null ? null : itemsSchema.safeParse(items)
    return read?.success ? [[key, read.data]] : []
  })
  const versions = Object.entries(stored).map(([key, { at }]) => [key, at] as const)
  return { own: Object.fromEntries(own), versions: Object.fromEntries(versions) }
}

/** The lists in the store. */
function createStoredChecklists(db: Database.Database) {
  const read = db.prepare<[string], string>('SELECT v FROM meta WHERE k = ?').pluck()
  const write = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const readText = () => read.get(CHECKLISTS) ?? null
  return {
    readText,
    read: () => parseStoredChecklists(readText()),
    write: (stored: StoredChecklists): void => void write.run(CHECKLISTS, JSON.stringify(stored)),
  }
}

/** Reads the lists of the office for other parts of the store's thread. Boards read them for every draft. */
export function createChecklistReader(db: Database.Database): () => Checklists {
  const { readText } = createStoredChecklists(db)
  let known: { text: string | null; lists: Checklists } | null = null
  return () => {
    const text = readText()
    if (known?.text !== text || known === null)
      known = { text, lists: mergeChecklists(toOwn(parseStoredChecklists(text)).own) }
    return known.lists
  }
}

/** Queries of checklists. Runs in the worker. A change and its row of the audit record are one transaction. */
export function createChecklistQueries(db: Database.Database, audit: AuditWriter) {
  const stored = createStoredChecklists(db)

  function save(
    changed: readonly [key: string, items: readonly ChecklistItem[] | null][],
    now: number,
  ): void {
    const before = stored.read()
    // Stamps only grow. So a change is newer than the list that it replaces, even if the clock was set back.
    const after = changed.map(([key, items]): [string, StoredChecklist] => [
      key,
      { items: items && [...items], at: Math.max(now, (before[key]?.at ?? 0) + 1) },
    ])
    stored.write({ ...before, ...Object.fromEntries(after) })
  }

  return {
    checklists: createChecklistReader(db),
    ownChecklists: (): OwnChecklists => toOwn(stored.read()),
    backupChecklists: stored.readText,

    /** @returns `false` if `version` is not the newest */
    saveChecklist: db.transaction(
      (
        { kind, situation }: { kind: string; situation: string },
        items: readonly ChecklistItem[] | null,
        version: number,
        now: number,
      ): boolean => {
        const key = checklistKey(kind, situation)
        if ((stored.read()[key]?.at ?? 0) !== version) return false
        save([[key, items]], now)
        audit.write({ what: 'checklist.change', kind, identifier: '', result: 'ok' })
        return true
      },
    ),

    /** Replaces the lists that a file has. */
    importChecklists: db.transaction(
      (own: Readonly<Record<string, readonly ChecklistItem[]>>, now: number): void => {
        save(Object.entries(own), now)
        audit.write({ what: 'checklist.change', kind: 'import', identifier: '', result: 'ok' })
      },
    ),
  }
}

/** Checklists of the office. The key is `checklistKey`. A list that only a later version knows passes unchanged. */
export function createChecklistKind(db: Database.Database): SharedKind {
  const stored = createStoredChecklists(db)
  return {
    keys: () => Object.keys(stored.read()),
    owns: (field) => field === 'items',
    read(key) {
      const { items, at } = stored.read()[key] ?? { items: null, at: 0 }
      return { at, fields: items === null ? {} : { items: JSON.stringify(items) } }
    },
    write(key, { items: text }, now) {
      const lists = stored.read()
      const items = parseItems(text)
      if (JSON.stringify(lists[key]?.items ?? null) !== JSON.stringify(items))
        stored.write({ ...lists, [key]: { items, at: now } })
      return true
    },
  }
}

function parseItems(text: unknown): unknown[] | null {
  if (typeof text !== 'string') return null
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? items : null
  } catch {
    return null
  }
}

/** Takes the newer lists of a restored copy. */
export function createChecklistMerge(db: Database.Database): (text: string) => void {
  const stored = createStoredChecklists(db)
  return (text) => {
    const here = stored.read()
    const newer = Object.entries(parseStoredChecklists(text)).filter(
      ([key, { at }]) => at > (here[key]?.at ?? 0),
    )
    stored.write({ ...here, ...Object.fromEntries(newer) })
  }
}
