import { writePdf } from './write-pdf.ts'

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const stream = (text: string, dict = '') => `<< /Length ${text.length} ${dict} >>\nstream\n${text}\nendstream`
const words = (text: string) => stream(`BT /F1 20 Tf 60 770 Td (${text}) Tj ET`)

/** A dynamic XFA form. Its only page is shown by readers that do not draw such forms. */
export function dynamicForm(): Uint8Array<ArrayBuffer> {
  const template =
    '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">' +
    '<subform name="modelo" layout="tb"><pageSet><pageArea name="p"><contentArea w="190mm" h="270mm"/>' +
    '<medium stock="a4" short="210mm" long="297mm"/></pageArea></pageSet>' +
    '<draw w="90mm" h="10mm"><value><text>Modelo 620</text></value></draw></subform></template></xdp:xdp>'
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `${PAGE} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    words('Please wait... If this message is not eventually replaced'),
    FONT,
    stream(template),
  ])
}

/** Two pages and a signature, which is as those of other programs and signs nothing. */
export function signedPdf(): Uint8Array<ArrayBuffer> {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [8 0 R] >> >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    `${PAGE} /Contents 5 0 R /Resources << /Font << /F1 7 0 R >> >> /Annots [8 0 R] >>`,
    `${PAGE} /Contents 6 0 R /Resources << /Font << /F1 7 0 R >> >> >>`,
    words('Mandato'),
    words('Anexo'),
    FONT,
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Firma) /Rect [0 0 0 0] /P 3 0 R /V 9 0 R >>',
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 840 842 400] /Contents <00> >>',
  ])
}

/** Two pages with words in a font whose code page is not shipped, and in one that every system has. */
export function foreignFont(): Uint8Array<ArrayBuffer> {
  const page = `${PAGE} /Contents 5 0 R /Resources << /Font << /F1 6 0 R /F2 7 0 R >> >> >>`
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    page,
    page,
    stream('BT /F1 20 Tf 60 770 Td (Ficha) Tj /F2 20 Tf 0 -40 Td (Matricula 1234 BCD) Tj ET'),
    FONT,
    '<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /90ms-RKSJ-H /DescendantFonts [8 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 9 0 R >>',
    '<< /Type /FontDescriptor /FontName /MS-Mincho /Flags 4 /FontBBox [0 -137 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -137 /CapHeight 709 /StemV 80 >>',
  ])
}

/** Content of a page that the library draws in part, or not at all, without an error. */
export const DAMAGED_CONTENTS = {
  'an unknown filter': stream('\u0001\u0002 no content \u00ff', '/Filter /FooDecode'),
  'no compressed data': stream('no zlib', '/Filter /FlateDecode'),
  'a picture without its size': stream('q 400 0 0 400 60 300 cm /Im Do Q'),
  'an unknown shading': stream('BT /F1 20 Tf 60 770 Td (Con trama) Tj ET q 0 0 300 300 re W n /Sh sh Q'),
} as const

/** Two pages with such a content. */
export function damagedContent(kind: keyof typeof DAMAGED_CONTENTS): Uint8Array<ArrayBuffer> {
  const page = `${PAGE} /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> /XObject << /Im 7 0 R >> /Shading << /Sh << /ShadingType 42 /ColorSpace /DeviceRGB >> >> >> >>`
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    page,
    page,
    DAMAGED_CONTENTS[kind],
    FONT,
    stream('abc', '/Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceGray'),
  ])
}

/** A PDF whose list of pages is empty. */
export const withoutPages = (): Uint8Array<ArrayBuffer> =>
  writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>'])

/** A page, and a file in the PDF. */
export function withAttachment(): Uint8Array<ArrayBuffer> {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(lista.csv) 6 0 R] >> >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `${PAGE} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    words('Factura'),
    FONT,
    '<< /Type /Filespec /F (lista.csv) /UF (lista.csv) /EF << /F 7 0 R >> >>',
    stream('1234BCD;Ana', '/Type /EmbeddedFile'),
  ])
}

/** Four pages, each but the first with the same picture, that no decoder can read. */
export function undecodable(filter: string, dict: string): Uint8Array<ArrayBuffer> {
  const page = (contents: number) =>
    `${PAGE} /Contents ${contents} 0 R /Resources << /Font << /F1 9 0 R >> /XObject << /Im 10 0 R >> >> >>`
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 4 /Kids [3 0 R 4 0 R 5 0 R 6 0 R] >>',
    page(7),
    page(8),
    page(8),
    page(8),
    words('Primera'),
    stream('q 400 0 0 400 60 300 cm /Im Do Q BT /F1 20 Tf 60 770 Td (Con foto) Tj ET'),
    FONT,
    stream(
      'no picture is like this',
      `/Type /XObject /Subtype /Image /Width 800 /Height 800 /Filter /${filter} ${dict}`,
    ),
  ])
}
