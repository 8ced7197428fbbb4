import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_FILE, MAX_ROWS } from '#renderer/features/plate-lists/list-file.ts'
import { numberFormat } from '#renderer/features/plate-lists/number-format.ts'
import { parseListFile, problemOf } from '#renderer/features/plate-lists/parse-list-file.ts'
import { recogniseColumns } from '#shared/domain/plate-list-columns.ts'
import { platesInTable } from '#shared/domain/plate-list-table.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { fileOf, odsOf, rowXml, xlsxBomb, xlsxOf } from '#tests/fixtures/plate-lists/zips.ts'

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/plate-lists/files/${name}`, import.meta.url)))
const fixture = (name: string) => new File([bytesOf(name)], name)
const text = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name)
const problem = (file: File) => parseListFile(file).then(() => 'read', problemOf)
const rowsOf = async (file: File) => (await parseListFile(file)).sheets[0]?.rows

describe('a workbook of a spreadsheet program', () => {
  test.each(['noviembre.xlsx', 'noviembre.ods'])('%s is read as it is shown', async (name) => {
    const { kind, sheets } = await parseListFile(fixture(name))
    expect(kind).toBe('workbook')
    expect(sheets.map((sheet) => [sheet.name, sheet.isHidden])).toEqual([
      ['Marzo', false],
      ['Instrucciones', false],
      ['Antiguos', true],
    ])
    const [sheet] = sheets
    const rows = sheet?.rows ?? []
    expect(rows.slice(0, 3)).toEqual([
      ['Automóviles Ribera — vehículos de noviembre'],
      [],
      ['Fecha venta', 'Cliente', 'Modelo', 'Matrícula', 'Precio', 'Bastidor', 'Teléfono'],
    ])
    // A date, thousand separators, a formula and a cell over two rows. The converter shows prices as its own language.
    expect(rows[3]?.[0]).toBe('10/11/2026')
    expect(rows[3]?.[4]).toMatch(/^8[.,]250[.,]50$/)
    expect([rows[4]?.[3], rows[5]?.[3], rows[6]?.[3]]).toEqual(['5678FGH', '9012JKL', '9012JKL'])
    expect(sheet?.hiddenRows).toEqual([10])
  })

  test.each(['noviembre.xlsx', 'noviembre.ods'])('the plates of %s are its fourth column', async (name) => {
    const [sheet] = (await parseListFile(fixture(name))).sheets
    const columns = recogniseColumns(sheet?.rows ?? [])
    expect(columns).toEqual({ header: 2, plate: 3, alsoPlates: [], note: [1, 2] })
    const list = platesInTable(sheet?.rows ?? [], columns, new Set(sheet?.hiddenRows))
    expect(list.plates.map(({ vrm, line, repaired, note }) => [line, vrm, repaired, note])).toEqual([
      [4, '1234BCD', false, 'Lux 33, S.L. · Seat Ibiza'],
      [5, '5678FGH', false, 'Ana Núñez · VW Golf 2016 GTD'],
      [6, '9012JKL', false, 'Íñigo Peña · Renault Clio'],
      [9, '4321BCD', true, 'Talleres García · Audi A4'],
      [10, '3456MNP', false, 'Café & Té, S.A. · BMW 320d'],
    ])
    expect(list.repeated.map(({ line, first }) => [line, first])).toEqual([
      [7, 6],
      [14, 5],
    ])
    expect(list.unread).toEqual([
      { line: 12, text: 'Sin matrícula · Peugeot 208' },
      { line: 13, text: 'pendiente · José · Fiat Panda' },
      { line: 15, text: expect.stringMatching(/^Total/) as string },
    ])
  })

  test('of 5,000 rows of which 4,900 repeat has a hundred plates', async () => {
    const rows = (await rowsOf(fixture('repetidas.xlsx'))) ?? []
    const { plates, repeated, unread } = platesInTable(rows, recogniseColumns(rows))
    expect([plates.length, repeated.length, unread.length]).toEqual([100, 4900, 0])
  })

  test.each([
    ['cifrado.xlsx', 'encrypted'],
    ['cifrado.ods', 'encrypted'],
    ['antiguo.xls', 'old-format'],
  ])('%s is refused: %s', async (name, expected) => {
    expect(await problem(fixture(name))).toBe(expected)
  })

  test.each(['noviembre.xlsx', 'noviembre.ods', 'cifrado.xlsx', 'antiguo.xls'])(
    '%s, cut or with a byte changed anywhere, is read or refused',
    async (name) => {
      const whole = bytesOf(name)
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
          const changed = whole.slice()
          changed[at] = byte
          expect(await problem(text(name, changed))).toMatch(/^[a-z-]+$/)
          expect(await problem(text(name, whole.slice(0, at)))).toMatch(/^[a-z-]+$/)
        }),
        { numRuns: 40 },
      )
    },
  )
})

describe('a file of text', () => {
  const expected = [
    ['Cliente', 'Importe', 'Matrícula', 'Observaciones'],
    ['Ana Núñez', '8.250,50 €', '1234BCD', 'Dijo "urgente"; llamar'],
    ['Íñigo Peña', '12.000,00 €', '5678-FGH'],
    [],
    ['Talleres García', '900,00 €', '43218CD', 'color añil'],
  ]
  test.each(['lista-utf8.csv', 'lista-1252.csv'])('%s is a table', async (name) => {
    expect(await rowsOf(fixture(name))).toEqual(expected)
  })

  test('of UTF-16, with its mark or without, is a table too', async () => {
    const csv = new TextDecoder().decode(bytesOf('lista-utf8.csv'))
    for (const mark of ['\uFEFF', ''])
      expect(await rowsOf(text('lista.csv', new Uint8Array(Buffer.from(mark + csv, 'utf16le'))))).toEqual(
        expected,
      )
  })

  test('is a table by its lines, whatever its name, and else a text', async () => {
    expect((await parseListFile(text('lista.txt', 'Mat\tCliente\n1234BCD\tAna\n5678FGH\tEva\n'))).kind).toBe(
      'table',
    )
    expect(await parseListFile(text('lista.txt', 'Hola:\n1234BCD, 5678FGH\nGracias, Ana'))).toMatchObject({
      kind: 'text',
      text: 'Hola:\n1234BCD, 5678FGH\nGracias, Ana',
    })
  })

  test('is not swallowed by an opening quote', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `${plateNumber(index)};${index === 3 ? '"17 pulgadas' : ''}`,
    )
    const rows = (await rowsOf(text('lista.csv', lines.join('\n')))) ?? []
    expect(platesInTable(rows, recogniseColumns(rows)).plates).toHaveLength(60)
  })

  test('that is a page with a table, under the name of a workbook, is read', async () => {
    const page =
      '<html><head><style>td{}</style></head><body><table><tr><th>Matr&iacute;cula</th><th>Cliente</th></tr>\n<tr><td><p>1234BCD</p></td><td>Lux &amp; Co</td></tr><tr><td>5678FGH</td><td>Ana</td></tr></table></body></html>'
    expect(await rowsOf(text('lista.xls', page))).toEqual([
      ['Matrícula', 'Cliente'],
      ['1234BCD', 'Lux & Co'],
      ['5678FGH', 'Ana'],
    ])
  })
})

describe('a mail', () => {
  const mail = (parts: readonly string[]) =>
    text(
      'Lista.eml',
      [
        'From: Ana <ana@ribera.example>',
        'To: mesa@gestoria.example',
        'Subject: =?utf-8?Q?Matr=C3=ADculas?=',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="x"',
        '',
        ...parts.flatMap((part) => ['--x', part]),
        '--x--',
        '',
      ].join('\r\n'),
    )
  const attached = (name: string) =>
    `Content-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytesOf(name)).toString('base64')}`
  const body =
    'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHola, a=F1ade el 1234 BCD\r\n'

  test('gives its text and the sheets of its attachments, and says which it did not read', async () => {
    const read = await parseListFile(mail([body, attached('lista-1252.csv'), attached('cifrado.xlsx')]))
    expect(read.kind).toBe('mail')
    expect(read.text.trim()).toBe('Hola, añade el 1234 BCD')
    expect(read.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([['lista-1252.csv', 5]])
    expect(read.unread).toEqual([{ name: 'cifrado.xlsx', problem: 'encrypted' }])
  })

  test('with a table alone has a line for each row', async () => {
    const html =
      'Content-Type: text/html; charset=utf-8\r\n\r\n<table><tr><td>1234BCD</td><td>Ana</td></tr><tr><td>5678FGH</td><td>Eva</td></tr></table>'
    const { text: read } = await parseListFile(mail([html]))
    expect(platesInText(read).plates.map(({ vrm, note }) => `${vrm} ${note}`)).toEqual([
      '1234BCD Ana',
      '5678FGH Eva',
    ])
  })

  test('of only a list that cannot be read is refused for that', async () => {
    expect(await problem(mail([attached('cifrado.ods')]))).toBe('encrypted')
  })
})

describe('a hostile file', () => {
  test.each<[string, () => File, string]>([
    ['of more than 100 MB', () => sizedFile(MAX_FILE + 1), 'too-large'],
    ['without anything', () => text('lista.csv', ''), 'empty'],
    ['of blank lines', () => text('lista.csv', ' \n;;\n'), 'empty'],
    ['without rows', () => xlsxOf(''), 'empty'],
    ['that is a PDF', () => text('lista.csv', '%PDF-1.7\n'), 'not-a-list'],
    ['that is a photo', () => text('lista.xlsx', new Uint8Array([0xff, 0xd8, 0, 0, 1, 0])), 'not-a-list'],
    ['that is a text document', () => fileOf('a.docx', { 'word/document.xml': '<a/>' }), 'not-a-list'],
    ['cut', () => text('lista.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])), 'damaged'],
    ['whose XML is broken', () => xlsxOf('<row><c></row>'), 'damaged'],
    [
      'of the workbook of 2003 in XML',
      () =>
        text(
          'a.xml',
          '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
        ),
      'old-format',
    ],
    [
      'with a row beyond the bounds',
      () => xlsxOf(`<row r="${MAX_ROWS + 1}"><c t="str"><v>1234BCD</v></c></row>`),
      'too-large',
    ],
    [
      'with a column beyond the bounds',
      () => xlsxOf('<row><c r="XFD1" t="str"><v>1234BCD</v></c></row>'),
      'too-large',
    ],
    [
      'with a cell repeated in a million rows',
      () =>
        odsOf(
          '<table:table-row table:number-rows-repeated="1000000"><table:table-cell><text:p>1234BCD</text:p></table:table-cell></table:table-row>',
        ),
      'too-large',
    ],
    [
      'with a long text in every cell',
      () =>
        xlsxOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(250)}</row>`.repeat(1000), {
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
        }),
      'too-large',
    ],
    ['of gigabytes of blanks', () => xlsxBomb(' '), 'damaged'],
    ['of gigabytes of rows', () => xlsxBomb('<row/>'), 'too-large'],
  ])('%s', async (_, file, expected) => {
    expect(await problem(file())).toBe(expected)
  })

  test('has no entities of its own, and reads no other file', async () => {
    const lol = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    )
    const dtd = `<!DOCTYPE x [<!ENTITY l0 "1234BCD"><!ENTITY f SYSTEM "file:///etc/passwd">${lol.join('')}]>`
    const file = odsOf(
      '<table:table-row><table:table-cell><text:p>&l9;&f;</text:p></table:table-cell></table:table-row>',
      dtd,
    )
    expect(await rowsOf(file)).toEqual([['&l9;&f;']])
  })

  test('keeps rows with blank cells without end', async () => {
    const blank =
      '<table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    const row =
      '<table:table-row><table:table-cell><text:p>1234BCD</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16383"/></table:table-row>'
    expect(await rowsOf(odsOf(row + blank))).toEqual([['1234BCD']])
  })
})

