import { type BookType, CFB, utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { MAX_CELL, MAX_SHEETS } from '#renderer/features/plate-lists/list-file.ts'
import { parseListFile, problemOf } from '#renderer/features/plate-lists/parse-list-file.ts'
import { recogniseColumns, platesInTable } from '#shared/domain/plate-list-table.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import { fileOf, odsOf, rowXml, xlsxOf } from '#tests/fixtures/plate-lists/zips.ts'

/** Kinds of files that real programs write, with invented contents: each is read completely, or it is told what was not. */

const rowsOf = async (file: File) => (await parseListFile(file)).sheets[0]?.rows
const problem = (file: File) => parseListFile(file).then(() => 'read', problemOf)
const utf8 = (text: string) => new TextEncoder().encode(text)

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const STYLES_REL =
  '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>'
const styled = (cells: string, formats: string, ids: readonly number[]) =>
  xlsxOf(cells, {
    'xl/_rels/workbook.xml.rels': STYLES_REL,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
  })

describe('numbers of a workbook', () => {
  test('whose format has no code are shown as they are', async () => {
    const file = styled(
      '<row><c><v>1250.5</v></c><c s="1"><v>7</v></c></row>',
      '<numFmt numFmtId="0" formatCode=""/><numFmt numFmtId="165" formatCode=" "/>',
      [0, 165],
    )
    expect(await rowsOf(file)).toEqual([['1250,5', '7']])
  })

  test('before the first day of the calendar are shown as numbers', async () => {
    expect(await rowsOf(styled('<row><c s="0"><v>-1.5</v></c></row>', '', [14]))).toEqual([['-1,5']])
  })

  test('beside an inline text are no part of it', async () => {
    const cell = '<c t="inlineStr"><v>1.0</v><is><r><t>1234</t></r><r><t>BCD</t></r></is></c>'
    const valueAlone = '<c t="inlineStr"><v>5678FGH</v></c>'
    expect(await rowsOf(xlsxOf(`<row>${cell}${valueAlone}</row>`))).toEqual([['1234BCD', '5678FGH']])
  })

  test('of OpenDocument are shown where their paragraph is blank', async () => {
    const cells =
      '<table:table-cell office:value-type="float" office:value="1250.5"><text:p/></table:table-cell><table:table-cell office:value-type="string" office:string-value="1234BCD"><text:p></text:p></table:table-cell>'
    expect(await rowsOf(odsOf(`<table:table-row>${cells}</table:table-row>`))).toEqual([
      ['1250,5', '1234BCD'],
    ])
  })
})

describe('what a workbook shows', () => {
  test.each([
    ['dd.mm.yyyy', 45_000, '15.03.2023'],
    ['d.m.yy', 45_000, '15.3.23'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 45_000, 'miércoles, 15 de marzo de 2023'],
    ['[$-F400]h:mm:ss\\ AM/PM', 0.75, '18:00:00'],
    ['General&quot; km&quot;', 1234.5, '1234,5 km'],
    ['&quot;Exp. &quot;General', 12, 'Exp. 12'],
    ['_-* #,##0.00 €_-', 1234.5, '1.234,50 €'],
    ['*-0', 5, '5'],
  ])('by the format %s is %d as %s', async (code, value, shown) => {
    const formats = `<numFmt numFmtId="164" formatCode="${code}"/>`
    expect(await rowsOf(styled(`<row><c s="0"><v>${value}</v></c></row>`, formats, [164]))).toEqual([[shown]])
  })

  test('of a formula whose saved result is blank is nothing, copied down or not', async () => {
    const blank = (at: number, formula: string) =>
      `<row r="${at}"><c r="A${at}" t="str">${formula}<v></v></c></row>`
    const rows = [
      blank(2, '<f>IF(B2="","",B2)</f>'),
      blank(3, '<f t="shared" ref="A3:A60000" si="0">IF(B3="","",B3)</f>'),
      ...Array.from({ length: 59_997 }, (_, at) => blank(at + 4, '<f t="shared" si="0"/>')),
    ]
    const file = xlsxOf(`<row r="1"><c r="A1" t="str"><v>1234BCD</v></c></row>${rows.join('')}`)
    expect(await rowsOf(file)).toEqual([['1234BCD']])
  })

  test('in several sheets is read, though each has a stray cell far down', async () => {
    const sheets = [1, 2, 3].map((id) => `<sheet name="H${id}" sheetId="${id}" r:id="rId1"/>`)
    const file = xlsxOf(
      '<row r="1"><c r="A1" t="str"><v>1234BCD</v></c></row><row r="49000"><c r="A49000" t="str"><v>.</v></c></row>',
      { 'xl/workbook.xml': `<workbook xmlns="${MAIN}"><sheets>${sheets.join('')}</sheets></workbook>` },
    )
    const read = await parseListFile(file)
    expect(read.sheets.map(({ rows }) => [rows[0], rows[48_999], rows.length])).toEqual(
      Array.from({ length: 3 }, () => [['1234BCD'], ['.'], 49_000]),
    )
  })

  test('is found where its program writes the path from the root', async () => {
    const file = xlsxOf(rowXml(['1234BCD']), {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="xl/worksheets/sheet1.xml"/></Relationships>',
    })
    expect(await rowsOf(file)).toEqual([['1234BCD']])
  })

  test('in OpenDocument is every paragraph, and a formula without its value is told', async () => {
    const cell = (content: string) =>
      `<table:table-row><table:table-cell>${content}</table:table-cell></table:table-row>`
    const rows = [
      cell('<text:h>1234BCD</text:h>'),
      cell(
        '<text:p><text:ruby><text:ruby-base>5678FGH</text:ruby-base><text:ruby-text>x</text:ruby-text></text:ruby></text:p>',
      ),
      '<table:table-row><table:table-cell table:formula="of:=[.B3]"/></table:table-row>',
      '<table:table-row><table:table-cell table:formula="of:=[.B4]" office:value-type="string" office:string-value=""/></table:table-row>',
    ]
    expect(await rowsOf(odsOf(rows.join('')))).toEqual([
      ['1234BCD'],
      ['5678FGH'],
      ['Fórmula sin valor guardado: ábrelo en Excel y guárdalo'],
    ])
  })

  test('is that of OpenDocument also of OpenOffice 1, without a type, or with other prefixes', async () => {
    const table = (prefix: string) =>
      `<${prefix}spreadsheet><table:table table:name="H"><table:table-row><table:table-cell><text:p>1234BCD</text:p></table:table-cell></table:table-row></table:table></${prefix}spreadsheet>`
    const content = `<office:document-content><office:body>${table('office:')}</office:body></office:document-content>`
    const old = content.replaceAll(/<\/?office:spreadsheet>/g, '')
    const files = [
      fileOf('l.ods', { 'content.xml': content }),
      fileOf('l.sxc', { mimetype: 'application/vnd.sun.xml.calc', 'content.xml': old }),
      new File(
        [
          `<document xmlns="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x"><body>${table('')}</body></document>`,
        ],
        'l.fods',
      ),
    ]
    for (const file of files) expect(await rowsOf(file)).toEqual([['1234BCD']])
  })

  test('in the XML of Excel 2003 is all of a text with bold letters', async () => {
    const data =
      '<ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>1234</B><Font html:Color="#FF0000">BCD</Font> Se&#241;al</ss:Data>'
    const xml = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="H"><Table><Row><Cell>${data}</Cell></Row></Table></Worksheet></Workbook>`
    expect(await rowsOf(new File([xml], 'l.xml'))).toEqual([['1234BCD Señal']])
  })
})

describe('a damaged workbook', () => {
  /** The same files, not compressed, with one text changed after their checksums were taken. */
  const changed = (parts: Record<string, string>, from: string, to: string) => {
    const zipped = zipSync(
      Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, utf8(text)])),
      {
        level: 0,
      },
    )
    const bytes = Buffer.from(zipped)
    bytes.write(to, bytes.indexOf(from), 'latin1')
    return new File([new Uint8Array(bytes)], 'lista.xlsx')
  }

  test('is refused by the checksums of its parts, though they are XML', async () => {
    const parts = await partsOf(xlsxOf(rowXml(['1234BCD'])))
    expect(await rowsOf(changed(parts, '1234BCD', '1234BCD'))).toEqual([['1234BCD']])
    expect(await problem(changed(parts, '1234BCD', '1284BCD'))).toBe('damaged')
  })

  test('names the sheets whose part is missing, and those beyond the limit', async () => {
    const sheets = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `<sheet name="Hoja${at + 1}" sheetId="${at + 1}" r:id="rId${at === 1 ? 9 : 1}"/>`,
      )
    const bookOf = (count: number) =>
      xlsxOf(rowXml(['1234BCD']), {
        'xl/workbook.xml': `<workbook xmlns="${MAIN}"><sheets>${sheets(count).join('')}</sheets></workbook>`,
      })
    const { unread } = await parseListFile(bookOf(2))
    expect(unread).toEqual([{ name: 'Hoja2', problem: 'damaged' }])
    const many = await parseListFile(bookOf(MAX_SHEETS + 2))
    expect(many.unread.slice(1).map(({ name, problem: why }) => [name, why])).toEqual([
      ['Hoja101', 'too-large'],
      ['Hoja102', 'too-large'],
    ])
  })

  test('of OpenDocument or an old format names the sheets beyond the limit too', async () => {
    const tables = Array.from(
      { length: MAX_SHEETS + 1 },
      (_, at) =>
        `<table:table table:name="H${at + 1}"><table:table-row><table:table-cell><text:p>1234BCD</text:p></table:table-cell></table:table-row></table:table>`,
    )
    const ods = fileOf('lista.ods', {
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:document-content>`,
    })
    expect((await parseListFile(ods)).unread).toEqual([{ name: 'H101', problem: 'too-large' }])
    const book = utils.book_new()
    for (let at = 0; at <= MAX_SHEETS; at++)
      utils.book_append_sheet(book, utils.aoa_to_sheet([['1234BCD']]), `H${at + 1}`)
    const bookType: BookType = 'biff8'
    const xls = new File(
      [new Uint8Array(write(book, { bookType, type: 'array' }) as ArrayBuffer)],
      'lista.xls',
    )
    expect((await parseListFile(xls)).unread).toEqual([{ name: 'H101', problem: 'too-large' }])
  })

  const REL = 'xl/_rels/workbook.xml.rels'
  test.each<[string, (relations: string) => Record<string, string>]>([
    ['without its relations', () => ({})],
    ['whose relations are cut', (relations) => ({ [REL]: relations.slice(0, 90) })],
    ['whose relations are blank', () => ({ [REL]: '<Relationships/>' })],
    ['whose relations are other ones', (relations) => ({ [REL]: relations.replaceAll('rId', 'x') })],
    ['whose relations have other paths', (relations) => ({ [REL]: relations.replaceAll('sheet', 'hoja') })],
    ['whose relations have no types', (relations) => ({ [REL]: relations.replaceAll(/Type="[^"]*"/g, '') })],
    ['whose package has broken relations', (relations) => ({ [REL]: relations, '_rels/.rels': '<Relat' })],
  ])('%s is read at the usual paths', async (_, changes) => {
    const { [REL]: relations = '', ...parts } = await partsOf(
      styled('<row><c t="s"><v>0</v></c><c s="0"><v>45000</v></c></row>', '', [14]),
    )
    const file = fileOf('a.xlsx', {
      ...parts,
      'xl/sharedStrings.xml': '<sst><si><t>1234BCD</t></si></sst>',
      'xl/worksheets/sheet10.xml': `<worksheet><sheetData>${rowXml(['9012JKL'])}</sheetData></worksheet>`,
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rowXml(['5678FGH'])}</sheetData></worksheet>`,
      'xl/workbook.xml': `<workbook><sheets>${[1, 2, 10].map((id) => `<sheet name="H${id}" sheetId="${id}" r:id="rId${id === 1 ? 1 : id + 10}"/>`).join('')}</sheets></workbook>`,
      ...changes(
        relations.replace(
          '</Relationships>',
          [2, 10]
            .map(
              (id) =>
                `<Relationship Id="rId${id + 10}" Type="x/worksheet" Target="worksheets/sheet${id}.xml"/>`,
            )
            .join('') + '</Relationships>',
        ),
      ),
    })
    const { sheets, unread } = await parseListFile(file)
    expect([sheets.map(({ name, rows }) => [name, rows]), unread]).toEqual([
      [
        ['H1', [['1234BCD', '15/03/2023']]],
        ['H2', [['5678FGH']]],
        ['H10', [['9012JKL']]],
      ],
      [],
    ])
  })

  test('that names none of its sheets has those at the usual path', async () => {
    const parts = await partsOf(xlsxOf(rowXml(['1234BCD'])))
    const read = await parseListFile(fileOf('a.xlsx', { ...parts, 'xl/workbook.xml': '<workbook/>' }))
    expect(read.sheets.map(({ name, rows }) => [name, rows])).toEqual([['sheet1', [['1234BCD']]]])
  })

  test('that does not name its workbook is read at the usual path, and is no archive of XML files', async () => {
    const parts = await partsOf(xlsxOf(rowXml(['1234BCD'])))
    const { 'xl/workbook.xml': book = '', ...others } = {
      ...parts,
      '[Content_Types].xml': '<Types/>',
      'xl/styles.xml': '<styleSheet/>',
    }
    const relations = '<Relationships/>'
    expect(
      await rowsOf(fileOf('l.xlsx', { ...others, 'xl/workbook.xml': book, '_rels/.rels': relations })),
    ).toEqual([['1234BCD']])
    expect(await problem(fileOf('l.xlsx', { ...others, '_rels/.rels': relations }))).toBe('damaged')
    expect(
      await problem(fileOf('l.pptx', { '[Content_Types].xml': '<Types/>', 'ppt/presentation.xml': '<p/>' })),
    ).toBe('not-a-list')
  })
})

describe('a cell with a whole list in it', () => {
  const plates = Array.from({ length: 120 }, (_, at) => `${1000 + at} BCD`)

  test.each([
    ['XLSX', () => xlsxOf(rowXml(['Matrícula']) + rowXml([plates.join('\n')]))],
    [
      'CSV',
      () =>
        new File(
          [`Matrícula;Cliente\n"${plates.slice(0, 25).join('\n')}";Ana\n"${plates.slice(25).join(' ')}";Ana`],
          'lista.csv',
        ),
    ],
  ])('%s gives all of its plates', async (_, file) => {
    const rows = (await rowsOf(file())) ?? []
    expect(platesInTable(rows, recogniseColumns(rows)).plates).toHaveLength(120)
  })

  test('is named if it is longer than Excel allows', async () => {
    const [sheet] = (
      await parseListFile(new File([`Nota;Matrícula\n${'x'.repeat(MAX_CELL + 1)};1234BCD`], 'lista.csv'))
    ).sheets
    expect(sheet?.farCells).toEqual(['A2'])
    expect(sheet?.rows[1]?.[1]).toBe('1234BCD')
  })
})

test('a workbook of Excel 2003 with strong encryption asks for its password', async () => {
  const record = (type: number, data: Uint8Array) =>
    Buffer.concat([Buffer.from(Uint16Array.of(type, data.length).buffer), data])
  // Header of encryption with flags that only CryptoAPI has (MS-XLS 2.4.117).
  const filePass = Buffer.alloc(64)
  filePass.writeUInt16LE(1, 0)
  filePass.writeUInt16LE(4, 2)
  filePass.writeUInt16LE(2, 4)
  filePass.writeUInt32LE(4, 6)
  filePass.writeUInt32LE(40, 10)
  const book = CFB.utils.cfb_new()
  const start = Buffer.from(Uint16Array.of(0x0600, 5, 0, 0, 0, 0, 0, 0).buffer)
  CFB.utils.cfb_add(
    book,
    '/Workbook',
    Buffer.concat([record(0x0809, start), record(0x2f, filePass), record(0x0a, Buffer.alloc(0))]),
  )
  const bytes = Uint8Array.from(CFB.write(book, { type: 'array' }) as number[])
  expect(await problem(new File([bytes], 'lista.xls'))).toBe('encrypted')
})

test('a damaged workbook of old is no encrypted one', async () => {
  // A compound file (MS-CFB 2.2) whose directory names `BOOK`, without any content.
  const bytes = Buffer.alloc(4 * 512)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes)
  bytes.writeUInt16LE(9, 30)
  for (const [at, name] of ['Root Entry', 'BOOK'].entries())
    Buffer.from(name, 'utf16le').copy(bytes, 512 + at * 128)
  expect(await problem(new File([bytes], 'lista.xls'))).toBe('old-format')
})

test('a workbook of pictures alone says that it has pictures', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
  expect(
    await problem(fileOf('l.xlsx', { ...(await partsOf(xlsxOf(''))), 'xl/media/image1.png': png })),
  ).toBe('picture')
  const ods = fileOf('l.ods', {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<office:document-content><table:table table:name="H"/></office:document-content>',
    'Pictures/1.png': png,
  })
  expect(await problem(ods)).toBe('picture')
})

test('hidden rows of a page are those of a workbook', async () => {
  const row = (plate: string, attributes = '') => `<tr${attributes}><td>${plate}</td><td>Ana</td></tr>`
  const page = (rows: readonly string[]) =>
    new File([`<html><body><p>Stock</p><br><br><br><table>${rows.join('\n')}</table></body></html>`], 'a.xls')
  const rows = [
    row('1234BCD'),
    row('0001BBB', " height=20 style='mso-height-source:userset;display:none'"),
    row('0002BBB', ' hidden'),
    row('0003BBB', ' style="visibility: collapse"'),
    `<tbody style="DISPLAY : NONE">${row('0004BBB')}</tbody><tbody>${row('5678FGH', ' style="color:red"')}</tbody>`,
    row('9012JKL'),
  ]
  const platesOf = async (file: File) => {
    const [sheet] = (await parseListFile(file)).sheets
    const { plates } = platesInTable(
      sheet?.rows ?? [],
      recogniseColumns(sheet?.rows ?? []),
      new Set(sheet?.hiddenRows),
    )
    return [plates.map(({ vrm }) => vrm), sheet?.hiddenRows.map((at) => sheet.rows[at]?.[0])]
  }
  const hidden = ['0001BBB', '0002BBB', '0003BBB', '0004BBB']
  expect(await platesOf(page(rows))).toEqual([['1234BCD', '5678FGH', '9012JKL'], hidden])
  // A page whose table has one column is read as a table too, because of its hidden rows.
  const column = page(rows.map((cells) => cells.replaceAll('<td>Ana</td>', '')))
  expect(await platesOf(column)).toEqual([['1234BCD', '5678FGH', '9012JKL'], hidden])
})

test('a table in SYLK is read', async () => {
  const bookType: BookType = 'sylk'
  const written = write(
    {
      SheetNames: ['H'],
      Sheets: {
        H: utils.aoa_to_sheet([
          ['Matrícula', 'Precio'],
          ['1234BCD', 8250.5],
        ]),
      },
    },
    { bookType, type: 'string' },
  ) as string
  expect(await rowsOf(new File([written], `lista.${bookType}`))).toEqual([
    ['Matrícula', 'Precio'],
    ['1234BCD', '8250,5'],
  ])
})

test('a CSV file of one row gives all of its plates, more than a table has columns', async () => {
  const plates = Array.from({ length: 400 }, (_, at) => `${1000 + at}BCD`)
  for (const separator of [',', ';', '\t']) {
    const { text } = await parseListFile(new File([`${plates.join(separator)}\r\n`], 'lista.csv'))
    expect(platesInText(text).plates.map(({ vrm }) => vrm)).toEqual(plates)
  }
})

describe('a file that is no list', () => {
  const binary = (start: string, length = 600) => {
    const bytes = new Uint8Array(length)
    bytes.set(Uint8Array.from(start, (character) => character.charCodeAt(0)))
    return bytes
  }

  test.each([
    ['lista.xlsx.lnk', binary('L\0\0\0\u0001\u0014\u0002\0'), 'shortcut'],
    ['lista.url', '[InternetShortcut]\r\nURL=https://drive.example/1234BCD\r\n', 'shortcut'],
    ['lista.desktop', '[Desktop Entry]\nType=Link\nURL=https://drive.example\n', 'shortcut'],
    ['lista.gsheet', '{"url":"https://docs.example/1234BCD","doc_id":"a"}', 'shortcut'],
    [
      'lista.webloc',
      '<?xml version="1.0"?>\n<plist version="1.0"><dict><key>URL</key><string>https://x.example</string></dict></plist>',
      'shortcut',
    ],
    ['.lista.xlsx.icloud', binary('bplist00'), 'shortcut'],
    ['~$lista.xlsx', binary('\u0003Ana', 165), 'lock'],
    ['.~lock.lista.ods#', ',ana,pc1,28.11.2026 10:00,file:///home/ana;', 'lock'],
    ['datos.mdb', binary('\0\u0001\0\0Standard Jet DB\0'), 'database'],
    ['datos.accdb', binary('\0\u0001\0\0Standard ACE DB\0'), 'database'],
    ['datos.db', binary('SQLite format 3\0'), 'database'],
    ['foto.bmp', binary('BM\u0036\u0010\0\0\0\0\0\0'), 'picture'],
    ['a.tar', binary(`${'lista.csv'.padEnd(257, '\0')}ustar\0`), 'compressed'],
    ['a.xz', binary('\u00FD7zXZ\0'), 'compressed'],
    ['a.zst', binary('\u0028\u00B5\u002F\u00FD'), 'compressed'],
    ['a.bz2', binary('BZh91AY'), 'compressed'],
    ['a.cab', binary('MSCF'), 'compressed'],
    ['a.7z', binary('7z\u00BC\u00AF\u0027\u001C'), 'compressed'],
    ['a.gz', binary('\u001F\u008B\u0008'), 'compressed'],
    ['a.Z', binary('\u001F\u009D\u0090'), 'compressed'],
    ['a.lzh', binary('\u0023\u0080-lh5-'), 'compressed'],
  ])('%s says what it is', async (name, content, why) => {
    expect(await problem(new File([content], name))).toBe(why)
  })
})

describe('a file of an old or careless program', () => {
  const table = [
    ['Matricula', 'Cliente'],
    ['1234BCD', 'Ana'],
    ['5678FGH', 'Eva'],
  ]

  test.each(['dbf', 'wk1', 'wk3'])('of %s is read', async (format) => {
    // The types of the library lack those of Lotus.
    const bookType = format as BookType
    const sheet = utils.aoa_to_sheet(table)
    const bytes = new Uint8Array(
      write(utils.book_new(sheet, 'H'), { bookType, type: 'array' }) as ArrayBuffer,
    )
    expect(await rowsOf(new File([bytes], `lista.${format}`))).toEqual(table)
  })

  test.each(['\r\n', '\uFEFF', '<br />\n<b>Notice</b>: Undefined index on line <b>3</b><br />\n'])(
    'is a workbook also after %j',
    async (before) => {
      const file = new File([before, xlsxOf(rowXml(['1234BCD']))], 'lista.xlsx')
      expect(await rowsOf(file)).toEqual([['1234BCD']])
    },
  )

  test('is RTF also after a blank line', async () => {
    const { text } = await parseListFile(new File(['\r\n{\\rtf1\\ansi 1234BCD\\par 5678FGH\\par}'], 'l.doc'))
    expect(text.trim().split('\n')).toEqual(['1234BCD', '5678FGH'])
  })

  test('of contacts has its notes, whose bytes an old telephone escapes', async () => {
    const { text } = await parseListFile(
      new File(
        [
          'BEGIN:VCARD\r\nVERSION:2.1\r\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Se=C3=B1al 12=\r\n34=20BCD\r\nEND:VCARD\r\n',
        ],
        'c.vcf',
      ),
    )
    expect(text).toContain('Señal 1234 BCD')
  })
})

/** Parts of a workbook of the fixtures, as text. */
async function partsOf(file: File): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer()))).map(([path, bytes]) => [
      path,
      new TextDecoder().decode(bytes),
    ]),
  )
}
