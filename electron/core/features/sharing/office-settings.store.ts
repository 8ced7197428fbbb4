import type Database from 'better-sqlite3-multiple-ciphers'
import * as z from 'zod'
import { COMMON_SETTINGS, commonSettingRow, type CommonValues } from '#shared/bridge/settings.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { SharedKind } from './shared-kinds.store.ts'

/** Keys of the store's `meta`: the settings of the office, and those of this PC when they were last compared. */
const OFFICE_SETTINGS = 'office-settings'
const SEEN_SETTINGS = 'office-settings-seen'
/** Claim under which they were compared. No setting has this name. */
const CLAIM = 'claim'

const storedSchema = z.record(
  z.string(),
  z.object({ value: z.union([z.string(), z.number(), z.boolean()]), at: z.number() }),
)
type Stored = z.infer<typeof storedSchema>

/** Settings that the PCs of an office share. Their files are outside the store, so they are compared with it. */
export function createOfficeSettings(db: Database.Database) {
  const read = db.prepare<[string], string>('SELECT v FROM meta WHERE k = ?').pluck()
  const write = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const readAll = (): Stored => storedSchema.safeParse(recordIn(read.get(OFFICE_SETTINGS) ?? '')).data ?? {}
  function save(key: string, value: object): void {
    const text = JSON.stringify(value)
    if (read.get(key) !== text) write.run(key, text)
  }

  return {
    readAll,
    save: (settings: Stored): void => save(OFFICE_SETTINGS, settings),
    /**
     * Compares the settings of this PC with those of the office. A value that differs from the last comparison was
     * changed on this PC, and becomes the office's. Under a new claim nothing was compared yet: the values may be old,
     * or of another office.
     * @param claim claim of this account to the settings of the PC
     * @param fills true if the values become the office's where it has none. They replace none of the office's that
     * are still to come.
     * @returns values of the office that this PC must take over
     */
    sync(here: CommonValues, now: number, claim: string, fills: boolean): CommonValues {
      const office = readAll()
      const seen = recordIn(read.get(SEEN_SETTINGS) ?? '')
      const isNew = seen[CLAIM] !== claim
      const changed: Stored = {}
      const toTake: CommonValues = {}
      for (const id of COMMON_SETTINGS) {
        const value = here[id]
        const ofOffice = office[id]?.value
        if (value === undefined || value === ofOffice) continue
        const { schema, default: normal } = commonSettingRow(id)
        const before = isNew ? normal : (seen[id] ?? normal)
        const isChanged = value !== before && (!isNew || (fills && ofOffice === undefined))
        if (isChanged) changed[id] = { value, at: isNew ? 0 : now }
        else if (schema.safeParse(ofOffice).success) toTake[id] = ofOffice
      }
      save(OFFICE_SETTINGS, { ...office, ...changed })
      save(SEEN_SETTINGS, { ...seen, ...here, [CLAIM]: claim })
      return toTake
    },
  }
}

/** Settings of the office. The key is the setting. A later version may share others. */
export function createSettingKind(db: Database.Database): SharedKind {
  const { readAll, save } = createOfficeSettings(db)
  return {
    keys: () => Object.keys(readAll()),
    owns: (field) => field === 'value',
    read(key) {
      const stored = readAll()[key]
      return { at: stored?.at ?? 0, fields: stored ? { value: stored.value } : {} }
    },
    write(key, { value }, now) {
      const { [key]: before, ...others } = readAll()
      if (value === undefined || value === null) save(others)
      else if (before?.value !== value) save({ ...others, [key]: { value, at: now } })
      return true
    },
  }
}
