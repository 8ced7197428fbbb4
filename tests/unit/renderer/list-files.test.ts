import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type BookType, utils, write } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { MAX_FILE, MAX_ROWS } from '#renderer/features/plate-lists/list-file.ts'
import { numberFormat } from '#renderer/features/plate-lists/number-format.ts'
import { parseListFile, problemOf } from '#renderer/features/plate-lists/parse-list-file.ts'
import { recogniseColumns, platesInTable } from '#shared/domain/plate-list-table.ts'
import { decodeText } from '#shared/domain/text-encoding.ts'
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

describe('a workbook of another format', () => {
  const rows = [
    ['Matrícula', 'Cliente', 'Venta'],
    ['1234BCD', 'Ana Núñez', 8250.5],
    ['5678FGH', 'Íñigo', true],
  ]
  const shown = [
    ['Matrícula', 'Cliente', 'Venta'],
    ['1234BCD', 'Ana Núñez', '8250,5'],
    ['5678FGH', 'Íñigo', 'VERDADERO'],
  ]
  const written = (bookType: BookType) => {
    const book = utils.book_new()
    const sheet = utils.aoa_to_sheet(rows)
    utils.book_append_sheet(book, sheet, 'Marzo')
    return text(`lista.${bookType}`, new Uint8Array(write(book, { bookType, type: 'array' }) as ArrayBuffer))
  }
  test.each<BookType>(['biff8', 'xlsb', 'xlml', 'xlsx'])('%s is read', async (type) => {
    expect(await rowsOf(written(type))).toEqual(shown)
  })

  test('of Excel 5 has the letters of its code page', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['1234BCD', 'Mu_oz, 90 ^']]), 'Marzo')
    // The writer knows no code page: other signs stand for the bytes of Windows-1252.
    const LETTERS = new Map([
      [0x5f, 0xf1],
      [0x5e, 0x80],
    ])
    const bytes = new Uint8Array(write(book, { bookType: 'biff5', type: 'array' }) as ArrayBuffer)
    const file = text(
      'a.xls',
      bytes.map((byte) => LETTERS.get(byte) ?? byte),
    )
    expect(await rowsOf(file)).toEqual([['1234BCD', 'Muñoz, 90 €']])
  })

  test('of LibreOffice in the format before 2007 has its hidden row and sheet', async () => {
    const { sheets } = await parseListFile(fixture('antiguo.xls'))
    expect(sheets.map((sheet) => [sheet.name, sheet.isHidden])).toEqual([
      ['Marzo', false],
      ['Instrucciones', false],
      ['Antiguos', true],
    ])
    const [sheet] = sheets
    expect([sheet?.rows[5]?.[3], sheet?.rows[6]?.[3]]).toEqual(['9012JKL', '9012JKL'])
    expect(sheet?.hiddenRows).toEqual([10])
  })

  test('in XML is read without a declaration, and after many namespaces', async () => {
    const ss =
      'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"'
    const many = Array.from(
      { length: 40 },
      (_, index) => `xmlns:n${index}="urn:example:a-name-that-is-long:${index}"`,
    )
    const table =
      '<Worksheet ss:Name="Hoja1"><Table><Row><Cell><Data ss:Type="String">1234BCD</Data></Cell></Row></Table></Worksheet>'
    expect(await rowsOf(text('a.xls', `<Workbook ${ss}>${table}</Workbook>`))).toEqual([['1234BCD']])
    expect(
      await rowsOf(
        text('a.xml', `<?xml version="1.0"?>\n<Workbook ${many.join(' ')} ${ss}>${table}</Workbook>`),
      ),
    ).toEqual([['1234BCD']])
  })
})

