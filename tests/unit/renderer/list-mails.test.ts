import { readFileSync } from 'node:fs'
import { CFB, utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { parseListFile } from '#renderer/features/plate-lists/parse-list-file.ts'
import { unpackedRtf } from '#renderer/features/plate-lists/rtf.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import { newPlateListText } from '#shared/text/plate-lists.ts'
import { outlookMessage, tnefOf } from '#tests/fixtures/plate-lists/outlook.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { fileOf, rowXml, xlsxOf } from '#tests/fixtures/plate-lists/zips.ts'

/** Mails and archives, whose lists are read. Their files are those of `list-files.test.ts`. */

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/plate-lists/files/${name}`, import.meta.url)))
const text = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name)

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

  const message = (headers: string, content: string, boundary: string) =>
    `${headers}\r\nMessage-ID: <9999ZZZ.1@ribera.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${body}\r\n--${boundary}\r\n${content}\r\n--${boundary}--\r\n`

  test.each([
    [
      'as an attachment',
      'Content-Type: message/rfc822; name="a.eml"\r\nContent-Disposition: attachment',
      false,
    ],
    ['inline', 'Content-Type: message/rfc822\r\nContent-Disposition: inline', false],
    [
      'as bytes',
      'Content-Type: application/octet-stream; name="a.eml"\r\nContent-Transfer-Encoding: base64',
      true,
    ],
  ])('forwarded %s gives the lists inside of it, and none of its headers', async (_, headers, isBase64) => {
    const inner = message('From: a@b.example', attached('lista-utf8.csv'), 'in')
    const twice = message('From: c@d.example', `Content-Type: message/rfc822\r\n\r\n${inner}`, 'out')
    const part = `${headers}\r\n\r\n${isBase64 ? Buffer.from(twice).toString('base64') : twice}`
    const read = await parseListFile(mail([part]))
    expect(read.sheets.map(({ rows }) => rows.length)).toEqual([5])
    expect(read.text).toContain('1234 BCD')
    expect(read.text).not.toContain('9999ZZZ')
    expect(read.unread).toEqual([])
  })

  test('gives lists that its HTML part goes with, but not its logotype', async () => {
    const related =
      `Content-Type: multipart/related; boundary="r"\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n<p>Hola</p><img src="cid:logo">\r\n--r\r\nContent-Type: image/png; name="logo.png"\r\nContent-ID: <logo>\r\n\r\nx\r\n--r\r\n${attached('lista-utf8.csv')}\r\nContent-ID: <f_1>\r\n--r--`.replace(
        'Content-Disposition: attachment;',
        'Content-ID: <f_1>\r\nContent-Disposition: attachment;',
      )
    const read = await parseListFile(mail([related]))
    expect([read.sheets.length, read.unread]).toEqual([1, []])
  })

  test('names a large picture that was pasted into its HTML part', async () => {
    const pasted = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(60_000)]).toString(
      'base64',
    )
    const related = `Content-Type: multipart/related; boundary="r"\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n<p>Hola</p><img src="cid:lista">\r\n--r\r\nContent-Type: image/png; name="image001.png"\r\nContent-ID: <lista>\r\nContent-Transfer-Encoding: base64\r\n\r\n${pasted}\r\n--r--`
    expect((await parseListFile(mail([related]))).unread).toEqual([
      { name: 'image001.png', problem: 'picture' },
    ])
  })

  test('names an archive of another format, which is not opened', async () => {
    const rar = `Content-Type: application/x-rar; name="listas.rar"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('Rar!\x1a\x07\x01\0').toString('base64')}`
    const { unread } = await parseListFile(mail([body, rar]))
    expect(newPlateListText.unreadPartList(unread)).toBe(
      '«listas.rar»: está comprimido en un formato que aquí no se abre. Descomprímelo con su programa y elige la lista, o pide que te la manden sin comprimir.',
    )
  })

  const latin = (content: string) => Buffer.from(content, 'latin1')
  test.each<[string, Buffer, string]>([
    ['; charset=utf-8', latin('Núñez'), 'Núñez'],
    ['; charset=iso-8859-1', Buffer.from('Núñez'), 'Núñez'],
    ['; charset=us-ascii', Buffer.from('Núñez'), 'Núñez'],
    ['; charset=us-ascii', latin('Núñez'), 'Núñez'],
    ['', latin('Núñez'), 'Núñez'],
    ['', Buffer.from('Núñez'), 'Núñez'],
    ['; charset=unknown-8bit', Buffer.from('Núñez'), 'Núñez'],
    ['; charset=x-user-defined', latin('Núñez'), 'Núñez'],
    ['; charset=utf8mb4', Buffer.from('Núñez'), 'Núñez'],
    ['; charset=ansi', latin('Núñez \x80'), 'Núñez €'],
    ['; charset=cp1252', latin('Núñez \x80'), 'Núñez €'],
    ['; charset="windows-1252 "', latin('Núñez \x80'), 'Núñez €'],
    ["; charset='iso-8859-15'", latin('Núñez \xA4'), 'Núñez €'],
    ['; charset=latin-9', latin('Núñez \xA4'), 'Núñez €'],
    ['; charset=ISO8859_15', latin('Núñez \xA4'), 'Núñez €'],
    ['; charset=cp850', latin('N\xA3\xA4ez'), 'Núñez'],
    ['; charset=IBM437', latin('N\xA3\xA4ez'), 'Núñez'],
    ['; charset=macroman', latin('N\x9C\x96ez'), 'Núñez'],
    ['; charset=x-mac-roman', latin('N\x9C\x96ez'), 'Núñez'],
    ['; charset=unicode-1-1-utf-7', latin('N+APoA8Q-ez A+-B'), 'Núñez A+B'],
    ['; charset=utf-7', latin('N+APoA8Q-ez'), 'Núñez'],
    ['; charset=x-sjis', latin('\x93\xFA\x96{'), '日本'],
    ['; charset=iso-2022-jp', latin('\x1B$BF|K\\\x1B(B'), '日本'],
    ['; charset=utf-16', Buffer.from('\uFEFFNúñez', 'utf16le').swap16(), 'Núñez'],
  ])('with a text%s of several bytes keeps its letters', async (charset, bytes, expected) => {
    const part = (type: string) =>
      `Content-Type: text/${type}${charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`
    expect((await parseListFile(mail([part('plain')]))).text.trim()).toBe(expected)
    expect((await parseListFile(mail([part('html')]))).text.trim()).toBe(expected)
  })

  test('joins lines of quoted-printable, whatever blanks a server added at their ends', async () => {
    const part =
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n1234B=  \r\nCD de N=C3=BA=\t\r\n=C3=B1ez=20  \r\n5678FGH=\r\n\r\n'
    expect((await parseListFile(mail([part]))).text.trim()).toBe('1234BCD de Núñez \n5678FGH')
  })

  test('names a file that it only links to, and a piece of another message', async () => {
    const link =
      'Content-Type: message/external-body; access-type=URL; URL="https://nube.example/lista.xlsx"\r\n\r\nContent-Type: application/octet-stream; name="lista.xlsx"\r\nContent-ID: <1@x>\r\n\r\n'
    const named =
      'Content-Type: message/external-body; access-type=anon-ftp; site="x.example"; name="marzo.csv"\r\n\r\nContent-Type: text/csv\r\n\r\n'
    const piece =
      'Content-Type: message/partial; id="a@x"; number=2; total=3; name="trozo"\r\n\r\n1234BCD;Ana\r\n'
    const read = await parseListFile(mail([body, link, named, piece]))
    expect([read.text.trim(), read.unread]).toEqual([
      'Hola, añade el 1234 BCD',
      [
        { name: 'lista.xlsx', problem: 'shortcut' },
        { name: 'marzo.csv', problem: 'shortcut' },
        { name: 'trozo', problem: 'damaged' },
      ],
    ])
  })

  test('names a photo that was attached', async () => {
    const photo =
      'Content-Type: image/heic; name="permiso.heic"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAAGGZ0eXBoZWljAAAAAA=='
    expect((await parseListFile(mail([body, photo]))).unread).toEqual([
      { name: 'permiso.heic', problem: 'picture' },
    ])
  })

  test('is read from its HTML where its text says less', async () => {
    const parts =
      'Content-Type: multipart/alternative; boundary="a"\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\nSin HTML no se ve.\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>Hola, te paso los coches de esta semana</p><p>1234 BCD de Ana</p><p>5678 FGH de Eva</p>\r\n--a--'
    expect(platesInText((await parseListFile(mail([parts]))).text).plates.map(({ vrm }) => vrm)).toEqual([
      '1234BCD',
      '5678FGH',
    ])
  })

  test('of two hundred attachments is read; more of them are named', async () => {
    const csv = (index: number) =>
      `Content-Type: text/csv; name="${index}.csv"\r\nContent-Disposition: attachment\r\n\r\n${plateNumber(index)};x\r\n${plateNumber(index)};y\r\n`
    const read = await parseListFile(mail(Array.from({ length: 201 }, (_, index) => csv(index))))
    expect([read.sheets.length, read.unread]).toEqual([200, [{ name: '200.csv', problem: 'too-large' }]])
  })

  test('of Outlook gives its text and its attachments, also those of winmail.dat', async () => {
    const read = await parseListFile(
      outlookMessage('Hola, añade el 1234 BCD', [
        { name: 'lista.csv', content: bytesOf('lista-utf8.csv') },
        { name: 'foto.jpg', content: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]) },
      ]),
    )
    expect([
      read.kind,
      read.text,
      read.sheets.map(({ name, rows }) => [name, rows.length]),
      read.unread,
    ]).toEqual([
      'mail',
      'Hola, añade el 1234 BCD',
      [['lista.csv', 5]],
      [{ name: 'foto.jpg', problem: 'picture' }],
    ])
    const winmail = `Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(tnefOf('lista de marzo.csv', bytesOf('lista-utf8.csv'))).toString('base64')}`
    expect((await parseListFile(mail([winmail]))).sheets.map(({ name }) => name)).toEqual([
      'lista de marzo.csv',
    ])
  })

  test('of only files that cannot be read names each', async () => {
    const { text: read, unread } = await parseListFile(
      mail([attached('cifrado.ods'), attached('cifrado.xlsx')]),
    )
    expect([read.trim(), unread]).toEqual([
      '',
      [
        { name: 'cifrado.ods', problem: 'encrypted' },
        { name: 'cifrado.xlsx', problem: 'encrypted' },
      ],
    ])
  })

  test('that is encrypted or signed as a whole is named, and a signature beside its text is not', async () => {
    const oid = '\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x03'
    const smime = `Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`0\x80${oid}\xA0\x80`, 'latin1').toString('base64')}`
    expect((await parseListFile(mail([smime]))).unread).toEqual([{ name: 'smime.p7m', problem: 'sealed' }])
    const armored = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA9012JKL3456MNP\r\n-----END PGP MESSAGE-----\r\n'
    const pgp = [
      'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n',
      `Content-Type: application/octet-stream; name="encrypted.asc"\r\n\r\n${armored}`,
    ]
    const encrypted = await parseListFile(mail(pgp))
    expect([encrypted.text.trim(), encrypted.unread]).toEqual([
      '',
      [{ name: 'encrypted.asc', problem: 'sealed' }],
    ])
    const inline = await parseListFile(mail([`Content-Type: text/plain\r\n\r\nHola 1234 BCD\r\n${armored}`]))
    expect([inline.text.trim(), inline.unread]).toEqual([
      'Hola 1234 BCD',
      [{ name: 'Texto del correo', problem: 'sealed' }],
    ])
    const signature =
      'Content-Type: application/pkcs7-signature; name="smime.p7s"\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAGCSqG'
    expect((await parseListFile(mail([body, signature]))).unread).toEqual([])
    const signed = `Content-Type: multipart/signed; boundary="s"\r\n\r\n--s\r\n${body}\r\n--s--\r\n`
    const whole = await parseListFile(
      outlookMessage('', [{ name: 'smime.p7m', content: Buffer.from(signed) }]),
    )
    expect(whole.text.trim()).toBe('Hola, añade el 1234 BCD')
  })

  test('gives files that are uuencoded in its text', async () => {
    const encoded = "begin 644 lista.csv\r\n9,3(S-$)#1#M!;F$*-38W.$9'2#M%=F$*\r\n`\r\nend\r\n"
    const read = await parseListFile(mail([`Content-Type: text/plain\r\n\r\nHola\r\n${encoded}Adiós\r\n`]))
    expect(read.sheets.map(({ name, rows }) => [name, rows])).toEqual([
      [
        'lista.csv',
        [
          ['1234BCD', 'Ana'],
          ['5678FGH', 'Eva'],
        ],
      ],
    ])
    expect(read.text.split(/\s+/).filter(Boolean)).toEqual(['Hola', 'Adiós'])
    const cut = await parseListFile(mail([`Content-Type: text/plain\r\n\r\nHola\r\n${encoded.slice(0, -8)}`]))
    expect(cut.unread).toEqual([{ name: 'lista.csv', problem: 'damaged' }])
  })

  test('of a mailbox is read apart from the others, and no plate comes from a header', async () => {
    const inBox = (from: string, part: string) =>
      `From ${from} Mon Nov  2 10:00:00 2026\nFrom: ${from}\nSubject: 9999ZZZ\nMessage-ID: <8888ZZZ.1@ribera.example>\n${part.replaceAll('\r\n', '\n')}\n\n`
    const box = [
      inBox('ana@ribera.example', 'Content-Type: text/plain\n\nEl 3333DDD'),
      inBox(
        'eva@ribera.example',
        `Content-Type: multipart/mixed; boundary="x"\n\n--x\n${attached('lista-utf8.csv')}\n--x--`,
      ),
    ].join('')
    for (const name of ['Bandeja.mbox', 'Bandeja', 'correo.eml']) {
      const read = await parseListFile(text(name, box))
      expect(read.text.trim()).toBe('El 3333DDD')
      expect(read.sheets.map((sheet) => sheet.name)).toEqual(['Correo 2.eml · lista-utf8.csv'])
    }
  })

  test('is read whatever its program writes before its headers, and with lines of old Macs', async () => {
    const whole = await mail([body, attached('lista-utf8.csv')]).text()
    const variants = {
      'a.eml': `\r\n\r\n${whole}`,
      'b.emlx': `${whole.length}\n${whole}<?xml version="1.0"?><plist><string>9999ZZZ</string></plist>`,
      'c.txt': `From ana@ribera.example Mon Nov  2 10:00:00 2026\n${whole}`,
      'd.eml': whole.replaceAll('\r\n', '\r'),
    }
    for (const [name, source] of Object.entries(variants)) {
      const read = await parseListFile(text(name, source))
      expect([name, read.sheets.map((sheet) => sheet.name)]).toEqual([name, ['lista-utf8.csv']])
      expect(read.text).not.toContain('9999ZZZ')
    }
  })

  test('that is one piece of several is named as incomplete', async () => {
    const piece = (await mail([body]).text()).replace(
      /multipart\/mixed[^\r]*/,
      'message/partial; id="a"; number=1',
    )
    expect(await parseListFile(text('a.eml', piece))).toMatchObject({
      text: '',
      unread: [{ name: 'Texto del correo', problem: 'damaged' }],
    })
  })

  test('gives a part whose transfer encoding is uuencode', async () => {
    const part =
      'Content-Type: application/octet-stream; name="lista.csv"\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 lista.csv\r\n9,3(S-$)#1#M!;F$*-38W.$9\'2#M%=F$*\r\n`\r\nend\r\n'
    expect((await parseListFile(mail([body, part]))).sheets[0]?.rows).toEqual([
      ['1234BCD', 'Ana'],
      ['5678FGH', 'Eva'],
    ])
  })

  test('that ends before its last boundary names the part that is cut', async () => {
    const whole = await mail([body, attached('lista-utf8.csv')]).text()
    const cut = await parseListFile(text('cortado.eml', whole.slice(0, -40)))
    expect(cut.unread).toEqual([{ name: 'lista-utf8.csv', problem: 'damaged' }])
  })

  test('with an event gives the plates that its folded lines divide', async () => {
    const event =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDESCRIPTION:Recoger 1234 B\r\n CD\\n5678 FGH\\, de Eva\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
    const read = await parseListFile(mail([`Content-Type: text/calendar; method=REQUEST\r\n\r\n${event}`]))
    expect(platesInText(read.text).plates.map(({ vrm }) => vrm)).toEqual(['1234BCD', '5678FGH'])
  })

  test('is read from its HTML where that has more plates than its text', async () => {
    const words =
      'Te paso los coches de esta semana, que están todos en la tabla que va aquí debajo, saludos.'
    const parts = `Content-Type: multipart/alternative; boundary="a"\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\n${words}\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>${words}</p><table><tr><td>1234BCD</td></tr><tr><td>5678FGH</td></tr></table>\r\n--a--`
    expect(platesInText((await parseListFile(mail([parts]))).text).plates).toHaveLength(2)
  })
})

