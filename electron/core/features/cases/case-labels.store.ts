import type Database from 'better-sqlite3-multiple-ciphers'

const NONE: readonly string[] = []

/** Labels by procedure, as in the store; procedures without labels are left out. */
export function createCaseLabels(db: Database.Database) {
  const all = db.prepare<[], { seq: number; label: string }>(
    'SELECT seq, label FROM desk_label ORDER BY seq, label',
  )
  const of = db.prepare<[number], string>('SELECT label FROM desk_label WHERE seq = ? ORDER BY label').pluck()
  const labels = new Map<number, string[]>()
  const touched = new Set<number>()
  let version = 0
  let isLoaded = false

  // For this connection only, as in case-records.store.ts.
  db.function('desk_labelled', (seq) => void touched.add(Number(seq)))
  db.exec(`
    CREATE TEMP TRIGGER desk_label_new AFTER INSERT ON main.desk_label BEGIN SELECT desk_labelled(new.seq); END;
    CREATE TEMP TRIGGER desk_label_changed AFTER UPDATE ON main.desk_label BEGIN
      SELECT desk_labelled(old.seq), desk_labelled(new.seq);
    END;
    CREATE TEMP TRIGGER desk_label_gone AFTER DELETE ON main.desk_label BEGIN SELECT desk_labelled(old.seq); END;
  `)

  return {
    get version() {
      return version
    },
    refresh(): void {
      if (isLoaded && touched.size === 0) return
      version++
      if (!isLoaded)
        for (const { seq, label } of all.iterate()) labels.set(seq, [...(labels.get(seq) ?? NONE), label])
      for (const seq of isLoaded ? touched : []) {
        const now = of.all(seq)
        if (now.length > 0) labels.set(seq, now)
        else labels.delete(seq)
      }
      isLoaded = true
      touched.clear()
    },
    /** As of the last refresh; before the first one, as in the store. */
    of: (seq: number): readonly string[] => (isLoaded ? (labels.get(seq) ?? NONE) : of.all(seq)),
  }
}

export type CaseLabels = ReturnType<typeof createCaseLabels>
