import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvBytes, plainCell } from '#electron/core/runtime/spreadsheets.ts'
import { csvRows, readCsv } from '#shared/domain/csv-read.ts'
import { decodeText } from '#shared/domain/text-encoding.ts'

const cells = (text: string) => readCsv(text).map((row) => row.cells)

test.each([
  [
    'semicolons',
    'a;b\r\n1;2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'commas',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'lines of old Macs',
    'a;b\r1;2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a mark at the beginning', '\uFEFFa;b\n', [['a', 'b']]],
  [
    'a separator in quotes',
    'a;b\n"1;1";2\n',
    [
      ['a', 'b'],
      ['1;1', '2'],
    ],
  ],
  [
    'a title, and prices with commas',
    'Lista de marzo\nA;B\nx;1,50\ny;2,50\n',
    [['Lista de marzo'], ['A', 'B'], ['x', '1,50'], ['y', '2,50']],
  ],
  ['a quote in quotes', 'a\n"dice ""hola"""\n', [['a'], ['dice "hola"']]],
  [
    'a line end in quotes',
    'a;b\n"1\n2";3\n',
    [
      ['a', 'b'],
      ['1\n2', '3'],
    ],
  ],
  [
    'empty cells',
    'a;b;c\n;2;\n',
    [
      ['a', 'b', 'c'],
      ['', '2', ''],
    ],
  ],
  [
    'a cell at the end with nothing in it',
    'a;b\n1;',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['empty lines', 'a\n\n \nb\n', [['a'], ['b']]],
  ['a quote that is never closed', 'a;b\n"1;2\n3', [['a', 'b'], ['"1', '2'], ['3']]],
  [
    'a quote that another line closes by chance',
    'a;b\n"17 pulgadas;x\n2;y\n3;"z"\n',
    [
      ['a', 'b'],
      ['"17 pulgadas', 'x'],
      ['2', 'y'],
      ['3', 'z'],
    ],
  ],
  [
    'a quote that would swallow whole rows',
    'a;b\n"17;x\n2;y\n3;15"\n',
    [
      ['a', 'b'],
      ['"17', 'x'],
      ['2', 'y'],
      ['3', '15"'],
    ],
  ],
  [
    'bars',
    'a|b\n1|2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['the separator that its first line tells', 'sep=|\na|b;c\n', [['a', 'b;c']]],
  ['something after a closed quote', 'a\n"b"c\n', [['a'], ['bc']]],
  [
    'commas inside semicolons',
    'a;b, c\n1;2\n',
    [
      ['a', 'b, c'],
      ['1', '2'],
    ],
  ],
  ['nothing', '', []],
])('%s', (_what, text, expected) => expect(cells(text)).toEqual(expected))

test('each row knows its line', () => {
  expect(readCsv('a\n"1\n2"\n\nb\n').map(({ line }) => line)).toEqual([1, 2, 5])
})

test('what is written is read again', async () => {
  const cell = fc.string({ unit: 'grapheme' })
  const row = fc.array(cell, { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(row, fc.array(row, { maxLength: 5 }), async (head, rows) => {
      const header = ['NIF', ...head.slice(1).map((text) => text.replace(/[;,\t\n\r"]/g, ''))]
      async function* pages() {
        yield rows
      }
      const chunks: Uint8Array[] = []
      for await (const chunk of csvBytes(header, pages(), (one) => one)) chunks.push(chunk)
      const text = decodeText(Buffer.concat(chunks))
      if (text === null) return
      const read = readCsv(text)
        .slice(1)
        .map((one) => one.cells.map(plainCell))
      expect(read).toEqual(rows.filter((one) => one.some((value) => csvIsThere(value))))
    }),
  )
})
/** True unless the cell is blank: a line of blanks is empty. */
const csvIsThere = (value: string) => value.trim() !== ''

test('whatever it is given, it ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', ';', ',', '\t', '\n', '\r') }), (text) => {
      const rows = readCsv(text)
      expect(rows.every((row) => row.cells.length > 0)).toBe(true)
      expect(rows.map(({ line }) => line)).toEqual(rows.map(({ line }) => line).toSorted((a, b) => a - b))
    }),
    { numRuns: 2_000 },
  )
})

test.each(['utf-16le', 'utf-16be'] as const)('UTF-16 is known without its mark: %s', (encoding) => {
  const bytes = Buffer.from('Matrícula;Año\n1234BCD;2019\n', 'utf16le')
  expect(decodeText(encoding === 'utf-16le' ? bytes : bytes.swap16())).toBe('Matrícula;Año\n1234BCD;2019\n')
})

const wide = (text: string) => Buffer.from(text, 'utf16le')
const wideBig = (text: string) => wide(text).swap16()
const windows = (text: string) => Buffer.from(text, 'latin1')
const plain = (text: string) => Buffer.from(text)
const HEAD = '\uFEFFMatrícula;Año\r\n1234BCD;Núñez €\r\n'

test.each<[string, Buffer[], string]>([
  ['UTF-16 and ASCII', [wide(HEAD), plain('5678FGH;Ana\r\n')], '5678FGH;Ana\r\n'],
  ['UTF-16 and one plate', [wide(HEAD), plain('5678FGH')], '5678FGH'],
  ['UTF-16 and UTF-8', [wide(HEAD), plain('5678FGH;Íñigo Peña\r\n')], '5678FGH;Íñigo Peña\r\n'],
  ['UTF-16 and Windows-1252', [wide(HEAD), windows('5678FGH;Íñigo\r\n')], '5678FGH;Íñigo\r\n'],
  [
    'UTF-16 and ASCII, several times',
    [wide(HEAD), plain('a;b;c\r\n'), wide('ñ;d;€\r\n'), plain('e;f;ggg\n')],
    'a;b;c\r\nñ;d;€\r\ne;f;ggg\n',
  ],
  [
    'big-endian UTF-16 and ASCII',
    [wideBig(HEAD), plain('a;b;c\r\n'), wideBig('ñ;d;€\r\n')],
    'a;b;c\r\nñ;d;€\r\n',
  ],
  ['UTF-8 and UTF-16', [plain(HEAD), wide('5678FGH;Íñigo €\r\n')], '5678FGH;Íñigo €\r\n'],
  ['UTF-8 and UTF-16 with its mark', [plain(HEAD), wide('\uFEFF5678FGH;Íñigo\r\n')], '5678FGH;Íñigo\r\n'],
  [
    'UTF-8 without a last line end and UTF-16',
    [plain(HEAD), plain('x;y'), wide('\r\n5678FGH;Íñigo €\r\n')],
    'x;y\r\n5678FGH;Íñigo €\r\n',
  ],
  ['UTF-8 and big-endian UTF-16', [plain(HEAD), wideBig('\uFEFF5678FGH;Íñigo €\r\n')], '5678FGH;Íñigo €\r\n'],
])('a file of %s is read to its end', (_, parts, added) => {
  for (const repeated of [1, 300])
    expect(decodeText(Buffer.concat([...Array<Buffer>(repeated).fill(parts[0]!), ...parts.slice(1)]))).toBe(
      (HEAD.slice(1) + '\uFEFF').repeat(repeated).slice(0, -1) + added,
    )
})

test('UTF-16 with letters of other alphabets is no mixed text', () => {
  for (const line of ['山田太郎;Ωμέγα;Иванов\r\n', '中文名字;1234BCD\r\n', '•••• †† ……\r\n'])
    expect(decodeText(wide('\uFEFF' + line.repeat(3)))).toBe(line.repeat(3))
})

test('rows come one by one, with one cell beyond the most', () => {
  const rows = csvRows(`a;b;c;;;;\nd;e;f;${'g;'.repeat(100_000)}\nh`, { separator: ';', maxCells: 3 })
  expect(rows.next().value).toEqual({ line: 1, cells: ['a', 'b', 'c'] })
  expect(rows.next().value).toEqual({ line: 2, cells: ['d', 'e', 'f', 'g'] })
  expect(rows.next().value).toEqual({ line: 3, cells: ['h'] })
})

test('a line knows its place after the line of the separator', () => {
  expect(readCsv('sep=;\na;b\n1;2\n').map(({ line }) => line)).toEqual([2, 3])
})

test('a text that was written as a formula for Excel is the text', () => {
  const rows = [
    ['NIF', 'CP'],
    ['12345678Z', '08001'],
  ]
  expect(cells('NIF;CP\n="12345678Z";="08001"')).toEqual(rows)
  expect(cells('NIF;CP\n"=""12345678Z""";"=""08001"""')).toEqual(rows)
  expect(cells('NIF;Nota\n="a""b";=A1&"x"')).toEqual([
    ['NIF', 'Nota'],
    ['a"b', '=A1&"x"'],
  ])
})

test('blanks around the quotes of a cell are no part of it', () => {
  expect(cells('NIF, Calle, CP\n1, "Mayor, 3", "08001" \n2, "" , 5\n3, 17" de, x')).toEqual([
    ['NIF', ' Calle', ' CP'],
    ['1', 'Mayor, 3', '08001'],
    ['2', '', ' 5'],
    ['3', ' 17" de', ' x'],
  ])
})

test('a quote after a backslash is a letter where the file writes its quotes so', () => {
  expect(cells('a,"Pasaje \\"La Luz\\", 3",b\n"c",d,e')).toEqual([
    ['a', 'Pasaje "La Luz", 3', 'b'],
    ['c', 'd', 'e'],
  ])
  expect(cells('"C:\\";b\n"D:\\";"x ""y"""')).toEqual([
    ['C:\\', 'b'],
    ['D:\\', 'x "y"'],
  ])
})

test('rare separators are found where no usual one is', () => {
  for (const separator of ['~', '^', '¦'])
    expect(cells(['a;b', 'c;d', '5,6;e'].join('\n').replaceAll(';', separator))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['5,6', 'e'],
    ])
})