describe('a message of Outlook', () => {
  test('gives a workbook that was inserted as an object', async () => {
    const zip = new Uint8Array(await xlsxOf(rowXml(['1234BCD'])).arrayBuffer())
    const old = utils.book_new()
    utils.book_append_sheet(old, utils.aoa_to_sheet([['5678FGH']]), 'Hoja1')
    const xls = CFB.read(new Uint8Array(write(old, { bookType: 'biff8', type: 'array' }) as ArrayBuffer), {
      type: 'array',
    })
    const { content } = CFB.find(xls, '/Workbook') as { content: Uint8Array }
    const read = await parseListFile(
      outlookMessage('Hola', [
        { name: 'lista.xlsx', object: { Package: zip } },
        { name: 'vieja.xls', object: { Workbook: content } },
      ]),
    )
    expect(read.sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['lista.xlsx · Hoja1', [['1234BCD']]],
      ['vieja.xls · Hoja1', [['5678FGH']]],
    ])
  })

  test('in winmail.dat alone gives its texts, its messages and their files', async () => {
    const inner = tnefOf('lista.csv', bytesOf('lista-utf8.csv'), { text: 'Y el 5678 FGH' })
    const dat = text(
      'winmail.dat',
      new Uint8Array(tnefOf('', inner, { text: 'Hola, añade el 1234 BCD', isMessage: true })),
    )
    const read = await parseListFile(dat)
    expect(platesInText(read.text).plates.map(({ vrm }) => vrm)).toEqual(['1234BCD', '5678FGH'])
    expect(read.sheets.map(({ rows }) => rows.length)).toEqual([5])
    expect(read.unread).toEqual([])
  })

  test('in a winmail.dat that is cut names what was not read', async () => {
    const whole = new Uint8Array(tnefOf('lista.csv', bytesOf('lista-utf8.csv'), {}))
    const read = await parseListFile(text('winmail.dat', whole.slice(0, whole.length - 120)))
    expect(read.unread.map(({ problem: why }) => why)).toContain('damaged')
  })

  test('with a text of RTF alone gives its rows, also if the RTF wraps HTML', async () => {
    const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial 9999ZZZ;}}Matr\'edcula\cell Cliente\cell\row 1234 BCD\cell N\u250?\'f1ez\cell\row}`
    expect(
      (
        await parseListFile(text('winmail.dat', new Uint8Array(tnefOf('', new Uint8Array(), { rtf }))))
      ).text.split('\n'),
    ).toEqual(['Matrícula\tCliente\t', '1234 BCD\tNúñez\t', ''])
    const wrapped = String.raw`{\rtf1\ansi\fromhtml1{\*\htmltag64 <table><tr><td>}\htmlrtf{\htmlrtf0 1234BCD{\*\htmltag72 </td><td>}Ana{\*\htmltag72 </td></tr><tr><td>}\htmlrtf \par \htmlrtf0 5678FGH{\*\htmltag72 </td></tr></table>}}`
    const read = await parseListFile(text('lista.rtf', wrapped))
    expect(platesInText(read.text).plates.map(({ vrm, note }) => `${vrm} ${note}`.trim())).toEqual([
      '1234BCD Ana',
      '5678FGH',
    ])
  })

  test('unpacks RTF as the specification shows it', () => {
    const packed =
      '2d 00 00 00 2b 00 00 00 4c 5a 46 75 f1 c5 c7 a7 03 00 0a 00 72 63 70 67 31 32 35 42 32 0a f3 20 68 65 6c 09 00 20 62 77 05 b0 6c 64 7d 0a 80 0f a0'
    const bytes = Uint8Array.from(packed.split(' '), (byte) => Number.parseInt(byte, 16))
    expect(unpackedRtf(bytes)).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n')
  })
})

