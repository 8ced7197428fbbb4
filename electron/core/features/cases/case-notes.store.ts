import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseNote } from '#shared/bridge/cases.ts'
import { isSamePerson, findMentions } from '#shared/domain/mentions.ts'
import { NOTE_MENTION } from '#shared/domain/notifications.ts'
import { createChangeWriter } from '../changes/change-rows.store.ts'

/** Key of the store's `meta`: who works at each PC of the office, by the PC's id at the relay. */
export const OFFICE_PEOPLE = 'office-people'

/** A note with the number of its procedure. */
export interface StoredNote extends CaseNote {
  seq: number
}

/** Age after which a note that arrives is no news. So the first notes of another PC raise no old mentions. */
const OLD_MENTION_MS = 7 * 86_400_000

/**
 * Notes of procedures, and the names of colleagues. Each write is in the caller's transaction. Triggers write the
 * notes into `case_annotations.notes` (store/migration-people.ts).
 * @param me name of this PC's operator; '' if unknown
 */
export function createCaseNotes(db: Database.Database, me: () => string) {
  const changes = createChangeWriter(db)
  const columns = 'id, text, author, at, edited_at AS editedAt'
  const ofCase = db.prepare<[number], CaseNote>(
    `SELECT ${columns} FROM case_note WHERE seq = ? ORDER BY at DESC, rowid DESC`,
  )
  const find = db.prepare<[string], StoredNote>(`SELECT seq, ${columns} FROM case_note WHERE id = ?`)
  const put = db.prepare<StoredNote>(
    `INSERT INTO case_note (id, seq, text, author, at, edited_at) VALUES (@id, @seq, @text, @author, @at, @editedAt)
     ON CONFLICT (id) DO UPDATE SET text = excluded.text, edited_at = excluded.edited_at
       WHERE text <> excluded.text OR edited_at IS NOT excluded.edited_at`,
  )
  const remove = db.prepare<[string]>('DELETE FROM case_note WHERE id = ?')
  const names = db
    .prepare<[], string>(
      `SELECT DISTINCT assigned FROM case_annotations WHERE assigned <> ''
       UNION SELECT DISTINCT author FROM case_note WHERE author <> ''
       UNION SELECT p.value FROM meta m, json_each(m.v) p WHERE m.k = '${OFFICE_PEOPLE}' AND p.value <> ''`,
    )
    .pluck()

  /** Other known people, each in one spelling, in alphabetical order. */
  function listColleagues(): string[] {
    const found: string[] = []
    for (const name of names.all())
      if (!isSamePerson(name, me()) && !found.some((one) => isSamePerson(one, name))) found.push(name)
    return found.toSorted((a, b) => a.localeCompare(b, 'es'))
  }

  return {
    of: (seq: number): CaseNote[] => ofCase.all(seq),
    find: (id: string): StoredNote | null => find.get(id) ?? null,
    add: (seq: number, id: string, text: string, now: number): void =>
      void put.run({ id, seq, text, author: me(), at: now, editedAt: null }),
    edit: (note: StoredNote, text: string, now: number): void =>
      void put.run({ ...note, text, editedAt: Math.max(now, (note.editedAt ?? 0) + 1) }),
    remove: (id: string): void => void remove.run(id),
    restore: (note: StoredNote): void => void put.run(note),
    listColleagues,
    /** Name in the spelling in which it is known. */
    spellName: (name: string): string =>
      [me(), ...listColleagues()].find((one) => isSamePerson(one, name)) ?? name,
    /** Text that mentions a colleague, so that the colleague's PC notifies it. */
    addressTo: (name: string, text: string): string =>
      name === '' || isSamePerson(name, me()) || isMentioned(name, text) ? text : `@${name} ${text}`,

    /**
     * Stores a note of another PC. If it mentions this PC's operator, *Novedades* gets one line, however often the
     * note arrives.
     * @returns number of the new line, or `null`
     */
    arrive(procedureId: string, note: StoredNote, now: number): number | null {
      put.run(note)
      const { id, author, text, at, editedAt } = note
      const isNews = now - Math.max(at, editedAt ?? 0) < OLD_MENTION_MS
      if (!isNews || isSamePerson(author, me()) || !isMentioned(me(), text)) return null
      return changes.write({
        kind: 'procedure',
        id: procedureId,
        sourceEvent: {
          event: NOTE_MENTION,
          // Not the text: a person may be erased from the note, and a notification faces the counter.
          detail: { author },
          at: Math.min(editedAt ?? at, now),
          seenAt: now,
          source: 'relay',
          serverAt: null,
          key: `mention:${id}`,
        },
        placement: 'inbox',
      })
    },
  }

  function isMentioned(name: string, text: string): boolean {
    const mentions = findMentions(text, [...new Set([name, me(), ...listColleagues()])])
    return mentions.some(({ people }) => people.some((one) => isSamePerson(one, name)))
  }
}