test('references of other sheets, phonetic texts and other prefixes are read', async () => {
  const file = xlsxOf(
    '<x:row xmlns:x="a"><x:c t="s"><x:v>0</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row>',
    {
      'xl/sharedStrings.xml':
        '<sst><si><r><t>1234</t></r><r><t xml:space="preserve"> B&#67;D</t></r><rPh><t>no</t></rPh></si></sst>',
    },
  )
  expect(await rowsOf(file)).toEqual([['1234 BCD', '#N/A', 'VERDADERO', '2']])
})

test('a number is shown by its format', () => {
  const shown = (value: number, code: string) => numberFormat(200, code, false)(value)
  expect(shown(46_338, 'dd\\-mm\\-yyyy;@')).toBe('12/11/2026')
  expect(shown(46_338.5, '[$-C0A]d mmm yyyy h:mm')).toBe('12/11/2026 12:00')
  expect(shown(8250.5, '#,##0.00 [$€-C0A]')).toBe('8.250,50')
  expect(shown(0.125, '0.0%')).toBe('12,5 %'.replace(' ', '\u00A0'))
  expect(shown(8001, '00000')).toBe('08001')
  expect(shown(1.5, 'General')).toBe('1,5')
  expect(numberFormat(14, undefined, true)(0)).toBe('01/01/1904')
})

/** A file that says to be so large: nothing of it may be looked at. */
function sizedFile(size: number): File {
  return Object.defineProperty(text('lista.xlsx', 'PK'), 'size', { value: size })
}

test('rows of a sheet are where they are in it', async () => {
  expect(
    await rowsOf(xlsxOf(`${rowXml(['a', 'b'])}<row r="4"><c r="B4" t="str"><v>c</v></c></row>`)),
  ).toEqual([['a', 'b'], [], [], ['', 'c']])
})
