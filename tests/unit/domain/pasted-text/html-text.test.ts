import { expect, test } from 'vitest'
import { htmlText, isHtml } from '#shared/domain/pasted-text/html-text.ts'

test('HTML is read as a page shows it', () => {
  const html =
    '<!DOCTYPE html><html><head><title>x</title><style>p{}</style></head><body><!-- 1234 BCD --><p>Matr&iacute;cula:&nbsp;<b>4821</b> KLM</p>' +
    '<table><tr><th>Precio</th><td>8.250&#160;&euro;</td></tr></table><script>var a="0456 LTR"</script></body></html>'
  expect(isHtml(html)).toBe(true)
  expect(isHtml('Precio < 8.000 €')).toBe(false)
  expect(htmlText(html)).toBe('Matrícula: 4821 KLM\n\nPrecio\t8.250\u00A0€')
  expect(htmlText('a < b &unknown; <')).toBe('a')
})

test('blanks of the source are one space, also where tags part them', () => {
  expect(htmlText('<p>4821 <b> KLM</b> </p><p> <i> </i> fin</p>')).toBe('4821 KLM\n\nfin')
})

// Ten times what it takes on a slow machine, and half of what it took when long runs were looked through again.
test('a megabyte of any tag ends', { timeout: 25_000 }, () => {
  const tags = ['<b> </b>', '</td>\t', '<!-- -->', '<script> ', '<tr><td> </td></tr>\n']
  for (const tag of tags) expect(htmlText(`x${tag.repeat(1_000_000 / tag.length)}x`)).toMatch(/^x/)
})
