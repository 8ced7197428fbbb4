/** An element of a policy file. */
export interface Xml {
  name: string
  attributes: Readonly<Record<string, string | number | boolean>>
  content: readonly (Xml | string)[]
}

export const xml = (
  name: string,
  attributes: Xml['attributes'] = {},
  ...content: readonly (Xml | string)[]
): Xml => ({ name, attributes, content })

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function lines({ name, attributes, content }: Xml, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  const open = `${indent}<${name}${given.join('')}`
  if (content.length === 0) return `${open} />\n`
  // Blanks around a text would be shown.
  if (content.every((part) => typeof part === 'string'))
    return `${open}>${content.map(escaped).join('')}</${name}>\n`
  const inside = content.map((part) =>
    typeof part === 'string' ? `${indent}  ${escaped(part)}\n` : lines(part, `${indent}  `),
  )
  return `${open}>\n${inside.join('')}${indent}</${name}>\n`
}

/** A whole file. */
export const documentOf = (root: Xml): string => `<?xml version="1.0" encoding="utf-8"?>\n${lines(root, '')}`
