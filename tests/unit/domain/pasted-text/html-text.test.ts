import { expect, test } from 'vitest'
import { htmlText } from '#shared/domain/pasted-text/html-text.ts'
import { isHtml } from '#shared/domain/pasted-text/is-html.ts'

test('HTML is read as a page shows it', () => {
  const html =
    '<!DOCTYPE html><html><head><title>x</title><style>p{}</style></head><body><!-- 1234 BCD --><p>Matr&iacute;cula:&nbsp;<b>4821</b> KLM</p>' +
    '<table><tr><th>Precio</th><td>8.250&#160;&euro;</td></tr></table><script>var a="0456 LTR"</script></body></html>'
  expect(isHtml(html)).toBe(true)
  expect(isHtml('Precio < 8.000 €')).toBe(false)
  expect(htmlText(html)).toBe('Matrícula: 4821 KLM\n\nPrecio\t8.250 €')
  expect(htmlText('a < b &unknown; <')).toBe('a < b &unknown; <')
})

test('blanks of the source are one space, also where tags part them', () => {
  expect(htmlText('<p>4821 <b> KLM</b> </p><p> <i> </i> fin</p>')).toBe('4821 KLM\n\nfin')
})

test('lines of cells that are no table stay', () => {
  expect(htmlText('<pre>1234BCD\tAna\n5678FGH\tEva</pre><br><br><br><p>fin</p>')).toBe(
    '1234BCD\tAna\n5678FGH\tEva\n\nfin',
  )
})

// Ten times what it takes on a slow machine, and half of what it took when long runs were looked through again.
test('a megabyte of any tag ends', { timeout: 25_000 }, () => {
  const tags = ['<b> </b>', '</td>\t', '<!-- -->', '<script> ', '<tr><td> </td></tr>\n']
  for (const tag of tags) expect(htmlText(`x${tag.repeat(1_000_000 / tag.length)}x`)).toMatch(/^x/)
})

const TABLE =
  '<table><tr><th>Matrícula</th><th>Cliente</th></tr><tr><td>1234BCD</td><td>Ana</td></tr></table>'
test.each([
  ['a comment', '<!-- Exportado -->\n'],
  ['a style', '<style>td{mso-number-format:"\\@"}</style>'],
  ['a script', '<script>var a = "<td>"</script>'],
  ['a form', '<form>'],
  ['an old font', '<font face="Arial">'],
  ['a declaration and a comment', '<?xml version="1.0"?><!-- a --><html>'],
  ['a title', '<title>Stock</title>'],
  ['a tag of Office', '<o:p></o:p>'],
  ['a tag that browsers do not know', '<mso:x></mso:x>'],
  ['a drawing', '<svg></svg>'],
  ['a section of conditions', '<![if !supportMisalignedColumns]><![endif]>'],
  ['a long comment', `<!--${'x'.repeat(20_000)}-->`],
])('a page that begins with %s is its table', (_, before) => {
  expect(isHtml(before + TABLE)).toBe(true)
  expect(htmlText(before + TABLE)).toBe('Matrícula\tCliente\n1234BCD\tAna')
})

test('a page is one after the warning of the program that made it', () => {
  const page = `Warning: undefined variable on line 3\n<html><body>${TABLE}</body></html>`
  expect(isHtml(page)).toBe(true)
  expect(htmlText(page)).toBe('Warning: undefined variable on line 3\nMatrícula\tCliente\n1234BCD\tAna')
  expect(isHtml('Pon la etiqueta <table> y luego </table>')).toBe(false)
})

test('an attribute ends at its quote, and every entity of HTML is its letter', () => {
  expect(htmlText('<table><tr><td x:fmla="=SI(A1>0;1;0)">1234BCD</td></tr></table>')).toBe('1234BCD')
  expect(htmlText('&laquo;La Rubia&raquo; 12&nbsp;&#128; 5&deg; Pe&ntilde;a &hearts;')).toBe(
    '«La Rubia» 12 € 5° Peña ♥',
  )
})

test('a cell over several rows is in each of them, and cells keep their columns', () => {
  const table =
    '<table><tr><td rowspan="2">Ana</td><td>1234BCD</td><td>a</td></tr><tr><td>5678FGH</td><td>b</td></tr><tr><td colspan="2">Eva</td><td>c</td></tr></table>'
  expect(htmlText(table)).toBe('Ana\t1234BCD\ta\nAna\t5678FGH\tb\nEva\t\tc')
})

test('tables inside of cells are rows of their own, and ends may be missing', () => {
  expect(
    htmlText('<table><tr><td>Hola<table><tr><td>1234BCD<td>Ana<tr><td>5678FGH<td>Eva</table></table>fin'),
  ).toBe('Hola\n1234BCD\tAna\n5678FGH\tEva\nfin')
  expect(htmlText('<tr><td>1234BCD</td><td>Ana</td></tr><tr><td>5678FGH</td><td>Eva</td></tr>')).toBe(
    '1234BCD\tAna\n5678FGH\tEva',
  )
})

test('a span of thousands of rows and columns does not multiply a page', () => {
  const page = `<table><tr><td rowspan=65000 colspan=1000>${'x'.repeat(400)}</td></tr>${'<tr><td>y'.repeat(20_000)}`
  expect(htmlText(page).length).toBeLessThan(page.length * 3)
})