describe('a workbook that programs write', () => {
  const shared = (texts: readonly string[]) =>
    `<sst>${texts.map((one) => `<si><t xml:space="preserve">${one}</t></si>`).join('')}</sst>`

  test('names its parts in any capitals', async () => {
    const zip = unzipSync(
      new Uint8Array(
        await xlsxOf('<row><c t="s"><v>0</v></c></row>', {
          'xl/sharedStrings.xml': shared(['1234BCD']),
        }).arrayBuffer(),
      ),
    )
    const renamed = Object.fromEntries(
      Object.entries(zip).map(([name, bytes]) => [
        name.replace('xl/sharedStrings', 'XL/SHAREDstrings').replace('sheet1', 'Sheet1'),
        bytes,
      ]),
    )
    expect(await rowsOf(fileOf('a.xlsx', renamed))).toEqual([['1234BCD']])
  })

  test.each(['utf16le', 'latin1'] as const)('has parts in %s', async (encoding) => {
    const declared = encoding === 'latin1' ? 'ISO-8859-1' : 'UTF-16'
    const xml = `${encoding === 'utf16le' ? '\uFEFF' : ''}<?xml version="1.0" encoding="${declared}"?>${shared(['Ana Muñoz'])}`
    const zip = unzipSync(new Uint8Array(await xlsxOf('<row><c t="s"><v>0</v></c></row>').arrayBuffer()))
    expect(
      await rowsOf(
        fileOf('a.xlsx', { ...zip, 'xl/sharedStrings.xml': new Uint8Array(Buffer.from(xml, encoding)) }),
      ),
    ).toEqual([['Ana Muñoz']])
  })

  test('escapes characters as _xHHHH_', async () => {
    const cells =
      '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Ana_x000D_</t></is></c><c t="s"><v>1</v></c></row>'
    expect(
      await rowsOf(
        xlsxOf(cells, { 'xl/sharedStrings.xml': shared(['1234 BCD_x000D_\nSeat', 'Literal _x005F_x000D_']) }),
      ),
    ).toEqual([['1234 BCD \nSeat', 'Ana', 'Literal _x000D_']])
  })

  test('leaves the value of a formula out: its row is told, beside other cells it is not', async () => {
    const cells =
      '<row><c><f>Otra!A1</f></c></row><row><c t="str"><f>"1234"&amp;"BCD"</f><v></v></c></row><row><c t="str"><v>5678FGH</v></c><c><f>B1*2</f></c></row>'
    const unsaved = 'Fórmula sin valor guardado: ábrelo en Excel y guárdalo'
    expect(await rowsOf(xlsxOf(cells))).toEqual([[unsaved], [unsaved], ['5678FGH']])
  })

  test('has dates of ISO 8601', async () => {
    expect(
      await rowsOf(
        xlsxOf('<row><c t="d"><v>2026-11-12</v></c><c t="d"><v>2026-11-12T09:30:00Z</v></c></row>'),
      ),
    ).toEqual([['12/11/2026', '12/11/2026 09:30']])
  })

  test('has a few cells far away: they are named, and the rest is read', async () => {
    const far = `<row><c t="str"><v>1234BCD</v></c><c r="XFD1" t="str"><v>.</v></c></row><row r="1048576"><c t="str"><v>.</v></c></row>`
    const [sheet] = (await parseListFile(xlsxOf(far))).sheets
    expect([sheet?.rows, sheet?.farCells]).toEqual([[['1234BCD']], ['XFD1', 'A1048576']])
    const many = Array.from(
      { length: 101 },
      (_, row) => `<row r="${60_000 + row}"><c t="str"><v>1234BCD</v></c></row>`,
    )
    expect(await problem(xlsxOf(`<row><c t="str"><v>1234BCD</v></c></row>${many.join('')}`))).toBe(
      'too-large',
    )
  })

  test('has values of OpenDocument without a paragraph', async () => {
    const cell = (attributes: string) => `<table:table-cell ${attributes}/>`
    const row = `<table:table-row>${cell('office:value-type="string" office:string-value="5678FGH"')}${cell('office:value-type="float" office:value="612.5"')}${cell('office:value-type="date" office:date-value="2026-11-12"')}${cell('office:value-type="boolean" office:boolean-value="true"')}</table:table-row>`
    expect(await rowsOf(odsOf(row))).toEqual([['5678FGH', '612,5', '12/11/2026', 'VERDADERO']])
  })
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

  test.each([
    ['MacRoman', { í: 0x92, ñ: 0x96, ú: 0x9c }],
    ['CP850', { í: 0xa1, ñ: 0xa4, ú: 0xa3 }],
    ['Windows-1252', { í: 0xed, ñ: 0xf1, ú: 0xfa }],
  ])('of %s has its letters', async (_, codes: Readonly<Record<string, number>>) => {
    const csv = 'Matrícula;Cliente\r\n1234BCD;Muñoz\r\n5678FGH;Núñez\r\n'
    const bytes = Uint8Array.from([...csv], (letter) => codes[letter] ?? letter.charCodeAt(0))
    expect(await rowsOf(text('a.csv', bytes))).toEqual([
      ['Matrícula', 'Cliente'],
      ['1234BCD', 'Muñoz'],
      ['5678FGH', 'Núñez'],
    ])
  })

  test('of Windows-1252 keeps the apostrophe of Catalan names', () => {
    expect(
      decodeText(Uint8Array.from([...'1234BCD;L\x92Hospitalet'], (letter) => letter.charCodeAt(0))),
    ).toBe('1234BCD;L’Hospitalet')
  })

  test('of UTF-8 with a bad byte stays UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('Núñez;Peña;Íñigo;León '),
      Buffer.from([0xf1]),
      Buffer.from(' José'),
    ])
    expect(decodeText(bytes)).toBe('Núñez;Peña;Íñigo;León ñ José')
  })

  test('padded with NUL is read', async () => {
    expect(
      await rowsOf(
        text('a.csv', new Uint8Array(Buffer.from(`1234BCD;Muñoz\n5678FGH;Núñez\n${'\0'.repeat(64)}`))),
      ),
    ).toEqual([
      ['1234BCD', 'Muñoz'],
      ['5678FGH', 'Núñez'],
    ])
  })

  test('of UTF-16 without its mark may have other letters, and a byte too many', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Matrícula;Cliente\r\n1234BCD;“Ana” – 2\r\n', 'utf16le'),
      Buffer.from([10]),
    ])
    expect(await rowsOf(text('a.csv', new Uint8Array(bytes)))).toEqual([
      ['Matrícula', 'Cliente'],
      ['1234BCD', '“Ana” – 2'],
    ])
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

