/** Real PNG, drawn by the browser: a document with a few lines on it. */
export function samplePng(width: number, height: number): Uint8Array {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#dfe8d8'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#33503a'
  pen.font = '28px sans-serif'
  pen.fillText('PERMISO DE CIRCULACIÓN', 32, 64)
  for (let line = 0; line < 8; line += 1) pen.fillRect(32, 110 + line * 34, width - 90 - line * 30, 10)
  const [, coded = ''] = canvas.toDataURL('image/png').split(',')
  return Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
}
