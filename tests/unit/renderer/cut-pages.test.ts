import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFPageLeaf,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import PDFKit from 'pdfkit'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { cutPages } from '#renderer/features/document-tools/cut-pages.ts'
import { isSigned } from '#renderer/features/document-tools/pdf-edit.ts'

/** Everything that another program could find in a PDF, streams decoded. */
async function everythingIn(bytes: Uint8Array) {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const found: string[] = []
  let pages = 0
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (object instanceof PDFPageLeaf) pages += 1
    if (object instanceof PDFRawStream) {
      found.push(object.dict.toString())
      found.push(new TextDecoder('latin1').decode(decodePDFRawStream(object).decode()))
    } else found.push(object.toString())
  }
  return { text: found.join('\n'), pages, pdf }
}

/** Three pages that hang together in every way that carries one along with another. */
async function tangled(): Promise<ArrayBuffer> {
  const pdf = await PDFDocument.create()
  const { context } = pdf
  const leaves = [1, 2, 3].map(() => pdf.addPage([200, 300]))
  const refs = leaves.map(({ ref }) => ref)
  const stream = (text: string, dict: Record<string, PDFRef | string | object> = {}) =>
    context.register(context.stream(text, dict as never))
  const form = (text: string, rest: Record<string, unknown> = {}) =>
    stream(text, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], ...rest })
  // Scanners write one dictionary with the pictures of every page, that all of them inherit.
  const images = context.obj({})
  const shared = context.register(context.obj({ XObject: images }))
  for (const n of [1, 2, 3])
    images.set(
      PDFName.of(`Im${n}`),
      form(`% PICTURE-${n}`, { Resources: shared, Metadata: stream(`GPS-${n}`), PieceInfo: refs[2] }),
    )
  // One without resources of its own draws with those of its page.
  images.set(PDFName.of('Loose'), form('/Inner Do'))
  images.set(PDFName.of('Inner'), form('% INNER'))
  const root = pdf.catalog.Pages()
  root.set(PDFName.of('Resources'), shared)
  const field = context.obj({ FT: 'Tx', T: PDFString.of('FIELD'), V: PDFString.of('VALUE') })
  const fieldRef = context.register(field)
  const widgets = leaves.map((leaf, at) =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        Rect: [0, 0, 50, 10],
        P: leaf.ref,
        Parent: fieldRef,
        AP: { N: form(`% LOOK-${at + 1}`) },
      }),
    ),
  )
  field.set(PDFName.of('Kids'), context.obj(widgets))
  const bead = context.obj({ P: refs[2] })
  const seal = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 9, 9],
    AP: { N: form('% SEAL') },
    V: { Type: 'Sig', Reference: [{ Data: context.trailerInfo.Root }] },
  })
  const link = (rest: object) =>
    context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], ...rest } as never)
  leaves.forEach(({ node }, at) => {
    node.delete(PDFName.of('Resources'))
    const drawn = at === 0 ? '/Im1 Do /Loose Do' : `/Im#${(0x30 + at + 1).toString(16)} Do`
    node.set(PDFName.of('Contents'), stream(`% WORDS-${at + 1}\nq ${drawn} Q`))
    node.set(
      PDFName.of('Annots'),
      context.obj([
        widgets[at],
        seal,
        link({ Dest: [refs[2], 'Fit'] }),
        link({ A: { S: 'GoTo', D: [refs[2], 'Fit'] } }),
        link({ A: { S: 'URI', URI: PDFString.of('https://sede.example/'), Next: { D: [refs[2], 'Fit'] } } }),
        context.obj({
          Type: 'Annot',
          Subtype: 'FileAttachment',
          Rect: [0, 0, 9, 9],
          FS: { Type: 'Filespec', F: PDFString.of('a.txt'), EF: { F: stream('ATTACHED') } },
        }),
      ] as never),
    )
    node.set(PDFName.of('B'), context.obj([bead]))
    node.set(PDFName.of('PieceInfo'), context.obj({ App: { Private: stream('PRIVATE') } }))
    node.set(PDFName.of('SeparationInfo'), context.obj({ Pages: refs }))
    node.set(PDFName.of('AA'), context.obj({ O: { S: 'GoTo', D: [refs[2], 'Fit'] } }))
  })
  pdf.catalog.set(
    PDFName.of('Outlines'),
    context.obj({ First: { Title: PDFString.of('OUTLINE'), Dest: [refs[2]] } } as never),
  )
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [fieldRef] }))
  await pdf.attach(new TextEncoder().encode('EMBEDDED'), 'oculto.txt')
  return (await pdf.save()).buffer
}