test('a ZIP gives the lists in it, and names its other files', async () => {
  const inner = fileOf('dentro.zip', { 'Otra lista.csv': '9012JKL;Eva\n3456MNP;Ana\n' })
  const zip = fileOf('marzo.zip', {
    'marzo/Foto.JPG': new Uint8Array([0xff, 0xd8, 0xff, 0xe0]),
    'marzo/Lista.csv': '1234BCD;Ana\n5678FGH;Eva\n',
    'marzo/dentro.zip': new Uint8Array(await inner.arrayBuffer()),
    '__MACOSX/._Lista.csv': 'x',
  })
  const read = await parseListFile(zip)
  expect(read.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['marzo/Lista.csv', 2],
    ['marzo/dentro.zip · Otra lista.csv', 2],
  ])
  expect(read.unread).toEqual([{ name: 'marzo/Foto.JPG', problem: 'picture' }])
})

test('a file of a ZIP that is compressed in another way does not hide the others', async () => {
  const bytes = Buffer.from(
    await fileOf('a.zip', { 'a.csv': '1234BCD;Ana\n5678FGH;Eva\n', 'b.csv': 'x' }).arrayBuffer(),
  )
  // LZMA, in the directory.
  bytes.writeUInt16LE(14, bytes.lastIndexOf('b.csv') - 46 + 10)
  const read = await parseListFile(text('a.zip', new Uint8Array(bytes)))
  expect([read.sheets.length, read.unread]).toEqual([1, [{ name: 'b.csv', problem: 'compressed' }]])
})
