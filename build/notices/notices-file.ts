import { noticesFileText as words } from '#shared/text/hosts.ts'
import { type Notices, noticesOf } from '#shared/notices/notices.ts'
import type { Edition } from '#shared/notices/editions.ts'
import type { Shipped } from './shipped.ts'

const textOf = ({ text }: Shipped): string => text ?? ''

/** What the window shows: each text once. */
export function noticesJson(shipped: readonly Shipped[]): Notices {
  const texts = [...new Set(shipped.map(textOf))]
  return {
    notices: shipped.map((one) => ({
      name: one.name,
      version: one.version,
      licence: one.licence ?? '',
      home: one.home,
      editions: one.editions && [...one.editions],
      text: texts.indexOf(textOf(one)),
    })),
    texts,
  }
}

const RULE = '='.repeat(80)

/**
 * The same for people without a window: plain text, with what shares a licence's text above it.
 * @param edition whose notices; `null`: all
 */
export function noticesText(
  notices: Notices,
  edition: Edition | null,
  product: { title: string; version: string },
): string {
  const listed = edition === null ? notices.notices : noticesOf(notices, edition)
  const blocks = notices.texts.flatMap((text, index) => {
    const lines = listed
      .filter((one) => one.text === index)
      .map(
        ({ name, version, licence, home }) =>
          `${words.line(name, version, licence)}${home ? `  ${home}` : ''}`,
      )
    return lines.length === 0 ? [] : [`${RULE}\n${lines.join('\n')}\n\n${text}\n`]
  })
  const head = [words.title(product.title, product.version), '', ...words.intro, ''].join('\n')
  return [head, ...blocks].join('\n')
}
