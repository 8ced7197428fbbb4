import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { adml, admx, LANGUAGES, type LanguageName } from './policies.ts'
import { policyName } from '#electron/core/features/managed-settings/policy.rules.ts'
import { MANAGED_KEYS, managedRow } from '#shared/bridge/settings.ts'
import { managedSettingTexts } from '#shared/text/setting-texts.ts'

/** Lines around the table, in `docs/es/administracion.md`. */
const TABLE_BEGIN = '<!-- ajustes: lo escribe npm run policy -->'
const TABLE_END = '<!-- fin de los ajustes -->'

/** Settings as a Markdown table. */
function settingsTable(): string {
  const rows = MANAGED_KEYS.map((key) => {
    const { title, explain, expected } = managedSettingTexts[key].es
    const cells = [
      `\`${key}\``,
      `\`${policyName(key)}\``,
      `**${title}.** ${explain}`,
      expected,
      managedRow(key).isOnlyMandatory ? 'solo obligatorio' : 'obligatorio o recomendado',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return ['| en el archivo | en la directiva | qué hace | valor | |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

/** Puts the present table between its two marker lines in the page. */
export function withTable(page: string): string {
  const [before = '', after] = page.split(TABLE_BEGIN)
  const [, rest] = after?.split(TABLE_END) ?? []
  if (rest === undefined) throw new Error(`no «${TABLE_BEGIN}» or «${TABLE_END}» in the page`)
  return `${before}${TABLE_BEGIN}\n\n${settingsTable()}\n\n${TABLE_END}${rest}`
}

/** Writes the policies of Windows and the table of the documentation from the schema. */
function writePolicies(): void {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  writeFileSync(at('ventanilla.admx'), admx())
  for (const language of Object.keys(LANGUAGES) as LanguageName[]) {
    mkdirSync(at(language), { recursive: true })
    writeFileSync(at(`${language}/ventanilla.adml`), adml(language))
  }
  const page = at('../../docs/es/administracion.md')
  writeFileSync(page, withTable(readFileSync(page, 'utf8')))
}

// Only as a program (`npm run policy`): a test imports the table, and must not write the file that it checks.
if (process.argv[1] === fileURLToPath(import.meta.url)) writePolicies()
