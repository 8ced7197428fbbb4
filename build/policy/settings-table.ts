import { policyName } from '#electron/core/features/managed-settings/managed-policy.rules.ts'
import { MANAGED_KEYS, ONLY_MANDATORY } from '#shared/bridge/managed.ts'
import { managedSettingTexts } from '#shared/text/managed-settings.ts'

/** Lines around the table, in `docs/administracion.md`. */
export const TABLE_BEGIN = '<!-- ajustes: lo escribe npm run policy -->'
export const TABLE_END = '<!-- fin de los ajustes -->'

/** The settings, as a table of Markdown. */
export function settingsTable(): string {
  const rows = MANAGED_KEYS.map((key) => {
    const { title, explain, expected } = managedSettingTexts[key]
    const cells = [
      `\`${key}\``,
      `\`${policyName(key)}\``,
      `**${title}.** ${explain}`,
      expected,
      ONLY_MANDATORY.has(key) ? 'solo obligatorio' : 'obligatorio o recomendado',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return ['| en el archivo | en la directiva | qué hace | valor | |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

/** The page with the present table between its two lines. */
export function withTable(page: string): string {
  const [before = '', after] = page.split(TABLE_BEGIN)
  const [, rest] = after?.split(TABLE_END) ?? []
  if (rest === undefined) throw new Error(`no «${TABLE_BEGIN}» or «${TABLE_END}» in the page`)
  return `${before}${TABLE_BEGIN}\n\n${settingsTable()}\n\n${TABLE_END}${rest}`
}