test('a part has nothing of the pages left out of it, however they hang together', async () => {
  const [first, second] = await cutPages(await tangled(), [[1], [2]])
  const { text, pages, pdf } = await everythingIn(first ?? new Uint8Array())
  expect(pages).toBe(1)
  for (const mark of ['WORDS-1', 'PICTURE-1', 'LOOK-1', 'INNER', 'SEAL', 'https://sede.example/', 'VALUE'])
    expect(text).toContain(mark)
  expect(text).not.toMatch(/(WORDS|PICTURE|LOOK)-[23]|GPS|PRIVATE|ATTACHED|EMBEDDED|OUTLINE|GoTo/)
  expect(pdf.getPage(0).getSize()).toEqual({ width: 200, height: 300 })
  expect(pdf.getPage(0).node.Annots()?.size()).toBe(3)
  const other = await everythingIn(second ?? new Uint8Array())
  expect(other.pages).toBe(1)
  // Its name is written with an escape in the page.
  expect(other.text).toContain('PICTURE-2')
  expect(other.text).not.toMatch(/(WORDS|PICTURE|LOOK)-[13]/)
})

test('pages of a part that link to one another stay one each, in the order that was typed', async () => {
  const [part] = await cutPages(await tangled(), [[3, 1]])
  const { text, pages, pdf } = await everythingIn(part ?? new Uint8Array())
  expect([pages, pdf.getPageCount()]).toEqual([2, 2])
  expect(text).not.toMatch(/(WORDS|PICTURE|LOOK)-2/)
  const wordsOf = (at: number) => {
    const contents = pdf.getPage(at).node.Contents()
    return contents instanceof PDFRawStream
      ? new TextDecoder().decode(decodePDFRawStream(contents).decode())
      : ''
  }
  expect([wordsOf(0).slice(0, 9), wordsOf(1).slice(0, 9)]).toEqual(['% WORDS-3', '% WORDS-1'])
})

test('what cannot be read to know what it draws keeps all that it may draw', async () => {
  const pdf = await PDFDocument.create()
  const { context } = pdf
  const { node } = pdf.addPage()
  const strange = context.stream('?', { Filter: 'Unknown' })
  node.set(PDFName.of('Contents'), context.register(strange))
  node.set(
    PDFName.of('Resources'),
    context.obj({ Font: { F1: { Type: 'Font', BaseFont: 'Kept' } } } as never),
  )
  pdf.addPage()
  const [part] = await cutPages((await pdf.save()).buffer, [[1]])
  const cut = await PDFDocument.load(part ?? new Uint8Array())
  const fonts = cut.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  expect(fonts?.keys().map(String)).toEqual(['/F1'])
})

const protectedPdf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/protected', `${name}.pdf`))
const copyOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

/** Words of each page, as a reader without a password sees them. */
async function wordsIn(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const words: string[] = []
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    words.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return words
}

test.each(['rc4-40', 'rc4-128', 'aes-128', 'aes-256'])(
  'a PDF that anyone can read and has an owner password is cut as it reads: %s',
  async (name) => {
    const bytes = protectedPdf(name)
    const whole = await wordsIn(bytes)
    expect(whole.join('')).toContain('Permiso de prueba 1234 BCD')
    const parts = await cutPages(copyOf(bytes), [[1], [2]])
    expect((await Promise.all(parts.map(wordsIn))).flat()).toEqual(whole)
  },
)

test('pages keep their numbers where a program left out the types of the page tree', async () => {
  const made = await PDFDocument.create()
  for (const width of [100, 200, 300]) made.addPage([width, 400])
  made.getPage(0).node.delete(PDFName.of('Type'))
  made.catalog.Pages().delete(PDFName.of('Type'))
  const parts = await cutPages(Uint8Array.from(await made.save()).buffer, [[1], [2, 3]])
  const widths = await Promise.all(
    parts.map(async (part) => (await PDFDocument.load(part)).getPages().map((page) => page.getWidth())),
  )
  expect(widths).toEqual([[100], [200, 300]])
})

test('a PDF that asks for a password is not cut', async () => {
  const asking = new PDFKit({ userPassword: 'clave', pdfVersion: '1.7ext3' })
  const bytes = buffer(asking)
  asking.text('Nómina').end()
  await expect(cutPages(copyOf(await bytes), [[1]])).rejects.toThrow(EncryptedPDFError)
})

test('a signature is found by what it signs; a permission of the maker is none', async () => {
  const signed = (reference: string) =>
    copyOf(
      new TextEncoder().encode(
        `${'x'.repeat(1024 * 1024 - 4)}<< /Type /Sig /Contents <00> /ByteRange [0 20 40 60 ] ${reference} >>`,
      ),
    )
  expect(isSigned(signed(''))).toBe(true)
  expect(isSigned(signed('/Reference [<< /TransformMethod /DocMDP >>]'))).toBe(true)
  expect(isSigned(signed('/Reference [<< /TransformMethod/UR3 >>]'))).toBe(false)
  expect(isSigned(copyOf(protectedPdf('aes-128')))).toBe(false)
  expect(isSigned(await tangled())).toBe(false)
})
