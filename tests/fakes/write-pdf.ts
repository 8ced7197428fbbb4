/**
 * Bytes of a PDF with these objects, the first of which is its catalogue.
 * @param objects the content of each, in Latin-1; the first is object 1
 */
export function writePdf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  const bytes = new Uint8Array(file.length)
  for (let at = 0; at < file.length; at += 1) bytes[at] = file.charCodeAt(at)
  return bytes
}
