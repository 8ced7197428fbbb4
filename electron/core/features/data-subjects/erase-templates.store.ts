import type Database from 'better-sqlite3-multiple-ciphers'
import { templatesText } from '#shared/text/app-templates.ts'
import { parsed, templateWithout } from './anonymous.rules.ts'
import type { Mentions } from './mentions.rules.ts'
import { namesPerson, templateWithoutName } from './person-names.rules.ts'

/** Takes a person out of the templates of procedures. */
export function createTemplateErasures(db: Database.Database) {
  const template = db.prepare<[string], { tax_id: string; name: string; fields: string }>(
    'SELECT tax_id, name, fields FROM template WHERE id = ?',
  )
  const templates = db.prepare<[], { id: string; name: string; fields: string }>(
    'SELECT id, name, fields FROM template',
  )
  const removeTemplate = db.prepare<[string]>('DELETE FROM template WHERE id = ?')
  const clearTemplate = db.prepare<[string, string, string]>(
    'UPDATE template SET name = ?, fields = ?, version = version + 1 WHERE id = ?',
  )

  return {
    fieldsOf: (id: string) => parsed(template.get(id)?.fields ?? ''),

    /** Takes the person's name out of the templates of other clients, and of those of no client. */
    clearNames(names: readonly string[]): void {
      const isTheirs = namesPerson(names)
      for (const { id, name, fields } of templates.all()) {
        const cleared = templateWithoutName(
          { name, fields: parsed(fields) },
          isTheirs,
          templatesText.nameless,
        )
        if (cleared) clearTemplate.run(cleared.name, JSON.stringify(cleared.fields), id)
      }
    },

    /** The person's own template goes; one of another client keeps its kind. */
    eraseTemplate(id: string, taxId: string, mentions: Mentions): void {
      const row = template.get(id)
      if (!row) return
      if (row.tax_id === taxId || mentions.text(row.name)) removeTemplate.run(id)
      else clearTemplate.run(row.name, JSON.stringify(templateWithout(parsed(row.fields), mentions)), id)
    },
  }
}