describe('a hostile file', () => {
  test.each<[string, () => File, string]>([
    ['of more than 100 MB', () => sizedFile(MAX_FILE + 1), 'too-large'],
    ['without anything', () => text('lista.csv', ''), 'empty'],
    ['of blank lines', () => text('lista.csv', ' \n;;\n'), 'empty'],
    ['without rows', () => xlsxOf(''), 'empty'],
    ['that is a PDF', () => text('lista.csv', '%PDF-1.7\n'), 'pdf'],
    ['that is a photo', () => text('lista.xlsx', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0])), 'picture'],
    ['that is a photo of a telephone', () => text('a.heic', '\0\0\0\x18ftypheic\0\0\0\0'), 'picture'],
    [
      'that is a program',
      () => text('lista.xlsx', new Uint8Array([0x7f, 0x45, 2, 1, 1, 3, 0, 1])),
      'not-a-list',
    ],
    ['that is a text document', () => fileOf('a.docx', { 'word/document.xml': '<a/>' }), 'document'],
    ['of Numbers', () => fileOf('a.numbers', { 'Index/Document.iwa': 'x' }), 'numbers'],
    ['that is a ZIP of folders', () => fileOf('a.zip', { 'fotos/': '', '__MACOSX/._a.csv': 'x' }), 'zip'],
    ['that is another archive', () => text('a.rar', 'Rar!\x1a\x07\x00'), 'compressed'],
    [
      'of Excel 2 without anything',
      () => text('a.xls', new Uint8Array([9, 0, 4, 0, 2, 0, 16, 0, 10, 0, 0, 0])),
      'old-format',
    ],
    [
      'whose texts are missing',
      () => xlsxOf('<row><c t="s"><v>0</v></c></row>', { 'xl/sharedStrings.xml': '<sst/>' }),
      'damaged',
    ],
    [
      'with a row that is no number',
      () => xlsxOf('<row r="x"><c t="str"><v>1234BCD</v></c></row>'),
      'damaged',
    ],
    ['with a tag that never ends', () => xlsxOf(`<row ${'a '.repeat(2 ** 20)}`), 'damaged'],
    ['with an attribute of megabytes', () => xlsxOf(`<row r="${'1'.repeat(2 ** 21)}"/>`), 'damaged'],
    ['cut', () => text('lista.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])), 'damaged'],
    ['whose XML is broken', () => xlsxOf('<row><c></row>'), 'damaged'],
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

// As Excel in Spanish shows them.
test.each([
  [46_338, 'dd\\-mm\\-yyyy;@', '12-11-2026'],
  [45_351, 'dd/mm/yyyy', '29/02/2024'],
  [46_338.5, '[$-C0A]d mmm yyyy h:mm', '12 nov 2026 12:00'],
  [46_338, 'd "de" mmmm "de" yyyy', '12 de noviembre de 2026'],
  [1.5, '[h]:mm', '36:00'],
  [8250.5, '#,##0.00 [$€-C0A]', '8.250,50 €'],
  [-12.5, '0.00;[Red]-0.00', '-12,50'],
  [0.125, '0.0%', '12,5%'],
  [8001, '00000', '08001'],
  [1234, '0000"BCD"', '1234BCD'],
  [1234, '0000\\B\\C\\D', '1234BCD'],
  [12, '"Exp. "0000', 'Exp. 0012'],
  [120_000, '0" km"', '120000 km'],
  [612_345_678, '000 00 00 00', '612 34 56 78'],
  [1_234_567, '0.00E+00', '1,23E+06'],
  [55, ';;;', ''],
  [1.5, 'General', '1,5'],
  [0.300_000_000_000_000_04, 'General', '0,3'],
])('%s in the format %s is %s', (value, code, shown) => {
  expect(numberFormat(200, code, false)(value)).toBe(shown)
})

test('a day is counted from 1904 where the workbook says so', () => {
  expect(numberFormat(14, undefined, true)(0)).toBe('01/01/1904')
  expect(numberFormat(14, undefined, false)(46_338)).toBe('12/11/2026')
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
