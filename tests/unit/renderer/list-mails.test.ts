import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseListFile, problemOf } from '#renderer/features/plate-lists/parse-list-file.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import { outlookMessage, tnefOf } from '#tests/fixtures/plate-lists/outlook.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { fileOf } from '#tests/fixtures/plate-lists/zips.ts'

/** Mails and archives, whose lists are read. Their files are those of `list-files.test.ts`. */

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/plate-lists/files/${name}`, import.meta.url)))
const text = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name)
const problem = (file: File) => parseListFile(file).then(() => 'read', problemOf)

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

  const message = (headers: string, content: string) =>
    `${headers}\r\nMessage-ID: <9999ZZZ.1@ribera.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="in"\r\n\r\n--in\r\n${body}\r\n--in\r\n${content}\r\n--in--\r\n`

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
    const inner = message('From: a@b.example', attached('lista-utf8.csv'))
    const twice = message('From: c@d.example', `Content-Type: message/rfc822\r\n\r\n${inner}`)
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

  test('of only a list that cannot be read is refused for that', async () => {
    expect(await problem(mail([attached('cifrado.ods')]))).toBe('encrypted')
  })
})

test('a ZIP gives the lists in it', async () => {
  const zip = fileOf('marzo.zip', {
    'marzo/lista.csv': '1234BCD;Ana\n5678FGH;Eva\n',
    'marzo/foto.jpg': 'x',
    '__MACOSX/._lista.csv': 'x',
  })
  const read = await parseListFile(zip)
  expect(read.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([['marzo/lista.csv', 2]])
})
