import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { adml, admx, LANGUAGES, type LanguageName } from './policies.ts'
import { withTable } from './settings-table.ts'

/** `npm run policy`: writes the policies of Windows and the table of the documentation from the schema. */
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

writeFileSync(at('ventanilla.admx'), admx())
for (const language of Object.keys(LANGUAGES) as LanguageName[]) {
  mkdirSync(at(language), { recursive: true })
  writeFileSync(at(`${language}/ventanilla.adml`), adml(language))
}
const page = at('../../docs/administracion.md')
writeFileSync(page, withTable(readFileSync(page, 'utf8')))
