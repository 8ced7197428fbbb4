import type Database from 'better-sqlite3-multiple-ciphers'
import type { Template, TemplateFields } from '#shared/bridge/templates.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import type { Checklists } from '#shared/domain/procedures/checklists.ts'
import { readTemplate } from '#shared/domain/procedures/template.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import { readTexts, textsIn } from '../../store/stored-json.rules.ts'

/** Stored row of `template`. */
export interface StoredTemplateRow {
  id: string
  version: number
  name: string
  kind: string
  tax_id: string
  fields: string
  expected: string | null
  uses: number
  used_at: number | null
  updated_at: number
}

/** Template in the form that the user saves. */
export interface TemplateForm {
  name: string
  kind: DraftKind
  taxId: string
  fields: TemplateFields
  expected: readonly string[] | null
}

/** Maximum number of templates in a menu or a list. */
const MOST = 500

/** Queries of templates. Runs in the worker. A change and its row of the audit record are one transaction. */
export function createTemplateQueries(
  db: Database.Database,
  audit: AuditWriter,
  checklists: () => Checklists,
) {
  const find = db.prepare<[string], StoredTemplateRow>('SELECT * FROM template WHERE id = ?')
  const all = db.prepare<[], StoredTemplateRow>(`SELECT * FROM template ORDER BY seq DESC LIMIT ${MOST}`)
  const insert = db.prepare(
    `INSERT INTO template (id, name, kind, tax_id, fields, expected, created_at, updated_at)
     VALUES (@id, @name, @kind, @taxId, @fields, @expected, @now, @now)`,
  )
  const update = db.prepare(
    `UPDATE template SET version = version + 1, name = @name, kind = @kind, tax_id = @taxId, fields = @fields,
       expected = @expected, updated_at = @now WHERE id = @id`,
  )
  const used = db.prepare<[number, string]>('UPDATE template SET uses = uses + 1, used_at = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM template WHERE id = ?')

  const record = (what: 'create' | 'change' | 'delete', { id, kind, taxId }: Recorded) =>
    audit.write({
      what: `template.${what}`,
      kind,
      identifier: taxId === '' ? id : taxId,
      result: 'ok',
    })

  return {
    /** Sorted by name, ignoring accents and capitals. */
    templates: (now: number): Template[] =>
      all
        .all()
        .map((row) => toTemplate(row, checklists(), now))
        .toSorted((a, b) => foldText(a.name).localeCompare(foldText(b.name), 'es') || (a.id < b.id ? -1 : 1)),

    template(id: string, now: number): Template | null {
      const row = find.get(id)
      return row ? toTemplate(row, checklists(), now) : null
    },

    /**
     * @param known id of the changed template; `null` for a new template
     * @param id id of a new template
     * @returns `changed` if `version` is not the newest
     */
    saveTemplate: db.transaction(
      (
        known: string | null,
        version: number | null,
        id: string,
        form: TemplateForm,
        now: number,
      ): { id: string } | 'changed' | 'unknown' => {
        const row = known === null ? undefined : find.get(known)
        if (known !== null && !row) return 'unknown'
        if (row && version !== null && row.version !== version) return 'changed'
        const taxId = cleanTaxId(form.taxId)
        const columns = {
          id: row?.id ?? id,
          name: form.name,
          kind: form.kind,
          taxId,
          fields: JSON.stringify(form.fields),
          expected: form.expected === null ? null : JSON.stringify(form.expected),
          now,
        }
        if (row) update.run(columns)
        else insert.run(columns)
        record(row ? 'change' : 'create', columns)
        return { id: columns.id }
      },
    ),

    templateUsed: (id: string, now: number): void => void used.run(now, id),

    /** @returns `false` if the template does not exist */
    removeTemplate: db.transaction((id: string): boolean => {
      const row = find.get(id)
      if (!row) return false
      remove.run(id)
      record('delete', { id, kind: row.kind, taxId: row.tax_id })
      return true
    }),
  }
}

interface Recorded {
  id: string
  kind: string
  taxId: string
}

function toTemplate(row: StoredTemplateRow, lists: Checklists, now: number): Template {
  const { kind, fields, expected, problems } = readTemplate(
    {
      kind: row.kind,
      fields: readTexts(row.fields) ?? {},
      expected: row.expected === null ? null : textsIn(row.expected),
    },
    lists,
    now,
  )
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    kind,
    taxId: row.tax_id,
    fields,
    expected: expected && [...expected],
    problems: [...problems],
    uses: row.uses,
    usedAt: row.used_at,
    updatedAt: row.updated_at,
  }
}
