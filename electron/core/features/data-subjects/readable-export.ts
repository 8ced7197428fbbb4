import { personExportText as text } from '#shared/text/person-export.ts'

type Section = keyof typeof text.sections

const date = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeStyle: 'short' })

/** The exported data as readable lines: every value, under the name of its holder. */
export function readableExport(
  taxId: string,
  data: Readonly<Record<Section, readonly unknown[]>>,
  now: number,
): string {
  const sections = (Object.keys(text.sections) as Section[]).flatMap((name) => {
    const title = text.sections[name]
    const records = data[name].map((record) => lines(record, 0).join('\n'))
    return ['', title, '='.repeat(title.length), records.join('\n\n') || text.none]
  })
  const head = [text.title(taxId, date.format(now)), '', text.explanation]
  // CRLF for Windows' Notepad too.
  return `\uFEFF${[...head, ...sections].join('\n').replaceAll('\n', '\r\n')}\r\n`
}

/** One line per value, indented under the name of its holder. Empty values are left out. */
function lines(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    if (isEmpty(field)) return []
    const indent = '  '.repeat(depth)
    const label = Array.isArray(value) ? `${Number(name) + 1}.` : `${name}:`
    if (typeof field !== 'object') return [`${indent}${label} ${String(field)}`]
    return [`${indent}${label}`, ...lines(field, depth + 1)]
  })
}

function isEmpty(field: unknown): boolean {
  if (field === null || field === undefined || field === '') return true
  return typeof field === 'object' && Object.keys(field).length === 0
}
